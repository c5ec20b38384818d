import { nextRegularDay, type Day } from '@khara/rules';
import { issuerSeries, surveillanceStage } from '@khara/market-day';
import { isCompany } from '@khara/universe';
import {
  makeIsin,
  mayOffer,
  plannedOn,
  startingOffers,
  TakenCodes,
  UPFRONT_BPS,
  type Company,
  type PlannedOffering,
  type StartingOffering,
} from '@khara/offerings';
import { recordRow } from '#modules/ledger/index.ts';
import type { Db, Queryable, Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { keyHash, SANDBOX_KEY } from './access-keys.ts';
import { demergedCodes } from '#modules/market/index.ts';
import * as store from './offering-store.ts';

/** Market days for which offerings are planned ahead, so that there is always something to come. */
const DAYS_AHEAD = 2;

/** What a share is called in the ledger: of a listed company its own asset, of an issue the one it will have. */
type AssetOf = (code: string) => string | undefined;

/**
 * Writes an offering that is planned, and the record of its terms. Answers false when there is one of its id
 * or of its issue's code, or its code has no share.
 */
export async function insertPlanned(
  tx: Tx,
  { id, offer, windows, closesAtOnce = false }: PlannedOffering & Partial<StartingOffering>,
  marketDay: number,
  assetOf: AssetOf,
): Promise<boolean> {
  const asset = offer.kind === 'ipo' ? `EQ:${makeIsin(offer.code)}` : assetOf(offer.code);
  if (asset === undefined) return false;
  const needsKey = offer.kind === 'private_placement' || offer.kind === 'block';
  const rows = await tx.query(
    'offerings.insert_offering',
    `INSERT INTO offerings.offering (id, kind, code, asset, names, sector, board, stories, unit, floor_paise, cap_paise, issue_paise, price_paise, discount_bps,
         shares_per_lot, total_shares, reserved_shares, offered_shares, min_lots, max_lots, upfront_bps, demand_hundredths, key_hash,
         market_day, opens_market, closes_market, allotment_market, signing_market, listing_date, closes_at_once)
       VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $8::jsonb, $9::jsonb, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30)
       ON CONFLICT DO NOTHING RETURNING id`,
    [
      id,
      offer.kind,
      offer.code,
      asset,
      JSON.stringify(offer.names),
      offer.sector,
      offer.board,
      offer.story === undefined ? null : JSON.stringify(offer.story),
      offer.unit === undefined ? null : JSON.stringify(offer.unit),
      offer.floorPrice ?? null,
      offer.capPrice ?? null,
      offer.issuePrice,
      offer.price,
      offer.discountBps,
      offer.sharesPerLot,
      offer.totalShares,
      offer.reservedShares,
      offer.offeredShares,
      offer.minLots,
      offer.maxLots,
      UPFRONT_BPS[offer.kind],
      offer.demandHundredths,
      needsKey ? keyHash(SANDBOX_KEY) : null,
      marketDay,
      windows.opens,
      windows.closes,
      windows.allotment,
      windows.signingEnds ?? null,
      windows.listingDate,
      closesAtOnce,
    ],
  );
  if (rows.length > 0) await recordRow(tx, store.OFFERINGS, id, 'planned');
  return rows.length > 0;
}

/** Writes planned offerings that are not there yet. */
async function insert(
  db: Db,
  planned: readonly (PlannedOffering & Partial<StartingOffering>)[],
  marketDay: number,
  assetOf: AssetOf,
): Promise<void> {
  for (const one of planned) await db.transaction((tx) => insertPlanned(tx, one, marketDay, assetOf));
}

/**
 * Plans what opens in the next market days. The first time it writes the offerings that a new market begins
 * with; from then on the calendar of the days after. The number of a market day is counted from the first one
 * on.
 */
export async function planOfferings({
  db,
  market,
  offerings: { seeds },
}: Pick<Deps, 'db' | 'market' | 'offerings'>): Promise<void> {
  const { marketDate, marketTime, speed } = market.now();
  const [known] = await db.query<{ firstDay: string; plannedTo: number }>(
    'offerings.calendar',
    'SELECT first_day, planned_to FROM offerings.calendar',
  );
  const assetOf = assetIn(market);
  if (!known) {
    const now = marketTime.slice(0, 16);
    await insert(db, startingOffers({ day: marketDate, now, speed, seeds }), 0, assetOf);
    await db.query(
      'offerings.begin_calendar',
      'INSERT INTO offerings.calendar (one, planned_to, first_day) VALUES (true, 0, $1) ON CONFLICT DO NOTHING',
      [marketDate],
    );
  }
  const firstDay = known?.firstDay ?? marketDate;
  const plannedTo = known?.plannedTo ?? 0;
  const today = daysBetween(firstDay, marketDate);
  if (plannedTo >= today + DAYS_AHEAD) return;
  const taken = await takenCodes(db, { market, offerings: { seeds } });
  const companies = listCompanies(market);
  let day = firstDay;
  for (let index = 1; index <= today + DAYS_AHEAD; index += 1) {
    day = nextRegularDay(day);
    if (index <= plannedTo) continue;
    const planned = plannedOn({ index, day, seeds, companies, taken });
    for (const { offer } of planned) taken.add(offer.code);
    await insert(db, planned, index, assetOf);
    await notePlanned(db, index);
  }
}

export const assetIn =
  (market: Deps['market']): AssetOf =>
  (code) =>
    market.instrument(code)?.asset;

/** Codes that no new issue may have: listed, on offer, or of an offer or a demerger to come. */
export async function takenCodes(
  db: Queryable,
  {
    market,
    offerings: { seeds },
  }: { readonly market: Deps['market']; readonly offerings: Pick<Deps['offerings'], 'seeds'> },
): Promise<TakenCodes> {
  const made = [...(await store.issuedCodes(db)), ...(await demergedCodes(db))];
  return new TakenCodes([...made, ...seeds.map(({ code }) => code), ...market.instruments().map(({ code }) => code)]);
}

/** The first market day, from which the days of the calendar are counted. */
export async function readFirstDay(db: Queryable, market: Deps['market']): Promise<Day> {
  const rows = await db.query<{ firstDay: string }>('offerings.first_day', 'SELECT first_day FROM offerings.calendar');
  return rows[0]?.firstDay ?? market.now().marketDate;
}

/** Most days have offerings, and those that have none must not be planned again and again. */
const notePlanned = (db: Queryable, index: number): Promise<unknown> =>
  db.query('offerings.note_planned', 'UPDATE offerings.calendar SET planned_to = greatest(planned_to, $1)', [index]);

function daysBetween(from: Day, to: Day): number {
  let days = 0;
  for (let day = from; day < to; days += 1) day = nextRegularDay(day);
  return days;
}

/** Listed companies that trade, by code: what issues and offers by rule are made from. */
export function listCompanies(market: Deps['market']): Company[] {
  const { marketDate } = market.now();
  return market
    .instruments()
    .flatMap(({ code, issuer, tradable }) => {
      const quote = market.quote(code);
      if (!issuer || !isCompany(issuer) || !tradable || !quote) return [];
      const { names, sector } = issuer;
      const on = { day: marketDate, series: issuerSeries(issuer, marketDate), stage: surveillanceStage(issuer) };
      return [{ code, names, sector, lastPrice: quote.lastPrice, mayOffer: mayOffer(issuer, on) }];
    })
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}
