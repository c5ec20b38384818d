import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import {
  type CandleOfDay,
  candlesHash,
  type ClosedSession,
  ENGINE,
  extendWithCommand,
  type FinishedDay,
  genesis,
  hashValue,
  headHash,
  inputsOfHead,
  type KeptHead,
  toOrderLine,
  minutesHash,
  type OrderLogHead,
  sameValue,
  issuerSeries,
  StepTrades,
  type Trade,
  tradesOfSnapshot,
  TradingDay,
  unpackTrades,
} from '@khara/market-day';
import * as ledger from '#modules/ledger/index.ts';
import * as store from '#modules/market/index.ts';
import { appliedCommands } from '#modules/orders/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import {
  announcedHash,
  KEEP_LOGS_DAYS,
  KEEP_TRADES_DAYS,
  minutesKeptFrom,
  storedCarriedHash,
  wrongInputs,
} from '#src/venue/carried-over.ts';
import type { InstallationKeys } from '#src/security/keys.ts';
import { isTradeForTrade } from '@khara/rules';
import { isOwnSnapshot, type SnapshotSaid } from '#src/security/snapshot-mac.ts';
import { logNames } from '#src/security/log-names.ts';
import { marginsFor, marginsHash } from '#src/venue/margins.ts';
import { previousCloses } from '#src/venue/previous-closes.ts';
import { reviewed } from '#src/venue/stage-reviews.ts';
import { finding, type Check } from './finding.ts';

/*
 * What is stored of closed market days against what the log has of them. Trades and order logs (of the newest
 * days) hash to what the record of the closing says, and so do candles, their minutes, and what the next day
 * begins with. Where the log and what is stored hold together, no price was changed afterwards.
 */

/** A record of a day's closing in the log. */
type DayClosing = ClosedSession;

const NAMES = [
  'day_trades',
  'day_candles',
  'day_minutes',
  'day_orders',
  'day_fills',
  'day_triggers',
  'day_margin_calls',
  'day_head',
  'day_carried',
  'day_closes',
  'day_margins',
  'day_stages',
  'day_inputs',
  'trade_for_trade_days',
  'snapshots_signed',
] as const;
type DayFindings = Readonly<Record<(typeof NAMES)[number], ReturnType<typeof finding>>>;

/** Of each closed day what contradicts the log. Reads a day at a time. */
export const verifyDays: Check = async (db, keys) => {
  const found = Object.fromEntries(NAMES.map((name) => [name, finding(name)])) as DayFindings; // one of each
  const { sealed, opened } = await recordedDays(db);
  const closed = new Map((await closedDays(db)).map((day) => [day.marketDate, day]));
  for (const date of closed.keys())
    if (!sealed.has(date)) found.day_trades.add(`${date} has closed and is not in the log`);
  const newest = [...sealed.values()].at(-1);
  for (const said of sealed.values()) {
    const day = closed.get(said.marketDate);
    if (day?.marketDay === said.marketDay)
      await verifyDay(db, { said, newest: newest!, opening: opened.get(said.marketDate), keys }, found);
    else found.day_trades.add(`${said.marketDate} is in the log, and is not stored as closed`);
  }
  for (const day of await store.begunDays(db)) {
    const wrong = await wrongInputs(db, day, opened.get(day.marketDate));
    if (wrong !== undefined) found.day_inputs.add(`${day.marketDate} goes by ${wrong} than the log says`);
    if (!closed.has(day.marketDate)) {
      const universe = wrong === undefined ? day.universe : undefined; // one that is another cannot be read
      await verifyRunning(db, { ...day, universe }, keys, found);
    }
  }
  for (const { kind, day, what } of await rowsOfNoDay(db)) found[kind].add(`${day} has ${what}, and is no such day`);
  for (const { id, mac, ...said } of await snapshots(db))
    if (!isOwnSnapshot(keys, said, mac)) found.snapshots_signed.add(`snapshot ${id} is of no server`);
  return NAMES.map((name) => found[name].end());
};

