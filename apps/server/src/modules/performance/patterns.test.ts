import { expect, it } from 'vitest';
import { at, buy, sell } from '#test/made-trades.ts';
import type { Trade } from './holding-events.ts';
import { collectOutcomes } from './outcomes.ts';
import { findPatterns } from './patterns.ts';

const losses = (count: number, times: bigint) =>
  Array.from({ length: count }, (_, index) => {
    const day = index * 10;
    return [
      buy(10, 1_000n, { day }),
      sell(10, 900n, { day }),
      buy(10, 1_000n * times, { day: day + 1, code: 'THEWA' }),
      sell(10, 1_000n * times, { day: day + 5, code: 'THEWA' }),
    ];
  }).flat();

const patternsIn = (events: readonly Trade[], price = 0n) =>
  findPatterns(events, collectOutcomes(events, at(price)), 999);

it('Five larger orders after a loss are a pattern, and four are none', () => {
  expect(patternsIn(losses(4, 2n))).toEqual([]);
  expect(patternsIn(losses(5, 1n))).toEqual([]);
  const [pattern] = patternsIn(losses(5, 2n));
  expect(pattern).toMatchObject({ kind: 'larger_after_loss', chances: 5, resultPaise: 0n, othersPaise: -500n });
  expect(pattern!.cases[0]).toMatchObject({ code: 'THEWA', lostPaise: 100n, times: 2, day: 1 });
});

it('An order two market days after a loss is none of its own making', () => {
  const events = losses(5, 2n).map((event) => (event.code === 'THEWA' ? { ...event, day: event.day + 1 } : event));
  expect(findPatterns(events, collectOutcomes(events, at(0n)), 99)).toEqual([]);
});

const kinds = (some: readonly Trade[]) =>
  findPatterns(some, collectOutcomes(some, at(90n)), 20).map(({ kind, cases }) => [kind, cases.length]);

it('Buying more of what has fallen is a pattern from the fifth time on; fills of one order are one time', () => {
  const events = [100n, 99n, 98n, 97n, 96n, 95n].map((price, day) => buy(1, price, { day: day * 3 }));
  const twice = [...events, { ...events[5]!, valuePaise: 94n }];
  expect(kinds(events.slice(0, 5))).toEqual([]);
  expect(kinds(events)).toEqual([['averaging_down', 5]]);
  expect(kinds(twice)).toEqual([['averaging_down', 5]]);
});

const rounds = (gain: bigint, days: number, from: number) =>
  Array.from({ length: 5 }, (_, index) => {
    const [day, code] = [from + index * 20, `S${from}${index}`];
    return [buy(1, 100n, { day, code }), sell(1, 100n + gain, { day: day + days, code })];
  }).flat();

it('Winners sold before losers are a pattern when losers are held twice as long', () => {
  expect(patternsIn([...rounds(10n, 2, 0), ...rounds(-10n, 3, 200)])).toEqual([]);
  expect(patternsIn([...rounds(10n, 2, 0), ...rounds(-10n, 6, 200)])).toMatchObject([
    { kind: 'winners_before_losers', heldDays: { winners: 2, losers: 6 } },
  ]);
});

const busy = (perDay: number) =>
  Array.from({ length: 5 * perDay }, (_, index) => buy(1, 100n, { day: Math.floor(index / perDay) }));

it('Eleven orders on a day count, ten do not, and five such days are a pattern', () => {
  expect(patternsIn(busy(10), 100n)).toEqual([]);
  expect(patternsIn(busy(11), 100n)).toMatchObject([{ kind: 'many_orders', cases: [{ times: 11 }, {}, {}, {}, {}] }]);
});
