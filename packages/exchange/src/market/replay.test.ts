import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../oracle/property-runs.ts';
import { SHARE, smallSpec } from '../oracle/small-spec.ts';
import type { SessionCommand, SessionMarket } from '../types.ts';
import { createMarket, restoreMarket } from '../oracle/simple-market.ts';
import { createSessionMarket, restoreSessionMarket } from './market.ts';

const spec = smallSpec({ steps: 500 });

type Wish = {
  step: number;
  kind: 'place' | 'cancel' | 'modify' | 'auction' | 'band' | 'news' | 'end' | 'suspend';
  share: number;
  buy: boolean;
  away: number;
} & {
  quantity: number;
  account: number;
  how: 'day' | 'ioc' | 'market' | 'stop' | 'stop-market';
  pick: number;
};

/** What members wish to do, in words that make sense at any price: the command is made when its step comes. */
const place = ['place', 'place', 'place', 'place', 'place', 'place', 'place', 'place'] as const;
const rare = ['band', 'news', 'end', 'suspend'] as const;
const kinds = [...place, 'cancel', 'cancel', 'modify', 'modify', 'auction', 'auction', ...rare] as const;
const wish: fc.Arbitrary<Wish> = fc.record({
  step: fc.integer({ min: 0, max: 59 }),
  kind: fc.constantFrom(...kinds),
  share: fc.integer({ min: 0, max: spec.instruments.length - 1 }),
  buy: fc.boolean(),
  away: fc.integer({ min: -40, max: 40 }),
  quantity: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 200_000 })),
  account: fc.integer({ min: 1, max: 5 }),
  how: fc.constantFrom('day', 'day', 'ioc', 'market', 'stop', 'stop-market'),
  pick: fc.nat({ max: 100 }),
});
const wishes = fc
  .array(wish, { minLength: 5, maxLength: 60, size: 'max' })
  .map((list) => list.sort((a, b) => a.step - b.step));

type TimedCommand = { readonly step: number; readonly command: SessionCommand };

function commandOf(
  market: SessionMarket,
  { kind, share, buy, away, quantity, account, how, pick }: Wish,
  orderId: number,
  ended: ReadonlySet<number>,
): SessionCommand {
  if (kind === 'cancel') return { kind, orderId: pick % Math.max(orderId, 1) };
  const { lower, upper, tick } = spec.instruments[share]!;
  if (kind === 'band') {
    // Narrower or as it was; where the last price may come to lie outside.
    const inwards = Math.max(away, 0) * 4 * tick;
    return {
      kind: 'shift_band',
      instrument: share,
      lower: lower + (buy ? inwards : 0),
      upper: upper - (buy ? 0 : inwards),
    };
  }
  if (kind === 'auction') {
    if (market.auction(share)) return { kind: 'uncross', instrument: share };
    const { lower: reference } = market.band(share);
    const auction = pick % 3 === 0 ? 'closing' : 'opening';
    return { kind: 'open_auction', instrument: share, auction, reference, marketOrdersFirst: buy };
  }
  if (kind === 'news')
    return { kind: 'shift_reference', instrument: share, bps: away * 10 || 7, ...(buy && { about: 'news' }) };
  if (kind === 'suspend') return { kind, instrument: share };
  if (kind === 'end') {
    if (!ended.has(share)) return { kind: 'end_trading', instrument: share };
    return { kind: 'trade_at_close', instrument: share, price: market.quote(share).last };
  }
  const price = market.quote(share).last + away * spec.instruments[share]!.tick;
  if (kind === 'modify') {
    const change = { kind, orderId: pick % Math.max(orderId, 1), price, quantity } as const;
    if (pick % 2 === 0) return change;
    const isStop = how.startsWith('stop');
    const becomes = { market: how === 'market', validity: how === 'ioc' ? 'ioc' : 'day', isStop } as const;
    return { ...change, becomes, ...(isStop && { triggerPrice: price }) };
  }
  const order = { orderId, accountKey: account, instrument: share, price, quantity };
  return {
    kind,
    ...order,
    side: buy ? 'buy' : 'sell',
    validity: how === 'ioc' ? 'ioc' : 'day',
    market: how === 'market' || how === 'stop-market',
    ...(how === 'day' && pick % 3 === 0 && quantity > 9 && { disclosedQuantity: Math.ceil(quantity / 7) }),
    ...(how.startsWith('stop') && { triggerPrice: price - (buy ? 1 : -1) * spec.instruments[share]!.tick }),
  };
}

/** Everything published since the last reading, as text. */
function read(market: SessionMarket): string {
  const events: unknown[] = [...market.events.orders];
  market.events.forEachTrade((...trade) => events.push(trade));
  market.events.clear();
  return JSON.stringify(events);
}

/** Runs to `last`, applying each command at its step. */
function play(market: SessionMarket, placed: readonly TimedCommand[], last: number): string[] {
  const story: string[] = [];
  while (market.step < last) {
    for (const { step, command } of placed) if (step === market.step) market.apply(command);
    market.advance();
    story.push(read(market));
  }
  return story;
}

