import fc from 'fast-check';
import { expect, it } from 'vitest';
import { at, buy, sell, trade } from '#test/made-trades.ts';
import { ORDER_GROUPS, PHASE_GROUPS, type Trade, type TradeEvent } from './holding-events.ts';
import { netProfit, collectOutcomes } from './outcomes.ts';
import { daysHeld, toHoldingTime, HOLDING_TIMES, partsBy } from './result-parts.ts';

it('A sale takes the oldest shares first, with their part of the charges', () => {
  const [first, second, open] = collectOutcomes(
    [
      buy(10, 1_000n, { chargesPaise: 10n }),
      buy(10, 2_000n, { chargesPaise: 20n }),
      sell(15, 2_250n, { chargesPaise: 15n, day: 1 }),
    ],
    at(150n),
  );
  expect(first).toMatchObject({ costPaise: 1_000n, grossPaise: 500n, chargesPaise: 20n });
  expect(second).toMatchObject({ costPaise: 1_000n, grossPaise: -250n, chargesPaise: 15n });
  expect(open).toMatchObject({ costPaise: 1_000n, grossPaise: -250n, chargesPaise: 10n, closedBy: undefined });
});

it('Delivery shares that are sold and bought back on one day are an intraday result, and the holding stays', () => {
  const [held, sold, back] = [buy(50, 6_413_000n), sell(50, 6_400_000n, { day: 1 }), buy(50, 6_408_000n, { day: 1 })];
  expect(collectOutcomes([held, sold, back], at(128_260n))).toMatchObject([
    { openedBy: sold.order, closedBy: back.order, group: 'intraday', grossPaise: -8_000n },
    { openedBy: held.order, closedBy: undefined, group: 'limit', costPaise: 6_413_000n, grossPaise: 0n },
  ]);
  // Trade for trade nothing nets.
  const each = [held, { ...sold, isTradeForTrade: true }, { ...back, isTradeForTrade: true }];
  expect(collectOutcomes(each, at(128_260n))).toMatchObject([
    { openedBy: held.order, closedBy: sold.order, grossPaise: -13_000n },
    { openedBy: back.order, closedBy: undefined, costPaise: 6_408_000n },
  ]);
});

it('Shares sold first gain when they are bought back for less', () => {
  const [short] = collectOutcomes(
    [sell(5, 500n, { product: 'intraday' }), buy(5, 400n, { product: 'intraday' })],
    at(0n),
  );
  expect(short).toMatchObject({ grossPaise: 100n, group: 'intraday' });
});

it('Intraday shares are never those of delivery', () => {
  const outcomes = collectOutcomes([buy(5, 500n), sell(5, 600n, { product: 'intraday' })], at(100n));
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
  for (const price of [0n, 999n]) expect(collectOutcomes(events, at(price))).toMatchObject(expected);
  expect(collectOutcomes(events, at(0n))).toHaveLength(3);
});

it('Of delivery only shares of the day become intraday, the oldest first, and come back to their place', () => {
  const [old, first, second] = [
    buy(4, 400n, { day: -1 }),
    buy(3, 330n, { chargesPaise: 6n }),
    buy(3, 360n, { type: 'stop' }),
  ];
  const there = [old, first, second, converted('intraday', 4)];
  const sold = collectOutcomes([...there, sell(4, 480n, { product: 'intraday' })], at(100n));
  expect(sold.slice(0, 2)).toMatchObject([
    { openedBy: first.order, group: 'intraday', costPaise: 330n, grossPaise: 30n, chargesPaise: 6n },
    { openedBy: second.order, group: 'intraday', costPaise: 120n, grossPaise: 0n },
  ]);
  expect(sold.slice(2)).toMatchObject([
    { openedBy: old.order, group: 'limit', costPaise: 400n, closedBy: undefined },
    { openedBy: second.order, group: 'stop', costPaise: 240n, closedBy: undefined },
  ]);
  // Back again, a sale takes them before what was bought later.
  const back = collectOutcomes([...there, converted('delivery', 4), sell(7, 840n, { day: 1 })], at(0n));
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
  const before = collectOutcomes([buy(3, 300n), buy(4, 440n), sell(7, 770n, { day: 1 })], at(0n));
  const after = collectOutcomes(
    [buy(3, 300n), buy(4, 440n), { kind: 'added', code: 'AAMRAI', quantity: 28, day: 1 }, sell(35, 770n, { day: 1 })],
    at(0n),
  );
  const sums = (some: typeof before) => some.map(({ grossPaise }) => grossPaise);
  expect(sums(after)).toEqual(sums(before));
});

