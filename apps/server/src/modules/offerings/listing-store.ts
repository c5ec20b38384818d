import type { Language } from '@khara/contract';
import { makeIssuer } from '@khara/offerings';
import type { Issuer, Names } from '@khara/universe';
import { fencedDatabase } from '#modules/market/index.ts';
import type { Db, Queryable } from '#src/ports/database.ts';
import type { ListingPort } from '#src/ports/listing.ts';
import { describeOffering } from './present-offering.ts';
import type { Offering } from './offering.ts';

const inEveryLanguage = (write: (language: Language) => string): Names => ({
  en: write('en'),
  hi: write('hi'),
  'zh-Hant': write('zh-Hant'),
  'zh-Hans': write('zh-Hans'),
});

/**
 * Issues that the exchange lists. A market day that begins takes those whose shares are in their owners'
 * accounts (`take`); which they are is then written down, so that the day is replayed with the same ones.
 */
export const createListings = (db: Db): ListingPort => ({
  async take(marketDate, by) {
    await fencedDatabase(db, by).query(
      'offerings.take_listings',
      `UPDATE offerings.offering SET listed_on = $1::date
       WHERE kind = 'ipo' AND state = 'pending_listing' AND credited_ms IS NOT NULL AND listed_on IS NULL AND listing_date <= $1::date`,
      [marketDate],
    );
    return listedBy(db, marketDate);
  },
  listedBy: (marketDate) => listedBy(db, marketDate),
});

/** All issues that were listed up to a market date, in the order in which they came. */
async function listedBy(db: Queryable, marketDate: string): Promise<readonly Issuer[]> {
  const rows = await db.query<Offering>(
    'offerings.listed_by',
    `SELECT * FROM offerings.offering WHERE kind = 'ipo' AND listed_on <= $1::date ORDER BY listed_on, id`,
    [marketDate],
  );
  return rows.map((row) =>
    makeIssuer({
      code: row.code,
      names: row.names,
      sector: row.sector,
      board: row.board,
      issuePrice: Number(row.allotmentPaise ?? row.issuePaise),
      totalShares: Number(row.totalShares),
      reservedShares: Number(row.reservedShares),
      demandHundredths: Math.round((Number(row.lots) * row.sharesPerLot * 100) / row.offeredShares),
      sharesPerLot: row.sharesPerLot,
      listedOn: row.listedOn ?? marketDate,
      blurb: inEveryLanguage((language) => describeOffering(row, language)),
    }),
  );
}
