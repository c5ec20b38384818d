import { describe, expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';

/** Work that waits to be let go, round by round. */
function heldWork() {
  const rounds: { readonly items: readonly number[]; readonly go: (error?: Error) => void }[] = [];
  let tell: (() => void) | undefined;
  const ask = createBatcher<number, number>(
    3,
    (items) =>
      new Promise((resolve, reject) => {
        rounds.push({ items, go: (error) => (error ? reject(error) : resolve(items.map((item) => item * 10))) });
        tell?.();
      }),
  );
  const nth = async (number: number) => {
    while (rounds.length < number) await new Promise<void>((resolve) => (tell = resolve));
    return rounds[number - 1]!;
  };
  return { ask, nth };
}

describe('what is asked for at the same time', () => {
  it('goes createBatcher, in order, and what comes meanwhile goes with the next round', async () => {
    const { ask, nth } = heldWork();
    const first = [ask(1), ask(2)];
    const one = await nth(1);
    const later = [ask(3), ask(4), ask(5), ask(6)];
    one.go();
    expect(await Promise.all(first)).toEqual([10, 20]);
    const two = await nth(2);
    expect(two.items).toEqual([3, 4, 5]); // no more than three at once
    two.go();
    (await nth(3)).go();
    expect(await Promise.all(later)).toEqual([30, 40, 50, 60]);
  });

  it('fails createBatcher, and the next round is none the worse', async () => {
    const { ask, nth } = heldWork();
    const first = Promise.allSettled([ask(1), ask(2)]);
    (await nth(1)).go(new Error('away'));
    expect(await first).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    const next = ask(3);
    (await nth(2)).go();
    expect(await next).toBe(30);
  });
});