async function verifyDay(
  db: Queryable,
  {
    said,
    newest,
    opening,
    keys,
  }: {
    readonly said: DayClosing;
    readonly newest: DayClosing;
    readonly opening: store.OpenedSession | undefined;
    readonly keys: InstallationKeys;
  },
  found: DayFindings,
): Promise<void> {
  const { marketDay, marketDate: date } = said;
  if (hash('sha256', Buffer.from(said.seed, 'hex')) !== opening?.seedHash)
    found.day_head.add(`the seed of ${date} is not the one whose hash was in the log before it began`);
  const rows = await readCandles(db, date);
  if (candlesHash(rows) !== said.candles) found.day_candles.add(`candles of ${date} are not those of the log`);
  // What may be gone is gone by its age alone.
  const keepsMinutes = date >= minutesKeptFrom(newest.marketDate);
  if (keepsMinutes && minutesHash(rows) !== said.minutes)
    found.day_minutes.add(`minutes of ${date} are not those of the log`);
  const carried = await storedCarriedHash(db, marketDay, date);
  if (carried !== said.carried)
    found.day_carried.add(`closes or reference values after ${date} are not those of the log`);
  if ((await announcedHash(db, date)) !== said.announced)
    found.day_carried.add(`what companies had announced by ${date} is not what the log says`);
  if ((await hashCommands(db, said, keys)) !== said.commands)
    found.day_orders.add(`orders of ${date} are not those of the log`);

  const margins = await store.marginsOn(db, date);
  if (marginsHash(margins) !== opening?.margins) found.day_margins.add(`margins of ${date} are not those of the log`);

  const head = await headOfDay(db, marketDay);
  if (head) {
    const { closing, ...rest } = head;
    if (headHash(rest) !== said.head || !sameValue(closing, said))
      found.day_head.add(`the order log of ${date} begins otherwise than the log says`);
    for (const wrong of await wrongMargins(db, head, margins)) found.day_margins.add(wrong);
    for (const wrong of await wrongSeries(db, head)) found.trade_for_trade_days.add(wrong);
    if (hashValue([head.issuers, head.indices]) !== opening?.universe)
      found.day_head.add(`the shares of ${date} are not those of its opening in the log`);
  } else if (marketDay > newest.marketDay - KEEP_LOGS_DAYS)
    found.day_head.add(`the order log of ${date} has no beginning any more`);
  if (marketDay > newest.marketDay - KEEP_TRADES_DAYS) {
    const trades = await tradesOfDay(db, marketDay);
    const { chain, count } = chainTrades(trades);
    if (chain !== said.trades || count !== said.tradeCount)
      found.day_trades.add(`${count} trades of ${date} are not the ${said.tradeCount} of the log`);
    if (head) {
      for (const wrong of wrongCandles(date, rows, trades, head)) found.day_candles.add(wrong);
      for (const wrong of await wrongFills(db, { marketDay }, trades, head)) found.day_fills.add(wrong);
      for (const wrong of await unreachedCalls(db, marketDay, trades, head)) found.day_margin_calls.add(wrong);
      for (const wrong of await unreachedTriggers(db, marketDay, trades, head)) found.day_triggers.add(wrong);
    }
  }
  if (head?.engine === ENGINE) {
    const wrong = await wrongBeginning(db, head, said);
    if (wrong !== undefined) found.day_closes.add(wrong);
    for (const stage of await wrongStages(db, head)) found.day_stages.add(stage);
  }
}

/** Trades of a day that runs, against the newest snapshot, with which they were stored; and fills of members so far. */
async function verifyRunning(
  db: Queryable,
  day: store.BegunDay,
  keys: InstallationKeys,
  found: DayFindings,
): Promise<void> {
  const { marketDay, marketDate } = day;
  const newest = (await store.listSnapshots(db, marketDay)).find((one) => isOwnSnapshot(keys, one, one.mac));
  const said = newest
    ? tradesOfSnapshot(inflateRawSync(newest.sessions))
    : { tradesHash: genesis('trades'), tradeNo: 0, stepTrades: '' };
  const trades = await tradesOfDay(db, marketDay);
  const { chain, count, open } = chainTrades(trades, newest?.step);
  if (chain !== said.tradesHash || open !== said.stepTrades || count !== said.tradeNo)
    found.day_trades.add(`${count} trades of ${marketDate} are not the ${said.tradeNo} of its newest snapshot`);
  if (day.universe === undefined) return;
  const { issuers } = (await store.unpackHead(day.universe)) as Pick<OrderLogHead, 'issuers'>; // the day began with it
  for (const wrong of await wrongFills(db, { marketDay, upTo: said.tradeNo }, trades, { issuers }))
    found.day_fills.add(wrong);
}

