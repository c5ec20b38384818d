import fc from 'fast-check';
import { expect, it } from 'vitest';
import { patternsOf } from './patterns.ts';
import {
  daysHeld,
  holdingTimeOf,
  HOLDING_TIMES,
  netOf,
  ORDER_GROUPS,
  outcomesOf,
  partsBy,
  type Trade,
} from './results.ts';

let orders = 0;
const trade = (given: Partial<Trade> & Pick<Trade, 'side' | 'quantity' | 'valuePaise'>): Trade => {
  orders += 1;
  const day = given.day ?? 0;
  return {
    kind: 'trade',
    order: String(orders),
    code: 'AAMRAI',
    type: 'limit',
    product: 'delivery',
    phase: 'continuous',
    chargesPaise: 0n,
    day,
    at: given.at ?? day * 1_000 + orders,
    ...given,
  };
};
const buy = (quantity: number, valuePaise: bigint, more: Partial<Trade> = {}) =>
  trade({ side: 'buy', quantity, valuePaise, ...more });
const sell = (quantity: number, valuePaise: bigint, more: Partial<Trade> = {}) =>
  trade({ side: 'sell', quantity, valuePaise, ...more });
const at = (price: bigint) => () => price;

it('A sale takes the oldest shares first, with their part of the charges', () => {
  const [first, second, open] = outcomesOf(
    [
      buy(10, 1_000n, { chargesPaise: 10n }),
      buy(10, 2_000n, { chargesPaise: 20n }),
      sell(15, 2_250n, { chargesPaise: 15n }),
    ],
    at(150n),
  );
  expect(first).toMatchObject({ costPaise: 1_000n, grossPaise: 500n, chargesPaise: 20n });
  expect(second).toMatchObject({ costPaise: 1_000n, grossPaise: -250n, chargesPaise: 15n });
  expect(open).toMatchObject({ costPaise: 1_000n, grossPaise: -250n, chargesPaise: 10n, closedBy: undefined });
});

it('Shares sold first gain when they are bought back for less', () => {
  const [short] = outcomesOf([sell(5, 500n, { product: 'intraday' }), buy(5, 400n, { product: 'intraday' })], at(0n));
  expect(short).toMatchObject({ grossPaise: 100n, group: 'intraday' });
});

it('Intraday shares are never those of delivery', () => {
  const outcomes = outcomesOf([buy(5, 500n), sell(5, 600n, { product: 'intraday' })], at(100n));
  expect(outcomes.map(({ closedBy }) => closedBy)).toEqual([undefined, undefined]);
});

const converted = (product: 'delivery' | 'intraday', quantity: number, chargesPaise = 0n) =>
  ({
    kind: 'converted',
    code: 'AAMRAI',
    product,
    quantity,
    valuePaise: 100n * BigInt(quantity),
    chargesPaise,
    day: 0,
  }) as const;

it('Intraday shares that became delivery are sold as such, with the charge of the change', () => {
  const events = [
    buy(10, 1_000n, { product: 'intraday', type: 'market', chargesPaise: 10n }),
    buy(10, 2_000n, { product: 'intraday', chargesPaise: 20n }),
    converted('delivery', 15, 30n),
    sell(15, 2_250n, { day: 3, chargesPaise: 15n }),
    sell(5, 900n, { product: 'intraday', chargesPaise: 4n }),
  ];
  // Of the change 2 a share, of the sale 1 a share.
  const expected = [
    { group: 'market', openedDay: 0, closedDay: 3, costPaise: 1_000n, grossPaise: 500n, chargesPaise: 10n + 20n + 10n },
    { group: 'limit', openedDay: 0, closedDay: 3, costPaise: 1_000n, grossPaise: -250n, chargesPaise: 10n + 10n + 5n },
    { group: 'intraday', closedDay: 0, costPaise: 1_000n, grossPaise: -100n, chargesPaise: 10n + 4n },
  ];
  for (const price of [0n, 999n]) expect(outcomesOf(events, at(price))).toMatchObject(expected);
  expect(outcomesOf(events, at(0n))).toHaveLength(3);
});

it('Of delivery only shares of the day become intraday, the oldest first, and come back to their place', () => {
  const [old, first, second] = [
    buy(4, 400n, { day: -1 }),
    buy(3, 330n, { chargesPaise: 6n }),
    buy(3, 360n, { type: 'stop' }),
  ];
  const there = [old, first, second, converted('intraday', 4)];
  const sold = outcomesOf([...there, sell(4, 480n, { product: 'intraday' })], at(100n));
  expect(sold.slice(0, 2)).toMatchObject([
    { openedBy: first.order, group: 'intraday', costPaise: 330n, grossPaise: 30n, chargesPaise: 6n },
    { openedBy: second.order, group: 'intraday', costPaise: 120n, grossPaise: 0n },
  ]);
  expect(sold.slice(2)).toMatchObject([
    { openedBy: old.order, group: 'limit', costPaise: 400n, closedBy: undefined },
    { openedBy: second.order, group: 'stop', costPaise: 240n, closedBy: undefined },
  ]);
  // Back again, a sale takes them before what was bought later.
  const back = outcomesOf([...there, converted('delivery', 4), sell(7, 840n)], at(0n));
  expect(back.slice(0, 2)).toMatchObject([
    { openedBy: old.order, costPaise: 400n, grossPaise: 80n },
    { openedBy: first.order, group: 'limit', costPaise: 330n, grossPaise: 30n, chargesPaise: 6n },
  ]);
  expect(back.slice(2).map(({ openedBy, closedBy }) => [openedBy, closedBy])).toEqual([
    [second.order, undefined],
    [second.order, undefined],
  ]);
});

