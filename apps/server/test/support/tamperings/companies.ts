import type { Tampering } from './tampering.ts';

/** The record of the newest opening. */
const OPENING = `id = (SELECT max(id) FROM ledger.record WHERE type = 'market.session' AND ref LIKE '% opening %')`;
const FOUND = ['accounts_published'] as const;

/** Of what companies have published, in the database of company-tamperings.test.ts. */
export const COMPANIES: readonly Tampering[] = [
  {
    name: 'a dividend of a published quarter was larger',
    sql: `UPDATE market.corporate_action SET per_share_paise = 2 * per_share_paise WHERE kind = 'dividend' AND applied_ms IS NOT NULL`,
    found: FOUND,
  },
  {
    name: 'a dividend of a published quarter is gone',
    sql: `DELETE FROM market.corporate_action WHERE kind = 'dividend' AND applied_ms IS NOT NULL`,
    found: FOUND,
  },
  {
    name: 'a company had more shares when it paid a published dividend',
    sql: `UPDATE market.corporate_action SET first = 3 * first WHERE kind = 'bonus' AND applied_ms IS NOT NULL`,
    found: FOUND,
  },
  {
    name: 'the market did not run on a results day',
    sql: `DELETE FROM market.day WHERE market_date = '2027-01-12'`,
    found: FOUND,
  },
  {
    name: 'the seed of a results day is another in the log',
    sql: `UPDATE ledger.record SET json = regexp_replace(json, '"seed":"..', '"seed":"00') WHERE type = 'market.session' AND ref = '2027-01-12 closing'`,
    found: FOUND,
  },
  {
    name: 'the record of an opening has other accounts',
    sql: `UPDATE ledger.record SET json = regexp_replace(json, '"companies":"....', '"companies":"0000') WHERE ${OPENING}`,
    found: FOUND,
  },
  {
    name: 'the record of an opening has another past',
    sql: `UPDATE ledger.record SET json = regexp_replace(json, '"past":"....', '"past":"0000') WHERE ${OPENING}`,
    found: FOUND,
  },
];
