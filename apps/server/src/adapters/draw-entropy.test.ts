import { earlierWitness, firstRoundAt, ENTROPY_DELAY_MS, QUICKNET, roundTimeMs } from '@khara/lottery';
import { hex } from '@khara/proof';
import { describe, expect, it } from 'vitest';
import { TestClock } from '#test/deps.ts';
import { drawEntropy } from './draw-entropy.ts';

const CLOSES = Date.UTC(2026, 10, 20, 6);

/** A witness's chain of five rounds, from its last value back to its anchor. */
const chain: Uint8Array[] = [new Uint8Array(32).fill(7)];
while (chain.length <= 5) chain.unshift(earlierWitness(chain[0]!));
const answers = (table: Readonly<Record<string, unknown>>) => {
  const asked: string[] = [];
  const fetched = (url: string) => {
    asked.push(url);
    return url in table ? Promise.resolve(table[url]) : Promise.reject(new Error('no network'));
  };
  return { asked, fetched };
};

describe('entropy of draws', () => {
  it('is none unless asked for, and then nothing is fetched', async () => {
    const { asked, fetched } = answers({});
    const entropy = drawEntropy({ DRAW_ENTROPY: 'none', DRAW_WITNESS_URL: undefined }, new TestClock(), fetched);
    const choice = await entropy.choose(CLOSES);
    expect(choice).toEqual({ kind: 'none', chain: '', round: 0 });
    expect(await entropy.valueOf({ ...choice, closesAt: CLOSES })).toEqual({ value: new Uint8Array(32) });
    expect(asked).toEqual([]);
  });

  it('of a beacon is the first round half a minute after the close, fixed at the opening', async () => {
    const { asked, fetched } = answers({});
    const entropy = drawEntropy({ DRAW_ENTROPY: 'drand', DRAW_WITNESS_URL: undefined }, new TestClock(CLOSES), fetched);
    const choice = await entropy.choose(CLOSES);
    const round = firstRoundAt(CLOSES + ENTROPY_DELAY_MS);
    expect(choice).toEqual({ kind: 'drand', chain: QUICKNET.chain, round, dueAt: roundTimeMs(round) });
    // It is not out yet, and not asked for.
    expect(await entropy.valueOf({ ...choice, closesAt: CLOSES })).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('of a beacon is refused when the beacon has not signed it', async () => {
    const clock = new TestClock(CLOSES + 120_000);
    const round = firstRoundAt(CLOSES + ENTROPY_DELAY_MS);
    const { fetched } = answers({
      [`https://api.drand.sh/${QUICKNET.chain}/public/${round}`]: { round, signature: 'ab'.repeat(48) },
    });
    const entropy = drawEntropy({ DRAW_ENTROPY: 'drand', DRAW_WITNESS_URL: undefined }, clock, fetched);
    const value = entropy.valueOf({ kind: 'drand', chain: QUICKNET.chain, round, closesAt: CLOSES });
    await expect(value).rejects.toThrow('not signed');
  });

  it('by itself takes the beacon when it answers, else none', async () => {
    const latest = `https://api.drand.sh/${QUICKNET.chain}/public/latest`;
    const there = answers({ [latest]: { round: 1, signature: 'ab'.repeat(48) } });
    const config = { DRAW_ENTROPY: 'auto', DRAW_WITNESS_URL: undefined } as const;
    expect((await drawEntropy(config, new TestClock(), there.fetched).choose(CLOSES)).kind).toBe('drand');
    expect((await drawEntropy(config, new TestClock(), answers({}).fetched).choose(CLOSES)).kind).toBe('none');
  });

  it('of a witness is a later value of the chain whose anchor was fixed, and nothing else', async () => {
    const url = 'http://witness.example';
    const genesis = CLOSES + ENTROPY_DELAY_MS - 15_000;
    const { fetched } = answers({
      [`${url}/info`]: { anchor: hex(chain[0]!), period: 10_000, genesis },
      [`${url}/round/2`]: { value: hex(chain[2]!) },
      [`${url}/round/3`]: { value: hex(chain[4]!) },
    });
    const entropy = drawEntropy({ DRAW_ENTROPY: 'witness', DRAW_WITNESS_URL: url }, new TestClock(), fetched);
    const choice = await entropy.choose(CLOSES);
    expect(choice).toEqual({ kind: 'witness', chain: hex(chain[0]!), round: 2, dueAt: genesis + 20_000 });
    const found = await entropy.valueOf({ ...choice, closesAt: CLOSES });
    expect(hex(found!.value)).toBe(hex(chain[2]!));
    await expect(entropy.valueOf({ ...choice, round: 3, closesAt: CLOSES })).rejects.toThrow('not of its chain');
  });
});
