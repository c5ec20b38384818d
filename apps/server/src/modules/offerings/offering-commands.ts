import type { JournalledCommand, OfferCommand } from '@khara/market-day';
import { asPrice } from '@khara/money';
import { offerBps, pricesFromMarket, saleDaysFor } from '@khara/offerings';
import { asRecorded, recordRow } from '#modules/ledger/index.ts';
import { fencedDatabase } from '#modules/market/index.ts';
import { journalOffer } from '#modules/orders/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { ScheduledEvent, SettlementPort } from '#src/ports/exchange.ts';
import { settleBlocks } from './settle-blocks.ts';
import { planOfferings } from './plan-offerings.ts';
import type { Offering } from './offering.ts';
import { liveOfferings, OFFERINGS } from './offering-store.ts';

type OfferingDeps = Pick<Deps, 'db' | 'clock' | 'market' | 'offerings' | 'pushes' | 'log'>;

/** The settlement port with the commands that offerings journal at their times of the day. */
export const withOfferings = (settlement: SettlementPort, deps: OfferingDeps): SettlementPort => ({
  ...settlement,
  scheduledCommands: async (event, by) => {
    const own = { ...deps, db: fencedDatabase(deps.db, by) };
    if (event.kind === 'offers') return journalOffers(own, event);
    if (event.kind === 'block_window') return beginBlockWindow(own, event);
    return settlement.scheduledCommands(event, by);
  },
});

/**
 * In the morning, before anything trades: offers of listed shares that open today get their price from the
 * close before, and draw their shares' values down to it; so do those whose shares may be sold for the first
 * time today, where the close is above their price. Knowing the calendar, a member could not have sold what
 * they do not have, and nothing from an offer can be sold above its price at once. Safe to repeat: what is
 * journalled is not journalled again.
 */
export async function journalOffers(
  deps: OfferingDeps,
  { marketDate }: ScheduledEvent,
): Promise<readonly JournalledCommand[]> {
  await planOfferings(deps);
  return deps.db.transaction(async (tx) => [
    ...(await offersOpening(deps, tx, marketDate)),
    ...(await offersSold(deps, tx, marketDate)),
  ]);
}

async function offersOpening(
  { market, clock }: OfferingDeps,
  tx: Tx,
  marketDate: string,
): Promise<readonly OfferCommand[]> {
  const due = await tx.query<Offering>(
    'offerings.offers_opening',
    `SELECT * FROM offerings.offering WHERE kind <> 'ipo' AND NOT closes_at_once AND state IN ('coming_soon', 'in_progress')
       AND (reference_paise IS NULL AND substr(opens_market, 1, 10) <= $1 OR priced_on = $1::date) ORDER BY id FOR NO KEY UPDATE`,
    [marketDate],
  );
  const recorded = await asRecorded(
    tx,
    OFFERINGS,
    due.map(({ id }) => id),
  );
  const commands: OfferCommand[] = [];
  for (const offering of due.filter(({ id }) => recorded.has(id))) {
    const closePrice = market.quote(offering.code)?.previousClose;
    if (closePrice === undefined) continue; // it opens on a day on which its share is quoted
    const priced = await priceOffer(tx, offering, closePrice, marketDate);
    const { id: offeringId, code } = offering;
    const bps = offerBps(priced.reference, priced.price);
    if (bps === 0) continue;
    const command = await journalOffer(tx, { offeringId, code, about: 'opens', bps, marketDate, at: clock.now() });
    if (command) commands.push(command);
  }
  return commands;
}

/**
 * Its price on the day it opens; what a market begins with keeps its seeded one, which is made from the same
 * reference prices.
 */
async function priceOffer(tx: Tx, offering: Offering, closePrice: number, marketDate: string) {
  const { kind, id, marketDay: day, discountBps } = offering;
  if (offering.referencePaise !== undefined)
    return { reference: asPrice(offering.referencePaise), price: asPrice(offering.pricePaise) };
  const { issuePrice, price } =
    day === 0 || kind === 'ipo'
      ? { issuePrice: asPrice(offering.issuePaise), price: asPrice(offering.pricePaise) }
      : pricesFromMarket(kind, { lastPrice: closePrice, discountBps, day: marketDate });
  await tx.query(
    'offerings.price_offer',
    'UPDATE offerings.offering SET issue_paise = $2, price_paise = $3, reference_paise = $4, priced_on = $5 WHERE id = $1',
    [id, issuePrice, price, closePrice, marketDate],
  );
  await recordRow(tx, OFFERINGS, id, 'priced');
  return { reference: closePrice, price };
}

async function offersSold(
  { market, clock }: OfferingDeps,
  tx: Tx,
  marketDate: string,
): Promise<readonly OfferCommand[]> {
  const sold = await tx.query<Offering>(
    'offerings.offers_sold',
    `SELECT * FROM offerings.offering WHERE kind <> 'ipo' AND reference_paise IS NOT NULL AND state NOT IN ('coming_soon', 'withdrawn', 'lapsed')
       AND listing_date BETWEEN $1::date - 15 AND $1::date ORDER BY id`,
    [marketDate],
  );
  const commands: OfferCommand[] = [];
  for (const offering of sold) {
    const { id: offeringId, code, kind, discountBps, listingDate } = offering;
    if (!saleDaysFor({ kind, discountBps, listingDate }).includes(marketDate)) continue;
    const closePrice = market.quote(code)?.previousClose;
    const bps =
      closePrice === undefined ? 0 : offerBps(closePrice, asPrice(offering.allotmentPaise ?? offering.pricePaise));
    if (bps === 0) continue;
    const command = await journalOffer(tx, { offeringId, code, about: 'sold', bps, marketDate, at: clock.now() });
    if (command) commands.push(command);
  }
  return commands;
}

/**
 * A block window begins: what was taken of blocks is settled before the market goes on, however short the
 * window is. Called again when the server starts, it settles nothing if the window is over by then. A failure
 * is left to the job, which looks as long as the window is on.
 */
export async function beginBlockWindow(
  deps: OfferingDeps,
  { marketTime }: ScheduledEvent,
): Promise<readonly JournalledCommand[]> {
  const now = deps.market.now();
  const isOn = now.blockWindow !== undefined || now.marketTime <= marketTime;
  try {
    await settleBlocks(deps, await liveOfferings(deps.db), isOn);
  } catch (error) {
    deps.log.error({ err: error }, 'blocks could not be settled as their window began');
  }
  return [];
}