/**
 * Rows of dates and days to which nothing else would lead: candles of a date that has not closed, and
 * margins, trades and shares that trade one for one of a day that has not begun.
 */
const rowsOfNoDay = (
  db: Queryable,
): Promise<
  readonly {
    readonly kind: 'day_candles' | 'day_margins' | 'day_trades' | 'trade_for_trade_days';
    readonly day: string;
    readonly what: string;
  }[]
> =>
  db.query(
    'verify.rows_of_no_day',
    `SELECT DISTINCT 'day_candles' AS kind, c.market_date::text AS day, 'closes' AS what FROM market.candle_day c
     WHERE NOT EXISTS (SELECT FROM market.day d WHERE d.market_date = c.market_date AND d.closed_ms IS NOT NULL)
     UNION ALL SELECT DISTINCT 'day_margins', m.market_date::text, 'margins' FROM market.margin m
     WHERE NOT EXISTS (SELECT FROM market.day d WHERE d.market_date = m.market_date)
     UNION ALL SELECT DISTINCT 'day_trades', t.market_day::text, 'trades' FROM market.trades t
     WHERE NOT EXISTS (SELECT FROM market.day d WHERE d.market_day = t.market_day)
     UNION ALL SELECT DISTINCT 'trade_for_trade_days', t.market_date::text, 'trade-for-trade shares'
     FROM trading.trade_for_trade t WHERE NOT EXISTS (SELECT FROM market.day d WHERE d.market_date = t.market_date)`,
  );

const snapshots = (
  db: Queryable,
): Promise<readonly (SnapshotSaid & { readonly id: bigint; readonly mac: Uint8Array })[]> =>
  db.query(
    'verify.snapshots',
    `SELECT id, market_day, step, index, event_no, exchange, tape, sessions, mac
     FROM market.snapshot ORDER BY id`,
  );

/** Shares of a day that are noted as traded trade-for-trade and were not, or were and are not where members traded. */
async function wrongSeries(db: Queryable, { marketDate, issuers }: OrderLogHead): Promise<readonly string[]> {
  const rows = await db.query<{ code: string; isNoted: boolean }>(
    'verify.trade_for_trade',
    `SELECT code, true AS is_noted FROM trading.trade_for_trade WHERE market_date = $1
     UNION SELECT DISTINCT f.code, false FROM trading.fill f JOIN market.day d ON d.market_day = f.market_day
     WHERE d.market_date = $1 AND NOT EXISTS (SELECT FROM trading.trade_for_trade t WHERE t.market_date = $1 AND t.code = f.code)`,
    [marketDate],
  );
  const was = new Set(
    issuers.filter((issuer) => isTradeForTrade(issuerSeries(issuer, marketDate))).map(({ code }) => code),
  );
  return rows.flatMap(({ code, isNoted }) =>
    was.has(code) === isNoted
      ? []
      : [`${code} ${isNoted ? 'is noted' : 'is not noted'} as trade-for-trade on ${marketDate}`],
  );
}

/** Margins of a day that do not follow from what the days before left behind. */
async function wrongMargins(
  db: Queryable,
  head: OrderLogHead,
  margins: readonly store.ShareMargin[],
): Promise<readonly string[]> {
  const said = new Map(margins.map((margin) => [margin.code, margin]));
  return (await marginsFor(db, head, head.issuers)).flatMap((is) => {
    if (isDeepStrictEqual(said.get(is.code), is)) return [];
    return [`the margin of ${is.code} on ${head.marketDate} does not follow from its prices`];
  });
}

/**
 * Records of closings and of openings by their dates, oldest first. A day that began again has several
 * openings: the last counts.
 */