it('A period begins with open shares at the close before it', () => {
  const [closed] = collectOutcomes(
    [
      buy(10, 1_000n, { chargesPaise: 9n }),
      { kind: 'mark', priceOf: at(120n) },
      sell(10, 1_300n, { chargesPaise: 7n, day: 1 }),
    ],
    at(0n),
  );
  expect(closed).toMatchObject({ costPaise: 1_200n, grossPaise: 100n, chargesPaise: 7n });
});

/** One share, as a plain model follows it. */
type Share = { readonly of: Trade; group: Trade['type'] | 'intraday' };

/**
 * What a member can do in a life of some market days: intraday positions end with their day, as the market ends them.
 * A delivery sale and a delivery purchase come on different days.
 */
const lives = fc.array(
  fc.record({
    what: fc.constantFrom('buy', 'buy', 'sell', 'sell', 'convert', 'credit'),
    quantity: fc.integer({ min: 1, max: 97 }),
    price: fc.bigInt({ min: 1n, max: 99_999n }),
    charges: fc.bigInt({ min: 0n, max: 5_000n }),
    type: fc.constantFrom('limit', 'market', 'stop'),
    product: fc.constantFrom('delivery', 'delivery', 'intraday'),
    days: fc.constantFrom(0, 0, 0, 0, 1, 7),
  }),
  { maxLength: 60 },
);

/** The events of a life, and what became of each share by a model that keeps them one by one. */
function lived(steps: typeof lives extends fc.Arbitrary<infer Steps> ? Steps : never) {
  const events: TradeEvent[] = [];
  const books = { delivery: [] as Share[], intraday: [] as Share[] };
  const closed: string[] = [];
  let short = 0;
  let money = 0n;
  let day = 0;
  const record = (event: Trade) => {
    events.push(event);
    money -= (event.side === 'buy' ? event.valuePaise : -event.valuePaise) + event.chargesPaise;
    return event;
  };
  const add = (product: Share['of']['product'], of: Trade, quantity: number) => {
    for (let n = 0; n < quantity; n += 1)
      books[product].push({ of, group: product === 'intraday' ? 'intraday' : of.type });
  };
  const take = (product: Share['of']['product'], by: Trade, quantity: number) => {
    for (const { of, group } of books[product].splice(0, quantity)) closed.push(`${of.order} ${group} ${by.order}`);
  };
  const endDay = () => {
    const open = books.intraday.length - short;
    if (open === 0) return;
    const side = open > 0 ? 'sell' : 'buy';
    const of = { product: 'intraday', day, type: 'market' } as const;
    const end = record(trade({ side, quantity: Math.abs(open), valuePaise: 100n * BigInt(Math.abs(open)), ...of }));
    if (open > 0) take('intraday', end, open);
    else cover(end, -open);
  };
  const shorts: Trade[] = [];
  const cover = (by: Trade, quantity: number) => {
    for (const opened of shorts.splice(0, quantity)) closed.push(`${opened.order} intraday ${by.order}`);
    short -= quantity;
  };
  for (const { what, quantity, price, charges: chargesPaise, type, product, days } of steps) {
    if (days > 0) endDay();
    day += days;
    const isDelivery = (side: Trade['side']) => product === 'delivery' && what === side;
    const wouldPair = (event: TradeEvent) =>
      event.kind === 'trade' &&
      event.day === day &&
      event.product === 'delivery' &&
      event.type !== 'issue' &&
      isDelivery(event.side === 'buy' ? 'sell' : 'buy');
    if (events.some(wouldPair)) continue;
    const valuePaise = price * BigInt(quantity);
    if (what === 'credit') {
      // Shares of an issue were bought on no market: no change of product takes them.
      add(
        'delivery',
        record(buy(quantity, valuePaise, { chargesPaise, day, type: 'issue', phase: undefined })),
        quantity,
      );
    } else if (what === 'convert') {
      if (short > 0) continue;
      const from = product === 'intraday' ? books.delivery : books.intraday;
      const moved = from.filter(({ of }) => of.day === day && of.phase !== undefined).slice(0, quantity);
      if (moved.length === 0) continue;
      events.push({ ...converted(product, moved.length, chargesPaise), day });
      money -= chargesPaise;
      const left = from.filter((one) => !moved.includes(one));
      from.splice(0, from.length, ...left);
      for (const one of moved) one.group = product === 'intraday' ? 'intraday' : one.of.type;
      books[product] = [...books[product], ...moved].toSorted((a, b) => a.of.day - b.of.day || a.of.at - b.of.at);
    } else if (what === 'buy') {
      const made = record(buy(quantity, valuePaise, { chargesPaise, type, product, day }));
      const covered = product === 'intraday' ? Math.min(short, quantity) : 0;
      cover(made, covered);
      add(product, made, quantity - covered);
    } else {
      const held = books[product].length;
      if (product === 'delivery' && held < quantity) continue;
      const made = record(sell(quantity, valuePaise, { chargesPaise, type, product, day }));
      take(product, made, Math.min(held, quantity));
      for (let n = held; n < quantity; n += 1) shorts.push(made);
      short += Math.max(0, quantity - held);
    }
  }
  const open = [...books.delivery, ...books.intraday];
  const ends = [
    ...closed,
    ...open.map(({ of, group }) => `${of.order} ${group} -`),
    ...shorts.map(({ order }) => `${order} intraday -`),
  ];
  return { events, money, shares: open.length - short, day, ends };
}

