/*
 * What a person with the database's superuser password may try, each with the check of `npm run verify` that has to name it. To add one, append a line to
 * the list of its part. `tamperings.test.ts` runs each on a copy of a database that has lived (`lived.ts`).
 */

export type Tampering = {
  /** What is done, in a few words. */
  readonly name: string;
  /** Statements, separated by a semicolon at a line's end. Rows are changed with every trigger and foreign key out of the way. */
  readonly sql: string;
  /** Names of checks that have to find it; others may, too. */
  readonly found: readonly string[];
  /** It changes the catalogue and not rows: nothing is moved out of its way, and no row needs to be touched. */
  readonly ofCatalogue?: true;
};

/** The oldest row of something that a member owns, whoever that is. */
const ONE = 'LIMIT 1';

const LEDGER: readonly Tampering[] = [
  {
    name: 'a balance is raised',
    sql: `UPDATE ledger.account SET balance = balance + 100000 WHERE id = (SELECT min(id) FROM ledger.account WHERE code = 101)`,
    found: ['balance_matches_postings'],
  },
  {
    name: 'a line of an entry is doubled',
    sql: `UPDATE ledger.posting SET amount = amount * 2 WHERE entry_id = 3`,
    found: ['entry_hash'],
  },
];

const WALLET: readonly Tampering[] = [
  {
    name: 'a recharge says another amount',
    sql: `UPDATE wallet.recharge SET amount = amount + 1 WHERE order_number = (SELECT order_number FROM wallet.recharge ORDER BY 1 ${ONE})`,
    found: ['recharge_matches_ledger'],
  },
];

const TRADING: readonly Tampering[] = [
  {
    name: 'a fill is of more shares',
    sql: `UPDATE trading."order" SET filled_paise = filled_paise + 1 WHERE filled > 0`,
    found: ['order_fills'],
  },
];

const OFFERINGS: readonly Tampering[] = [
  {
    name: 'another seed was drawn with',
    sql: `UPDATE ipo.offering SET seed = sha256(seed) WHERE seed IS NOT NULL`,
    found: ['offering_is_as_sealed'],
  },
];

const MARKET: readonly Tampering[] = [
  {
    name: 'a close is moved',
    sql: `UPDATE market.candle_day SET close_paise = close_paise + tick_paise WHERE market_date = (SELECT min(market_date) FROM market.candle_day JOIN market.day USING (market_date))`,
    found: ['day_closes'],
  },
];

/** Rows that the log has a record of: bindings, identities, decisions, permissions. */
const RECORDS: readonly Tampering[] = [];

const CATALOGUE: readonly Tampering[] = [];

export const TAMPERINGS: readonly Tampering[] = [
  ...LEDGER,
  ...WALLET,
  ...TRADING,
  ...OFFERINGS,
  ...MARKET,
  ...RECORDS,
  ...CATALOGUE,
];