export async function recordedDays(db: Queryable): Promise<{
  readonly sealed: ReadonlyMap<string, DayClosing>;
  readonly opened: ReadonlyMap<string, store.OpenedSession>;
}> {
  const sealed = new Map<string, DayClosing>();
  const opened = new Map<string, store.OpenedSession>();
  for (const { json } of await ledger.recordsOfType(db, 'market.session')) {
    // recordOpening and recordClosing wrote it.
    const { session, ...said } = JSON.parse(json) as { session: string } & DayClosing & store.OpenedSession;
    (session === 'closing' ? sealed : opened).set(said.marketDate, said);
  }
  return { sealed, opened };
}

const closedDays = (db: Queryable): Promise<readonly { marketDay: number; marketDate: string }[]> =>
  db.query(
    'verify.closed_days',
    'SELECT market_day, market_date FROM market.day WHERE closed_ms IS NOT NULL ORDER BY market_day',
  );

/** What the day's order log begins with; undefined when it is not handed out any more. */
export async function headOfDay(db: Queryable, marketDay: number): Promise<KeptHead | undefined> {
  const [row] = await db.query<{ head: Uint8Array | undefined }>(
    'verify.head',
    'SELECT head FROM market.day WHERE market_day = $1',
    [marketDay],
  );
  return row?.head ? ((await store.unpackHead(row.head)) as KeptHead) : undefined; // `packHead` wrote it
}

async function tradesOfDay(db: Queryable, marketDay: number): Promise<readonly Trade[]> {
  const rows = await db.query<{ packed: Uint8Array }>(
    'verify.trades',
    'SELECT packed FROM market.trades WHERE market_day = $1 ORDER BY from_no',
    [marketDay],
  );
  return rows.flatMap(({ packed }) => [...unpackTrades(packed)]);
}

/** The chain over what members asked for on a day, and over its news, as the venue makes it. */
async function hashCommands(
  db: Queryable,
  { marketDay, marketDate }: DayClosing,
  keys: InstallationKeys,
): Promise<string> {
  const [day] = await db.query<{ steps: number }>(
    'verify.steps',
    'SELECT steps FROM market.day WHERE market_day = $1',
    [marketDay],
  );
  const names = logNames(keys, marketDate);
  let chain = genesis('commands');
  for (const { command, step, index } of await appliedCommands(db, marketDay, 0)) {
    if (step >= day!.steps) break;
    chain = extendWithCommand(chain, toOrderLine(command, step, index, names));
  }
  return chain;
}

/**
 * The chain over a day's trades, as the venue makes it, and those of a step that is not over: they have no link yet.
 */
function chainTrades(
  trades: readonly Trade[],
  runningStep = Infinity,
): { readonly chain: string; readonly open: string; readonly count: number } {
  const ofStep = new StepTrades();
  let chain = genesis('trades');
  let at = 0;
  for (const { tradeNo, share, price, quantity, step } of trades) {
    if (step !== at) chain = ofStep.extend(chain);
    at = step;
    ofStep.add(tradeNo, share, price, quantity, step);
  }
  const open = at === runningStep ? ofStep.snapshot() : '';
  return { chain: open === '' ? ofStep.extend(chain) : chain, open, count: trades.length };
}

type Candle = CandleOfDay & { readonly closeFrom: FinishedDay['closeFrom'] };

const readCandles = (db: Queryable, date: string): Promise<readonly Candle[]> =>
  db.query(
    'verify.candles',
    `SELECT code, open_paise AS open_price, high_paise AS high_price, low_paise AS low_price, last_paise AS last_price, close_paise AS close_price,
       close_from, volume, value_paise, tick_paise AS tick, minutes
     FROM market.candle_day WHERE market_date = $1`,
    [date],
  );