/** A first run, in which wishes become commands. */
function record(list: readonly Wish[], last: number): { market: SessionMarket; placed: TimedCommand[] } {
  const market = createSessionMarket(spec);
  const placed: TimedCommand[] = [];
  const ended = new Set<number>();
  while (market.step < last) {
    for (const item of list) {
      if (item.step !== market.step) continue;
      const command = commandOf(market, item, placed.length, ended);
      if (!isPossible(market, command, ended)) continue;
      if (command.kind === 'end_trading') ended.add(command.instrument);
      if (command.kind === 'uncross' && market.auction(command.instrument) === 'closing') ended.add(command.instrument);
      if (command.kind === 'trade_at_close') ended.delete(command.instrument);
      placed.push({ step: market.step, command });
      market.apply(command);
      expectNotCrossed(market);
    }
    market.advance();
    expectNotCrossed(market);
  }
  return { market, placed };
}

/** A host knows when it may do what; anything else is thrown back at it. */
function isPossible(market: SessionMarket, command: SessionCommand, ended: ReadonlySet<number>): boolean {
  if (!('instrument' in command) || command.kind === 'place') return true;
  const { instrument, kind } = command;
  if (market.suspended(instrument)) return kind === 'shift_reference' || kind === 'shift_band';
  if (kind === 'suspend') return true;
  if (kind === 'open_auction' || kind === 'end_trading') return !ended.has(instrument) && !market.auction(instrument);
  return kind === 'trade_at_close' ? ended.has(instrument) : kind === 'uncross' || !ended.has(instrument);
}

function expectNotCrossed(market: SessionMarket): void {
  for (const share of spec.instruments.keys()) {
    if (market.auction(share)) continue;
    const { bid = 0, ask = Infinity } = market.quote(share);
    expect(bid).toBeLessThan(ask);
  }
}

function giantAfter(changes: Parameters<typeof smallSpec>[0]) {
  const market = createMarket(smallSpec(changes));
  for (let step = 0; step < 5; step++) market.advance();
  return market.quote(SHARE.giant);
}

describe('a market day', () => {
  test('comes out the same when its commands are played again, and goes on the same from a snapshot', () => {
    fc.assert(
      fc.property(wishes, fc.integer({ min: 0, max: 60 }), (list, cut) => {
        const { market: first, placed } = record(list, 80);
        const again = createSessionMarket(spec);
        play(again, placed, cut);
        const restored = restoreSessionMarket(spec, again.snapshot());
        expect(restored.hash()).toBe(again.hash());
        expect(restored.openOrders()).toEqual(again.openOrders());
        expect(play(restored, placed, 80)).toEqual(play(again, placed, 80));
        expect(again.hash()).toBe(first.hash());
        expect(restored.hash()).toBe(first.hash());
        expect(restored.close()).toEqual(first.close());
        expect(restored.hash()).toBe(first.hash());
      }),
      { numRuns: propertyRuns(10, process.env) },
    );
  });

  test('a member who trades in one share changes nothing in the others', () => {
    fc.assert(
      fc.property(wishes, (list) => {
        const { placed } = record(
          list.filter(({ kind }) => kind !== 'news').map((item) => ({ ...item, share: SHARE.middle })),
          60,
        );
        const quiet = createSessionMarket(spec);
        const busy = createSessionMarket(spec);
        play(quiet, [], 80);
        play(busy, placed, 80);
        for (const share of [SHARE.giant, SHARE.large, SHARE.dear, SHARE.small, SHARE.tiny]) {
          expect(busy.quote(share)).toEqual(quiet.quote(share));
          expect(busy.depth(share, 50)).toEqual(quiet.depth(share, 50));
        }
      }),
      { numRuns: propertyRuns(4, process.env) },
    );
  });

  test('another seed, or another day of the same seed, is another day; the same seed in bytes or number is one each', () => {
    expect(giantAfter({ seed: 1n })).toEqual(giantAfter({ seed: 1n }));
    expect(giantAfter({ seed: 1n })).not.toEqual(giantAfter({ seed: 2n }));
    expect(giantAfter({ seed: 1n, dayIndex: 1 })).not.toEqual(giantAfter({ seed: 1n }));
    expect(giantAfter({ seed: Uint8Array.of(1, 2, 3) })).not.toEqual(giantAfter({ seed: Uint8Array.of(1, 2) }));
  });

  test('a snapshot of another day, or a damaged one, is not taken for this one', () => {
    const market = createSessionMarket(spec);
    const bytes = market.snapshot();
    expect(() => restoreMarket(smallSpec({ steps: 500, dayIndex: 1 }), bytes)).toThrow('another market day');
    expect(() => restoreMarket(spec, bytes.slice(0, -1))).toThrow();
    expect(() => restoreMarket(spec, Uint8Array.of(...bytes, 0))).toThrow('left over');
  });

  test('the spec may come back from storage with its keys in another order', () => {
    const market = createSessionMarket(spec);
    const reordered = {
      ...spec,
      instruments: spec.instruments.map((share) => Object.fromEntries(Object.entries(share).reverse())),
    };
    // The entries are those of an InstrumentSpec: only their order changed.
    expect(restoreMarket(reordered as unknown as typeof spec, market.snapshot()).hash()).toBe(market.hash());
  });
});
