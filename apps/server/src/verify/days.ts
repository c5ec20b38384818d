import * as ledger from '#modules/ledger/index.ts';
import * as store from '#modules/market/index.ts';
import type { Queryable } from '#src/db.ts';
import { closesBefore } from '#src/venue/closes-before.ts';
import { ENGINE } from '#src/venue/day-facts.ts';
import { firstOfChain, StepTrades } from '#src/venue/journal-hashes.ts';
import { factsOfHead, type OrderLogHead } from '#src/venue/order-log-head.ts';
import { TradingDay } from '#src/venue/trading-day.ts';
import type { Check } from './finding.ts';

/*
 * What is stored of closed market days against what the log has of them: trades (of the newest days) hash to the chain in the record of the closing, candles are
 * made of those trades, and closing prices are those that the next day began with, which its record has the hash of. Where the log and what is stored hold
 * together, nobody has changed a price afterwards.
 */

/** A record of a day's closing in the log. */
type Sealed = Pick<store.ClosedSession, 'trades' | 'tradeCount' | 'spec' | 'seed'>;

/** Of each closed day what contradicts the log, under three names. Reads a day at a time. */
export const verifyDays: Check = async (db) => {
  const found = { day_trades: [] as string[], day_candles: [] as string[], day_closes: [] as string[] };
  const sealed = await sealedDays(db);
  for (const { market_day: marketDay, market_date: date } of await closedDays(db)) {
    const said = sealed.get(date);
    if (!said) {
      found.day_trades.push(`${date} has closed and is not in the log`);
      continue;
    }
    const head = await headOfDay(db, marketDay);
    const trades = await tradesOfDay(db, marketDay);
    if (trades) {
      const { hash, count } = chainOf(trades);
      if (hash !== said.trades || count !== said.tradeCount) {
        found.day_trades.push(`${count} trades of ${date} are not the ${said.tradeCount} of the log`);
      }
      if (head) found.day_candles.push(...(await wrongCandles(db, date, trades, head)));
    }
    if (head?.engine === ENGINE) {
      const wrong = await wrongBeginning(db, head, said);
      if (wrong !== undefined) found.day_closes.push(wrong);
    }
  }
  return Object.entries(found).map(([name, wrong]) => ({ name, violations: wrong.length, sample: wrong[0] }));
};

async function sealedDays(db: Queryable): Promise<ReadonlyMap<string, Sealed>> {
  const records = await ledger.recordsOfType(db, 'market.session');
  const said = records.map(({ json }) => JSON.parse(json) as Sealed & { session: string; marketDate: string }); // recordOpening and recordClosing wrote them
  return new Map(said.filter(({ session }) => session === 'closing').map((one) => [one.marketDate, one]));
}

const closedDays = (db: Queryable): Promise<readonly { market_day: number; market_date: string }[]> =>
  db.query(
    'verify.closed_days',
    'SELECT market_day, market_date FROM market.day WHERE closed_ms IS NOT NULL ORDER BY market_day',
  );

/** What the day's order log begins with; undefined of days whose log is not handed out any more. */
async function headOfDay(db: Queryable, marketDay: number): Promise<OrderLogHead | undefined> {
  const [row] = await db.query<{ head: Uint8Array | null }>(
    'verify.head',
    'SELECT head FROM market.day WHERE market_day = $1',
    [marketDay],
  );
  return row?.head ? ((await store.unpackHead(row.head)) as OrderLogHead) : undefined; // `packHead` wrote it
}

/** Undefined of days whose trades were dropped by their age: those before the first that has any. */
async function tradesOfDay(db: Queryable, marketDay: number): Promise<readonly store.Trade[] | undefined> {
  const rows = await db.query<{ packed: Uint8Array | null }>(
    'verify.trades',
    `SELECT t.packed FROM (SELECT min(market_day) AS first FROM market.trades) k
     LEFT JOIN market.trades t ON t.market_day = $1 WHERE k.first <= $1 ORDER BY t.from_no`,
    [marketDay],
  );
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ packed }) => (packed ? [...store.unpackTrades(packed)] : []));
}

