import * as z from 'zod/mini';
import { call } from './call.ts';
import { Id, IdIn, Instant, nameIn, Percent, Price, PriceIn, StockCode } from './wire.ts';

export const ALERT_CONDITIONS = ['above', 'below'] as const;
export const ACTION_KINDS = ['dividend', 'split', 'bonus', 'rights', 'buyback', 'demerger'] as const;
/** Alerts of one account that wait to be met. */
export const MAX_ALERTS = 50;
/** Watchlists of one account, the first one included, and codes in one of them. */
export const MAX_WATCHLISTS = 10;
export const MAX_WATCHED = 100;
/** Of a name, in characters. */
export const MAX_WATCHLIST_NAME = 24;

export const PriceAlert = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  /** `above` is met at the price or more, `below` at the price or less. */
  condition: z.enum(ALERT_CONDITIONS),
  price: Price,
  /** What a program calls it. */
  label: z.nullable(z.string()),
  /** A program stopped it: it waits no more. */
  paused: z.boolean(),
  at: Instant,
  updatedAt: Instant,
  /** When it was met, and at which price; null while it waits. */
  metAt: z.nullable(Instant),
  metMarketTime: z.nullable(z.string()),
  metPrice: z.nullable(Price),
});

/** The first list has the id `first` and a null name: the app names it, and the star adds to it. */
const Watchlist = z.object({ id: Id, name: z.nullable(z.string()), codes: z.array(z.string()) });

export const CorporateAction = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  kind: z.enum(ACTION_KINDS),
  /** The holder at the end of the day before is entitled. */
  exDate: z.string(),
  announcedOn: z.string(),
  /** Of a dividend. */
  perShare: z.nullable(Price),
  /** Of a dividend: the market date on which it reaches the wallets of its holders. */
  paysOn: z.nullable(z.string()),
  /**
   * Shares after it for each before, as two whole numbers; null for a dividend, a buyback and a demerger. Of a rights
   * issue: by what prices are divided.
   */
  factor: z.nullable(z.tuple([z.int(), z.int()])),
  /** Of a bonus: how many new shares are given for how many held. */
  bonus: z.nullable(z.tuple([z.int(), z.int()])),
  /**
   * Of a rights issue or a buyback: its price, when it is open, and of rights how many new shares for how many held.
   */
  offer: z.nullable(
    z.object({
      price: Price,
      ratio: z.nullable(z.tuple([z.int(), z.int()])),
      opensOn: z.string(),
      closesOn: z.string(),
    }),
  ),
  /** Of a demerger: the new company, how many of its shares for how many held, and its parts of cost and profit. */
  demerger: z.nullable(
    z.object({
      into: z.string(),
      name: z.string(),
      ratio: z.tuple([z.int(), z.int()]),
      /** Of what a holding cost, so much is the cost of the new shares. */
      costPercent: Percent,
      profitPercent: Percent,
      /** The market date on which the new share begins to trade. */
      listsOn: z.string(),
    }),
  ),
  /** Whether its ex-date has come. */
  past: z.boolean(),
});

const ListName = nameIn('watchlist_name_required', MAX_WATCHLIST_NAME);
/** An array, or its JSON text. */
const Codes = z.pipe(
  z.union([z.array(StockCode, { error: 'invalid_input' }), z.string({ error: 'invalid_input' })], {
    error: 'invalid_input',
  }),
  z.transform((value, context): readonly string[] => {
    const codes = typeof value === 'string' ? parsed(value) : value;
    const read = z.array(StockCode).safeParse(codes);
    if (read.success) return read.data;
    context.issues.push({ code: 'custom', message: 'invalid_input', input: value });
    return z.NEVER;
  }),
);
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const Condition = z.enum(ALERT_CONDITIONS, { error: 'invalid_input' });
const Label = z
  .string({ error: 'invalid_input' })
  .check(z.trim(), z.minLength(1, { error: 'invalid_input' }), z.maxLength(60, { error: 'invalid_input' }));

export const watchingCalls = {
  alerts: call({
    path: '/app/market/alerts',
    method: 'POST',
    access: 'member',
    doc: 'Own alerts on prices: those that wait, then those that were met, newest first.',
    body: { code: z.optional(StockCode) },
    data: z.object({ list: z.array(PriceAlert) }),
    refusals: [],
    specified: false,
  }),
  saveAlert: call({
    path: '/app/market/saveAlert',
    method: 'POST',
    access: 'member',
    doc: 'Asks for one notice, also over the socket, when a price is reached. The same alert twice is one.',
    body: { code: StockCode, condition: Condition, price: PriceIn, label: z.optional(Label) },
    data: PriceAlert,
    refusals: ['unknown_code', 'tick_invalid', 'alert_already_met', 'too_many_alerts'],
    specified: false,
  }),
  changeAlert: call({
    path: '/app/market/changeAlert',
    method: 'POST',
    access: 'member',
    doc: 'Gives an alert other terms, stops it (`paused`), or lets it wait again, also one that was met. Repeatable.',
    body: {
      id: IdIn,
      condition: z.optional(Condition),
      price: z.optional(PriceIn),
      label: z.optional(Label),
      paused: z.optional(z.boolean({ error: 'invalid_input' })),
    },
    data: PriceAlert,
    refusals: ['not_found', 'tick_invalid', 'alert_already_met', 'too_many_alerts'],
    specified: false,
  }),
  deleteAlert: call({
    path: '/app/market/delAlert/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Forgets an alert. Repeatable.',
    body: { id: IdIn },
    data: z.object({ id: Id }),
    refusals: [],
    specified: false,
  }),
  watchlists: call({
    path: '/app/market/watchlists',
    method: 'POST',
    access: 'member',
    doc: 'Own watchlists, the first one first. `marketList` shows one of them by `listId`.',
    body: {},
    data: z.object({ list: z.array(Watchlist) }),
    refusals: [],
    specified: false,
  }),
  saveWatchlist: call({
    path: '/app/market/saveWatchlist',
    method: 'POST',
    access: 'member',
    doc: 'Makes a watchlist, or with `id` gives it another name. The first list has no name to change.',
    body: { id: z.optional(IdIn), name: ListName },
    data: Watchlist,
    refusals: ['unknown_watchlist', 'watchlist_name_taken', 'too_many_watchlists'],
    specified: false,
  }),
  deleteWatchlist: call({
    path: '/app/market/delWatchlist/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Deletes a watchlist; never the first one. Repeatable.',
    body: { id: IdIn },
    data: z.object({ id: Id }),
    refusals: ['unknown_watchlist'],
    specified: false,
  }),
  saveWatchlistCodes: call({
    path: '/app/market/saveWatchlistCodes',
    method: 'POST',
    access: 'member',
    doc: 'What is on a watchlist, in its order: adds, removes and moves. The first list keeps the id `first`.',
    body: { id: IdIn, codes: Codes },
    data: Watchlist,
    refusals: ['unknown_watchlist', 'unknown_code', 'watchlist_full'],
    specified: false,
  }),
  calendar: call({
    path: '/app/market/calendar',
    method: 'POST',
    access: 'guest',
    doc: 'The calendar of corporate actions: dividends, splits, bonuses, rights issues, buybacks and demergers that are announced, by ex-date; of one code also the last ten that have been.',
    body: { code: z.optional(StockCode) },
    data: z.object({ list: z.array(CorporateAction) }),
    refusals: [],
    specified: false,
  }),
};
