import type { JournalledCommand, OfferCommand } from '@khara/market-day';
import { asPrice } from '@khara/money';
import { drawnBps, pricesFromMarket, saleDaysOf } from '@khara/offerings';
import { recordRow } from '#modules/ledger/index.ts';
import { fenced } from '#modules/market/index.ts';
import { journalOffer } from '#modules/orders/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { DayMoment, SettlementPort } from '#src/ports/exchange.ts';
import { settleBlocks } from './settle-blocks.ts';
import { planOfferings } from './plan-offerings.ts';
import type { OfferingRow } from './offering-rows.ts';
import { liveOfferings, OFFERINGS } from './offering-store.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'market' | 'primary' | 'pushes' | 'log'>;

/** What the venue asks at the moments of a day, with what offerings do at them. */
export const withOfferings = (settlement: SettlementPort, parts: Parts): SettlementPort => ({
  ...settlement,
  scheduledCommands: async (moment, by) => {
    const own = { ...parts, db: fenced(parts.db, by) };
    if (moment.kind === 'offers') return drawValues(own, moment);
    if (moment.kind === 'block_window') return beginBlockWindow(own, moment);
    return (await settlement.scheduledCommands?.(moment, by)) ?? [];
  },
});

/**
 * In the morning, before anything trades: offers of listed shares that open today get their price from the close before, and draw their shares' values down to it;
 * so do those whose shares may be sold for the first time today, where the close is above their price. Knowing the calendar, a member could not have sold what they
 * do not have, and nothing from an offer can be sold above its price at once. Safe to repeat: what is journalled is not journalled again.
 */
export async function drawValues(parts: Parts, { marketDate }: DayMoment): Promise<readonly JournalledCommand[]> {
  await planOfferings(parts);
  return parts.db.transaction(async (tx) => [
    ...(await open(parts, tx, marketDate)),
    ...(await sell(parts, tx, marketDate)),
  ]);
}

async function open({ market, clock }: Parts, tx: Tx, marketDate: string): Promise<readonly OfferCommand[]> {
  const due = await tx.query<OfferingRow>(
    'offerings.offers_opening',
    `SELECT * FROM offerings.offering WHERE kind <> 'ipo' AND NOT closes_at_once AND state IN ('coming_soon', 'in_progress')
       AND (reference_paise IS NULL AND substr(opens_market, 1, 10) <= $1 OR priced_on = $1::date) ORDER BY id FOR NO KEY UPDATE`,
    [marketDate],
  );
  const drawn: OfferCommand[] = [];
  for (const offering of due) {
    const closePaise = market.quote(offering.code)?.previousClosePaise;
    if (closePaise === undefined) continue; // it opens on a day on which its share is quoted
    const priced = await price(tx, offering, closePaise, marketDate);
    const { id: offeringId, code } = offering;
    const bps = drawnBps(priced.reference, priced.price);
    if (bps === 0) continue;
    const command = await journalOffer(tx, { offeringId, code, about: 'opens', bps, marketDate, at: clock.now() });
    if (command) drawn.push(command);
  }
  return drawn;
}

/** Its price on the day it opens; what a market begins with keeps its seeded one, which is made from the same reference prices. */
async function price(tx: Tx, offering: OfferingRow, closePaise: number, marketDate: string) {
  const { kind, id, market_day: day, discount_bps: discountBps } = offering;
  if (offering.reference_paise !== null)
    return { reference: asPrice(offering.reference_paise), price: asPrice(offering.price_paise) };
  const { issuePaise, pricePaise } =
    day === 0 || kind === 'ipo'
      ? { issuePaise: asPrice(offering.issue_paise), pricePaise: asPrice(offering.price_paise) }
      : pricesFromMarket(kind, { lastPaise: closePaise, discountBps, day: marketDate });
  await tx.query(
    'offerings.price_offer',
    'UPDATE offerings.offering SET issue_paise = $2, price_paise = $3, reference_paise = $4, priced_on = $5 WHERE id = $1',
    [id, issuePaise, pricePaise, closePaise, marketDate],
  );
  await recordRow(tx, OFFERINGS, id, 'priced');
  return { reference: closePaise, price: pricePaise };
}

async function sell({ market, clock }: Parts, tx: Tx, marketDate: string): Promise<readonly OfferCommand[]> {
  const sold = await tx.query<OfferingRow>(
    'offerings.offers_sold',
    `SELECT * FROM offerings.offering WHERE kind <> 'ipo' AND reference_paise IS NOT NULL AND state NOT IN ('coming_soon', 'withdrawn', 'lapsed')
       AND listing_date BETWEEN $1::date - 15 AND $1::date ORDER BY id`,
    [marketDate],
  );
  const drawn: OfferCommand[] = [];
  for (const offering of sold) {
    const { id: offeringId, code, kind, discount_bps: discountBps, listing_date: listingDate } = offering;
    if (!saleDaysOf({ kind, discountBps, listingDate }).includes(marketDate)) continue;
    const closePaise = market.quote(code)?.previousClosePaise;
    const bps =
      closePaise === undefined ? 0 : drawnBps(closePaise, asPrice(offering.allotment_paise ?? offering.price_paise));
    if (bps === 0) continue;
    const command = await journalOffer(tx, { offeringId, code, about: 'sold', bps, marketDate, at: clock.now() });
    if (command) drawn.push(command);
  }
  return drawn;
}

/**
 * A block window begins: what was taken of blocks is settled before the market goes on, however short the window is. Called again when the server starts, it
 * settles nothing if the window is over by then. A failure is left to the job, which looks as long as the window is on.
 */
export async function beginBlockWindow(parts: Parts, { marketTime }: DayMoment): Promise<readonly JournalledCommand[]> {
  const now = parts.market.now();
  const isOn = now.blockWindow !== undefined || now.marketTime <= marketTime;
  try {
    await settleBlocks(parts, await liveOfferings(parts.db), isOn);
  } catch (error) {
    parts.log.error({ err: error }, 'blocks could not be settled as their window began');
  }
  return [];
}