/** The chain over a day's trades, as the venue makes it. */
function chainOf(trades: readonly store.Trade[]): { readonly hash: string; readonly count: number } {
  const ofStep = new StepTrades();
  let hash = firstOfChain('trades');
  let at = 0;
  for (const { tradeNo, share, pricePaise, quantity, step } of trades) {
    if (step !== at) hash = ofStep.linkTo(hash);
    at = step;
    ofStep.add(tradeNo, share, pricePaise, quantity, step);
  }
  return { hash: ofStep.linkTo(hash), count: trades.length };
}

type Candle = {
  readonly code: string;
  readonly open_paise: bigint | null;
  readonly high_paise: bigint | null;
  readonly low_paise: bigint | null;
  readonly last_paise: bigint | null;
  readonly volume: bigint;
  readonly value_paise: string;
  readonly close_paise: bigint;
  readonly close_from: store.FinishedDay['closeFrom'];
};

/** Shares whose candle is not what their trades make of it. */
async function wrongCandles(
  db: Queryable,
  date: string,
  trades: readonly store.Trade[],
  { issuers }: OrderLogHead,
): Promise<readonly string[]> {
  const candles = await db.query<Candle>(
    'verify.candles',
    `SELECT code, open_paise, high_paise, low_paise, last_paise, volume, value_paise::text AS value_paise, close_paise, close_from
     FROM market.candle_day WHERE market_date = $1`,
    [date],
  );
  const stored = new Map(candles.map((candle) => [candle.code, candle]));
  const made = issuers.map(() => ({ open: 0, high: 0, low: 0, last: 0, volume: 0n, value: 0n }));
  for (const { share, pricePaise: price, quantity } of trades) {
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
      candle?.open_paise,
      candle?.high_paise,
      candle?.low_paise,
      candle?.last_paise,
      candle?.volume,
      candle?.value_paise,
    ];
    const prices = volume === 0n ? [null, null, null, null] : [open, high, low, last];
    const is = [...prices, volume, value];
    if (said.join() !== is.join()) return [`${code} of ${date} is ${said.join(' ')}, its trades make ${is.join(' ')}`];
    return candle && volume > 0n && !mayClose(candle, { high, low, last })
      ? [`${code} of ${date} closed at ${candle.close_paise} (${candle.close_from}), its trades cannot`]
      : [];
  });
}

/**
 * Whether such trades can have made the close. What trades after the closing auction trades at its price. Averages are made anew by nobody: they lie within the
 * day's prices here, and from the next day's closing on the log has them.
 */
function mayClose(
  { close_paise: close, close_from: from }: Candle,
  { high, low, last }: Record<'high' | 'low' | 'last', number>,
): boolean {
  if (from === 'auction' || from === 'last_trade') return close === BigInt(last);
  return from === 'previous_close' || (close >= BigInt(low) && close <= BigInt(high));
}

/** What is different where a day cannot have begun with the closes of the day before, as they are stored, and have the record that it has. */
async function wrongBeginning(db: Queryable, head: OrderLogHead, said: Sealed): Promise<string | undefined> {
  const { marketDay, marketDate, issuers, indices } = head;
  const before = await closesBefore(db, { marketDay, marketDate });
  const kept = new Map(head.before);
  const other = [...new Set([...before.keys(), ...kept.keys()])].find(
    (code) => before.get(code)?.closePaise !== kept.get(code)?.closePaise,
  );
  if (other !== undefined) {
    return `${other} closed at ${before.get(other)?.closePaise} before ${marketDate}, which began with ${kept.get(other)?.closePaise}`;
  }
  const facts = factsOfHead(head, String);
  const day = new TradingDay({ ...facts, before }, { issuers, indices, offerings: [] });
  const spec = store.hashOf({ ...day.spec, seed: undefined });
  return spec === said.spec && head.seed === said.seed
    ? undefined
    : `${marketDate} began with other shares, closes or a seed than the log says`;
}