it('A split spreads over the lots that it came from and changes no result', () => {
  const before = outcomesOf([buy(3, 300n), buy(4, 440n), sell(7, 770n)], at(0n));
  const after = outcomesOf(
    [buy(3, 300n), buy(4, 440n), { kind: 'added', code: 'AAMRAI', quantity: 28, day: 0 }, sell(35, 770n)],
    at(0n),
  );
  const sums = (some: typeof before) => some.map(({ grossPaise }) => grossPaise);
  expect(sums(after)).toEqual(sums(before));
});

it('A period begins with open shares at the close before it', () => {
  const [closed] = outcomesOf(
    [
      buy(10, 1_000n, { chargesPaise: 9n }),
      { kind: 'mark', priceOf: at(120n) },
      sell(10, 1_300n, { chargesPaise: 7n }),
    ],
    at(0n),
  );
  expect(closed).toMatchObject({ costPaise: 1_200n, grossPaise: 100n, chargesPaise: 7n });
});

const sumOf = (parts: readonly { readonly resultPaise: bigint }[]): bigint =>
  parts.reduce((total, { resultPaise }) => total + resultPaise, 0n);

it('The parts are the change of the whole, to the paisa', () => {
  const step = fc.record({
    isBuy: fc.boolean(),
    quantity: fc.integer({ min: 1, max: 97 }),
    price: fc.bigInt({ min: 1n, max: 99_999n }),
    charges: fc.bigInt({ min: 0n, max: 5_000n }),
    type: fc.constantFrom('limit', 'market', 'stop'),
    product: fc.constantFrom('delivery', 'delivery', 'delivery', 'intraday'),
    day: fc.integer({ min: 0, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.bigInt({ min: 1n, max: 99_999n }), (steps, price) => {
      let money = 0n;
      let shares = 0n;
      let held = 0;
      let day = 0;
      const events = steps.flatMap((made) => {
        day += made.day;
        const isIntraday = made.product === 'intraday';
        if (!isIntraday && !made.isBuy && held < made.quantity) return [];
        const quantity = made.isBuy ? made.quantity : -made.quantity;
        if (!isIntraday) held += quantity;
        shares += BigInt(quantity);
        const valuePaise = made.price * BigInt(made.quantity);
        money -= (made.isBuy ? valuePaise : -valuePaise) + made.charges;
        const side = made.isBuy ? 'buy' : 'sell';
        const { type, product, charges: chargesPaise } = made;
        return [trade({ side, quantity: made.quantity, valuePaise, chargesPaise, type, product, day })];
      });
      const outcomes = outcomesOf(events, at(price));
      const whole = money + shares * price;
      expect(outcomes.reduce((total, outcome) => total + netOf(outcome), 0n)).toBe(whole);
      expect(sumOf(partsBy(outcomes, ORDER_GROUPS, ({ group }) => group))).toBe(whole);
      expect(sumOf(partsBy(outcomes, HOLDING_TIMES, (one) => holdingTimeOf(daysHeld(one, day))))).toBe(whole);
    }),
  );
});

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

const patternsIn = (events: readonly Trade[], price = 0n) => patternsOf(events, outcomesOf(events, at(price)), 999);

it('Five larger orders after a loss are a pattern, and four are none', () => {
  expect(patternsIn(losses(4, 2n))).toEqual([]);
  expect(patternsIn(losses(5, 1n))).toEqual([]);
  const [pattern] = patternsIn(losses(5, 2n));
  expect(pattern).toMatchObject({ kind: 'larger_after_loss', chances: 5, resultPaise: 0n, othersPaise: -500n });
  expect(pattern!.cases[0]).toMatchObject({ code: 'THEWA', lostPaise: 100n, times: 2, day: 1 });
});

it('An order two market days after a loss is none of its own making', () => {
  const events = losses(5, 2n).map((event) => (event.code === 'THEWA' ? { ...event, day: event.day + 1 } : event));
  expect(patternsOf(events, outcomesOf(events, at(0n)), 99)).toEqual([]);
});

const kinds = (some: readonly Trade[]) =>
  patternsOf(some, outcomesOf(some, at(90n)), 20).map(({ kind, cases }) => [kind, cases.length]);

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