/** Shares whose candle is not what their trades make of it. */
function wrongCandles(
  date: string,
  candles: readonly Candle[],
  trades: readonly Trade[],
  { issuers }: OrderLogHead,
): readonly string[] {
  const stored = new Map(candles.map((candle) => [candle.code, candle]));
  const made = issuers.map(() => ({ open: 0, high: 0, low: 0, last: 0, volume: 0n, value: 0n }));
  for (const { share, price, quantity } of trades) {
    const one = made[share];
    if (!one) return [`a trade of ${date} is of share ${share}, of ${issuers.length}`];
    if (one.volume === 0n) Object.assign(one, { open: price, high: price, low: price });
    one.high = Math.max(one.high, price);
    one.low = Math.min(one.low, price);
    one.last = price;
    one.volume += BigInt(quantity);
    one.value += BigInt(quantity) * BigInt(price);
  }
  return issuers.flatMap(({ code }, share) => {
    const { open, high, low, last, volume, value } = made[share]!; // one of each
    const candle = stored.get(code);
    const said = [
      candle?.openPrice,
      candle?.highPrice,
      candle?.lowPrice,
      candle?.lastPrice,
      candle?.volume,
      candle?.valuePaise,
    ];
    const prices = volume === 0n ? [null, null, null, null] : [open, high, low, last];
    const is = [...prices, volume, value];
    if (said.join() !== is.join()) return [`${code} of ${date} is ${said.join(' ')}, its trades make ${is.join(' ')}`];
    return candle && volume > 0n && !mayClose(candle, { high, low, last })
      ? [`${code} of ${date} closed at ${String(candle.closePrice)} (${candle.closeFrom}), its trades cannot`]
      : [];
  });
}

/** Fills of members that are no trade of the day, those of later trades than `upTo` left out. */
async function wrongFills(
  db: Queryable,
  { marketDay, upTo }: { readonly marketDay: number; readonly upTo?: number },
  trades: readonly Trade[],
  { issuers }: Pick<OrderLogHead, 'issuers'>,
): Promise<readonly string[]> {
  const fills = await db.query<{ id: bigint; tradeNo: bigint; said: string }>(
    'verify.fills_of_day',
    `SELECT f.id, f.trade_no, concat_ws(' ', f.code, f.quantity, f.price_paise) AS said FROM trading.fill f WHERE f.market_day = $1 AND ($2::integer IS NULL OR f.trade_no <= $2)`,
    [marketDay, upTo],
  );
  const made = new Map(trades.map((trade) => [trade.tradeNo, trade]));
  return fills.flatMap(({ id, tradeNo, said }) => {
    const trade = made.get(Number(tradeNo));
    const is = trade && [issuers[trade.share]?.code, trade.quantity, trade.price].join(' ');
    return is === said ? [] : [`fill ${id} is of ${said}, trade ${tradeNo} of ${is ?? 'nothing'}`];
  });
}

/** Triggers that fired before a trade of the day had reached their price, where it did not begin there. */
async function unreachedTriggers(
  db: Queryable,
  marketDay: number,
  trades: readonly Trade[],
  { issuers, before }: OrderLogHead,
): Promise<readonly string[]> {
  const fires = await db.query<{ id: bigint; code: string; about: string; paise: bigint; step: number }>(
    'verify.fires_of_day',
    `SELECT c.trigger_id AS id, c.code, c.about, c.trigger_paise AS paise, c.applied_step AS step
     FROM trading.journal_command c WHERE c.kind = 'fire' AND c.market_day = $1`,
    [marketDay],
  );
  if (fires.length === 0) return [];
  const closes = new Map(before);
  const ofShare = Map.groupBy(trades, ({ share }) => issuers[share]?.code);
  return fires.flatMap(({ id, code, about, paise, step }) => {
    const first = closes.get(code)?.closePaise ?? issuers.find((issuer) => issuer.code === code)?.referencePricePaise;
    const until = (ofShare.get(code) ?? []).filter((trade) => trade.step <= step).map(({ price }) => price);
    const prices = [...(first === undefined ? [] : [first]), ...until];
    const isReached = prices.some((price) => (about === 'below' ? price <= paise : price >= paise));
    return isReached ? [] : [`trigger ${id} fired at step ${step}, and ${code} had not been at ${paise}`];
  });
}

