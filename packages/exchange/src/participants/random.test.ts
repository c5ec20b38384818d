import { hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { smallSpec } from '../oracle/small-spec.ts';
import { Factors } from './factors.ts';
import { RandomStreams } from './random.ts';

const seed = Uint8Array.from({ length: 32 }, (_, at) => at * 7);
const wordsOf = (streams: RandomStreams, stream: number) => [...streams.state.subarray(stream * 4, stream * 4 + 4)];

describe('streams of chance', () => {
  it('are derived from the seed, the day and their own name by HKDF-SHA-256', () => {
    const streams = new RandomStreams(seed, 12, ['market', 'orders in GIANT']);
    for (const [at, name] of ['market', 'orders in GIANT'].entries()) {
      const salt = Buffer.from('khara/market/2');
      const derived = hkdfSync(
        'sha256',
        Buffer.concat([Buffer.from('bytes '), seed]),
        salt,
        Buffer.from(`12/${name}`),
        16,
      );
      expect(wordsOf(streams, at)).toEqual([...new Int32Array(derived)]);
    }
  });

  it('depend on nothing but their name: others may come and go', () => {
    const few = new RandomStreams(seed, 3, ['orders in DEAR', 'news']);
    const many = new RandomStreams(seed, 3, ['market', 'news', 'orders in TINY', 'orders in DEAR']);
    expect(wordsOf(few, 0)).toEqual(wordsOf(many, 3));
    expect(wordsOf(few, 1)).toEqual(wordsOf(many, 1));
    expect(() => new RandomStreams(seed, 3, ['news', 'news'])).toThrow('two streams of one name');
  });

  it('reveal nothing of each other: the state of one share’s orders leads to no other stream, nor to its own value', () => {
    const { random } = new Factors(smallSpec(), [0]);
    const streams = random.state.length / 4;
    const known = startOf([...random.state.subarray(4, 8)]);
    const found = Array.from({ length: streams }, (_, other) => other).filter((other) => {
      if (other === 1) return false;
      const actual = startOf([...random.state.subarray(other * 4, other * 4 + 4)]);
      return [0, 1, 2].every((word) => actual[word] === mix(unmix(known[word]!) ^ 1 ^ other));
    });
    expect(found).toEqual([]);
  });
});

/** What 1.0.2 began a stream with, twelve draws before: sfc32 and its finaliser can be run backwards. */
function startOf(state: readonly number[]): readonly number[] {
  let [a, b, c, count] = state as [number, number, number, number];
  for (let draw = 0; draw < 12; draw++) {
    // Forwards: drawn = a + b + count; a' = b ^ b >>> 9; b' = c + (c << 3); c' = (c <<< 21) + drawn; count' =
    // count + 1.
    const before = { count: (count - 1) | 0, b: unshift(a, 9), c: Math.imul(b, 0x38e38e39) };
    const drawn = (c - ((before.c << 21) | (before.c >>> 11))) | 0;
    [a, b, c, count] = [(drawn - before.b - before.count) | 0, before.b, before.c, before.count];
  }
  return [a, b, c, count];
}

/** Inverse of `word ^ (word >>> by)`. */
function unshift(mixed: number, by: number): number {
  let word = mixed;
  for (let known = by; known < 32; known += by) word = mixed ^ (word >>> by);
  return word;
}

function mix(word: number): number {
  let mixed = (word + 0x9e3779b9) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function unmix(mixed: number): number {
  let word = Math.imul(unshift(mixed, 16), 0x7ed1b41d);
  word = Math.imul(unshift(word, 13), 0xa5cb9243);
  return (unshift(word, 16) - 0x9e3779b9) | 0;
}
