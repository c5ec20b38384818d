import { expect } from '@playwright/test';
import { Trader } from './trader.ts';

/** A member in the middle of a market day, with something on every page: made by the calls that a phone makes. */
export type BusyTrader = {
  readonly trader: Trader;
  /** Bought and kept, with an order that rests and a trigger that waits. */
  readonly code: string;
  /** The order that rests, with a note. */
  readonly resting: string;
  readonly tag: string;
  /** The intraday share that is still held. */
  readonly intraday: string;
  /** Closed positions: one of a gain, one of a loss. */
  readonly closed: readonly string[];
  /** Orders of the day, and its own limit: nearly reached. */
  readonly orders: number;
  readonly mostOrders: number;
  /** Rupees: the own limit of an order, and what was asked for instead. */
  readonly largestOrder: number;
  readonly largestAsked: number;
  /** What the key for programs is called. */
  readonly key: string;
};

type Position = {
  readonly code: string;
  readonly direction: 'long' | 'short';
  readonly quantity: number;
  readonly profitPercent: string;
};
type Closed = { readonly code: string; readonly profitAmount: string };

const CODE = 'CHAKRAVALA';
const TAG = 'breakout';
const KEY = 'Evening report';
/** One of them gains and one of them loses within minutes, whichever way each goes. */
const INTRADAY = ['AAMRAI', 'ACHALGARH', 'ALANKRITI', 'AMBUDHI', 'ANARTABANK', 'ANVAY'] as const;
/** Rupees of each: so much that the charges, of which brokerage has a most, are a small part. */
const VALUE = 120_000;
/** In per cent: more than such a trade costs, both ways. */
const WORTH_CLOSING = 0.12;

const list = async <T>(trader: Trader, path: string, body: object = {}): Promise<readonly T[]> =>
  (await trader.ask<{ list: readonly T[] }>(path, { size: 100, ...body })).list;

let kept: (BusyTrader & { readonly marketDate: string }) | undefined;

/**
 * The one of this worker, made anew when its market day is over: intraday positions, limits of a day and orders that
 * rest are over with it. Waits until `leftMs` of continuous trading are left.
 */
export async function busyTrader(base: string, leftMs: number): Promise<BusyTrader> {
  const trader = kept?.trader ?? (await Trader.arrive(base, 2));
  const marketDate = await trader.marketOpen(leftMs);
  if (kept?.marketDate !== marketDate)
    kept = { ...(await begin(kept ? await Trader.arrive(base, 2) : trader)), marketDate };
  return kept;
}

/** Trades, and sets all that waits or is in force. */
async function begin(trader: Trader): Promise<BusyTrader> {
  const atMarket = (side: 'buy' | 'sell', code: string, product: 'delivery' | 'intraday', quantity: number) =>
    trader.order(side, { type: 'market', code, product, quantity });
  await atMarket('buy', CODE, 'delivery', 20);
  for (const [at, code] of INTRADAY.entries()) {
    const { price } = await trader.ask<{ price: string }>('/app/market/marketDetail', { code });
    await atMarket(at % 2 === 0 ? 'buy' : 'sell', code, 'intraday', Math.round(VALUE / Number(price)));
  }

  const [watchlist] = await list<{ id: string }>(trader, '/app/market/watchlists');
  await trader.ask('/app/market/saveWatchlistCodes', { id: watchlist?.id, codes: [CODE, ...INTRADAY] });

  const closed: string[] = [];
  const results = () => list<Closed>(trader, '/app/order/contract/getHistoryLogs');
  const close = async ({ code, direction, quantity }: Position) => {
    await atMarket(direction === 'long' ? 'sell' : 'buy', code, 'intraday', quantity);
    closed.push(code);
  };
  /** What an intraday share has come to so far, best first. */
  const open = async () =>
    (await list<Position>(trader, '/app/order/contract/getContractLogs', { product: 'intraday' })).toSorted(
      (a, b) => Number(b.profitPercent) - Number(a.profitPercent),
    );
  const loser = (await open()).at(-1);
  if (!loser) throw new Error('no intraday position');
  await close(loser);
  await expect
    .poll(
      async () => {
        const best = (await open())[0];
        if (closed.length < INTRADAY.length - 1 && best && Number(best.profitPercent) > WORTH_CLOSING)
          await close(best);
        const signs = new Set((await results()).map(({ profitAmount }) => Math.sign(Number(profitAmount))));
        return signs.has(1) && signs.has(-1);
      },
      { timeout: 240_000, intervals: [500] },
    )
    .toBe(true);

  const { bandLow, bandHigh } = await trader.ask<{ bandLow: string; bandHigh: string }>('/app/market/marketDetail', {
    code: CODE,
  });
  const rests = { code: CODE, type: 'limit', product: 'delivery', quantity: 3, price: bandLow };
  const { id: resting } = await trader.order<{ id: string }>('buy', rests);
  await trader.ask('/app/order/note', {
    id: resting,
    reason: 'plan',
    text: 'Only if it falls that far.',
    tags: [TAG, 'second try'],
  });
  await trader.trigger({
    code: CODE,
    side: 'sell',
    product: 'delivery',
    quantity: 5,
    legs: [{ condition: 'above', triggerPrice: bandHigh, price: bandLow }],
  });

  const orders = (await list(trader, '/app/order/contract/orders')).length;
  const mostOrders = orders + 1;
  const [largestOrder, largestAsked] = [200_000, 300_000] as const;
  for (const limit of [
    { kind: 'day_orders', orders: mostOrders },
    { kind: 'day_loss', amount: '50000' },
    { kind: 'largest_order', amount: String(largestOrder) },
    { kind: 'largest_order', amount: String(largestAsked) },
  ])
    await trader.ask('/app/order/setLimit', limit);
  await trader.ask('/app/user/makeProgramKey', { name: KEY, scope: 'read', days: 30 });

  const intraday = (await open())[0]?.code;
  if (intraday === undefined) throw new Error('no intraday position is left');
  return {
    trader,
    code: CODE,
    resting,
    tag: TAG,
    intraday,
    closed,
    orders,
    mostOrders,
    largestOrder,
    largestAsked,
    key: KEY,
  };
}