const sumOf = (parts: readonly { readonly resultPaise: bigint }[]): bigint =>
  parts.reduce((total, { resultPaise }) => total + resultPaise, 0n);

it('The parts are the change of the whole, to the paisa', () => {
  fc.assert(
    fc.property(lives, fc.bigInt({ min: 1n, max: 99_999n }), (steps, price) => {
      const { events, money, shares, day } = lived(steps);
      const outcomes = collectOutcomes(events, at(price));
      const whole = money + BigInt(shares) * price;
      expect(outcomes.reduce((total, outcome) => total + netProfit(outcome), 0n)).toBe(whole);
      expect(sumOf(partsBy(outcomes, ORDER_GROUPS, ({ group }) => group))).toBe(whole);
      expect(sumOf(partsBy(outcomes, HOLDING_TIMES, (one) => toHoldingTime(daysHeld(one, day))))).toBe(whole);
      const charged = events.reduce((sum, event) => ('chargesPaise' in event ? sum + event.chargesPaise : sum), 0n);
      for (const parts of [
        partsBy(outcomes, ORDER_GROUPS, ({ group }) => group),
        partsBy(outcomes, HOLDING_TIMES, (one) => toHoldingTime(daysHeld(one, day))),
        partsBy(outcomes, PHASE_GROUPS, ({ phase }) => phase ?? 'issue'),
      ])
        expect(parts.reduce((sum, part) => sum + part.chargesPaise, 0n)).toBe(charged);
    }),
    { numRuns: 300 },
  );
});

const counted = (keys: readonly (readonly [key: string, shares: bigint])[]) => {
  const sums = new Map<string, bigint>();
  for (const [key, shares] of keys) sums.set(key, (sums.get(key) ?? 0n) + shares);
  return Object.fromEntries([...sums].toSorted());
};

it('Each share is closed by the order, and counts for the group, that a model of single shares says', () => {
  fc.assert(
    fc.property(lives, (steps) => {
      const { events, ends } = lived(steps);
      // At a paisa a share the cost says how many they are.
      const atOne = events.map((event) =>
        event.kind === 'trade' ? { ...event, valuePaise: BigInt(event.quantity) } : event,
      );
      const outcomes = collectOutcomes(atOne, at(0n)).map(
        ({ openedBy, group, closedBy = '-', costPaise }) => [`${openedBy} ${group} ${closedBy}`, costPaise] as const,
      );
      expect(counted(outcomes)).toEqual(counted(ends.map((key) => [key, 1n] as const)));
    }),
    { numRuns: 300 },
  );
});
