import { drawChance, type ClosedSession } from '@khara/market-day';
import { boughtIn, CHANCE_WHOLE, shortDelivery, type LiquidityGroup } from '@khara/rules';
import * as ledger from '#modules/ledger/index.ts';
import { marginsOn } from '#modules/market/index.ts';
import { deliveryQuestion, listTradeDates } from '#modules/delivery/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { finding, type Check } from './finding.ts';

type Kept = {
  readonly userId: string;
  readonly asset: string;
  readonly code: string;
  readonly waits: number;
  readonly sold: number;
  readonly found: boolean;
  readonly auctionBps: number;
  readonly undelivered: number | undefined;
  readonly closedOut: number;
  readonly salePaise: bigint | undefined;
  readonly pricePaise: bigint | undefined;
};

/**
 * What was not delivered on closed market dates is what their seeds say, and was bought in at the prices of the rule.
 */
export const verifyDeliveries: Check = async (db) => {
  const found = finding('short_deliveries');
  for (const { json } of await ledger.recordsOfType(db, 'market.session')) {
    const said = JSON.parse(json) as { readonly session: string } & ClosedSession; // recordClosing wrote it
    if (said.session === 'closing') for (const wrong of await wrongOn(db, said)) found.add(wrong);
  }
  return [found.end()];
};

async function wrongOn(db: Queryable, { marketDate: date, seed }: ClosedSession): Promise<readonly string[]> {
  const secret = Buffer.from(seed, 'hex');
  const [due, kept, margins] = await Promise.all([readHoldings(db, date), readKept(db, date), marginsOn(db, date)]);
  const groups = new Map(margins.map(({ code, group }) => [code, group]));
  const rows = new Map(kept.map((row) => [`${row.userId} ${row.asset}`, row]));
  const wrong = due.flatMap(({ userId, asset, code, delivered, accountKey: key }) => {
    const drawNumber = (what: 'short' | 'found' | 'price') =>
      drawChance(secret, deliveryQuestion(asset, key, what), CHANCE_WHOLE);
    const group: LiquidityGroup = groups.get(code) ?? 1;
    const is = shortDelivery(group, {
      short: drawNumber('short'),
      found: drawNumber('found'),
      price: drawNumber('price'),
    });
    const row = rows.get(`${userId} ${asset}`);
    rows.delete(`${userId} ${asset}`);
    const agrees = is
      ? row?.found === is.isFound &&
        row.auctionBps === is.auctionBps &&
        row.waits + row.sold === delivered &&
        (row.undelivered === undefined || is.isFound || row.undelivered + row.closedOut === delivered)
      : row === undefined;
    return agrees ? [] : [`${code} of ${userId}, due on ${date}, was delivered otherwise than the seed says`];
  });
  const more = [...rows.values()].map(({ code, userId: id }) => `${code} of ${id} was not due on ${date}`);
  const prices = await Promise.all(kept.map(async (row) => ((await hasRightPrice(db, date, row)) ? [] : [row.code])));
  return [...wrong, ...more, ...prices.flat().map((code) => `${code} was bought in at another price on ${date}`)];
}

const readKept = (db: Queryable, date: string): Promise<readonly Kept[]> =>
  db.query(
    'verify.short_deliveries',
    `SELECT s.user_id, s.asset, s.code, s.waits, s.sold, s.found, s.auction_bps, s.undelivered, s.closed_out, s.sale_paise, s.price_paise
     FROM trading.short_delivery s WHERE s.settles_on = $1`,
    [date],
  );

/** What contract notes deliver on a market date, by member and share. */
const readHoldings = (
  db: Queryable,
  date: string,
): Promise<readonly { userId: string; asset: string; code: string; delivered: number; accountKey: number }[]> =>
  db.query(
    'verify.holdings_due',
    `SELECT n.user_id, l.asset, l.code, sum(l.delivered_quantity)::int AS delivered,
       (SELECT o.account_key FROM trading."order" o WHERE o.user_id = n.user_id ORDER BY o.id DESC LIMIT 1) AS account_key
     FROM trading.contract_note n JOIN trading.contract_note_line l ON l.note = n.number
     WHERE n.market_date = ANY ($2::date[]) AND n.settles_on = $1 AND l.product = 'delivery' AND l.delivered_quantity > 0
       AND NOT EXISTS (SELECT FROM trading.entitlement e
         WHERE e.user_id = n.user_id AND e.asset = l.asset AND e.on_date > n.market_date AND e.on_date <= $1 AND e.kind <> 'dividend')
     GROUP BY n.user_id, l.asset, l.code`,
    [date, listTradeDates(date)],
  );

/** Whether the price follows from the stored candles of the dates from trade to auction. */
async function hasRightPrice(db: Queryable, date: string, row: Kept): Promise<boolean> {
  if (row.pricePaise === undefined) return true;
  const candles = await db.query<{ marketDate: string; high: bigint; close: bigint }>(
    'verify.short_prices',
    `SELECT c.market_date, coalesce(c.high_paise, c.close_paise) AS high, c.close_paise AS close FROM market.candle_day c
     WHERE c.code = $1 AND c.market_date BETWEEN $2 AND $3 ORDER BY c.market_date`,
    [row.code, listTradeDates(date).at(-1) ?? date, date],
  );
  const close = candles.find(({ marketDate: on }) => on === date)?.close;
  if (close === undefined) return true; // the day of which nothing is stored yet
  const sale = {
    quantity: row.undelivered ?? 0,
    salePaise: row.salePaise ?? 0n,
    closePaise: close,
    valuationPaise: candles.findLast(({ marketDate: on }) => on < date)?.close ?? close,
    highestPaise: candles.reduce((most, { high }) => (high > most ? high : most), 0n),
  };
  return boughtIn(sale, { isFound: row.found, auctionBps: row.auctionBps }).pricePaise === row.pricePaise;
}