/** Margin calls of a day at another price than the last one of their share at their step, or at another rate. */
async function unreachedCalls(
  db: Queryable,
  marketDay: number,
  trades: readonly Trade[],
  { issuers, before, marketDate }: OrderLogHead,
): Promise<readonly string[]> {
  const calls = await db.query<{ id: bigint; kind: string; code: string; paise: bigint; rate: number; step: number }>(
    'verify.margin_calls_of_day',
    `SELECT c.position_id AS id, c.kind, c.code, c.last_paise AS paise, c.rate_bps AS rate, c.step
     FROM trading.margin_call c WHERE c.market_day = $1`,
    [marketDay],
  );
  if (calls.length === 0) return [];
  const closes = new Map(before);
  const rates = new Map((await store.marginsOn(db, marketDate)).map(({ code, rateBps }) => [code, rateBps]));
  const ofShare = Map.groupBy(trades, ({ share }) => issuers[share]?.code);
  return calls.flatMap(({ id, kind, code, paise, rate, step }) => {
    const first = closes.get(code)?.closePaise ?? issuers.find((issuer) => issuer.code === code)?.referencePricePaise;
    const own = ofShare.get(code) ?? [];
    const last = own.findLast((trade) => trade.step < step)?.price ?? first;
    // Orders of members may have traded at the step before the market looked, after a restart.
    const prices = [last, ...own.filter((trade) => trade.step === step).map(({ price }) => price)];
    if (prices.includes(Number(paise)) && rates.get(code) === rate) return [];
    return [`the ${kind} of position ${id} is at ${paise} and ${rate}, ${code} was at ${last} with ${rates.get(code)}`];
  });
}

/**
 * Whether such trades can have made the close. What trades after the closing auction trades at its price.
 * Averages are not made anew: they lie within the day's prices here, and from the next day's closing on the
 * log has them.
 */
function mayClose(
  { closePrice: close, closeFrom: from }: Candle,
  { high, low, last }: Record<'high' | 'low' | 'last', number>,
): boolean {
  if (from === 'auction' || from === 'last_trade') return Number(close) === last;
  return from === 'previous_close' || (Number(close) >= low && Number(close) <= high);
}

/**
 * What is different where a day cannot have begun with the closes of the day before, as they are stored, and
 * have the record that it has.
 */
async function wrongBeginning(db: Queryable, head: OrderLogHead, said: DayClosing): Promise<string | undefined> {
  const { marketDay, marketDate, issuers, indices } = head;
  const [participants, actions, factors] = await Promise.all([
    marketDay === 0 ? undefined : store.participantsAfter(db, marketDay - 1),
    store.corporateActionsOn(db, marketDate),
    store.shareFactorsUpTo(db, marketDate),
  ]);
  if (!sameValue(head.participants, (participants && store.exValues(participants, actions)) ?? null))
    return `${marketDate} began with other reference values than the day before left behind`;
  if (!sameValue(head.shareFactors, [...factors]))
    return `${marketDate} counted shares otherwise than splits and bonuses say`;
  const before = await previousCloses(db, { marketDay, marketDate });
  const kept = new Map(head.before);
  const other = [...new Set([...before.keys(), ...kept.keys()])].find(
    (code) => before.get(code)?.closePaise !== kept.get(code)?.closePaise,
  );
  if (other !== undefined) {
    return `${other} closed at ${before.get(other)?.closePaise} before ${marketDate}, which began with ${kept.get(other)?.closePaise}`;
  }
  const facts = inputsOfHead(head, []);
  const day = new TradingDay({ ...facts, before }, { issuers, indices, offerings: [] });
  const spec = hashValue({ ...day.spec, seed: undefined });
  return spec === said.spec && head.seed === said.seed
    ? undefined
    : `${marketDate} began with other shares, closes or a seed than the log says`;
}

/** Shares in another stage of surveillance than the closes before the day give them. */
async function wrongStages(db: Queryable, { marketDay, marketDate, issuers }: KeptHead): Promise<readonly string[]> {
  const before = marketDay === 0 ? undefined : await headOfDay(db, marketDay - 1);
  if (before?.engine !== ENGINE) return [];
  const ended = { marketDate: before.marketDate, issuers: before.issuers };
  const known = new Set(before.issuers.map(({ code }) => code));
  const expected = await reviewed(db, issuers, { marketDay, marketDate, ended });
  return expected.flatMap(({ code, surveillance }, at) =>
    !known.has(code) || sameValue(surveillance ?? null, issuers[at]!.surveillance ?? null)
      ? []
      : [`${code} was in another stage of surveillance on ${marketDate} than its closes say`],
  );
}
