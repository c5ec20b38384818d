import { rupees } from '@khara/money';
import { hex } from '@khara/proof';
import { nextRegularDay } from '@khara/rules';
import * as ledger from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { hashOfRateSeed, rateOf, seedOfRate } from './conversion-rate.ts';

/** Market days whose rates are sealed ahead: in the nse profile a server may be away for some. */
const DAYS_AHEAD = 5;

/** What the log says of a date's rate before it begins, and after it. Hashes and seeds are hexadecimal. */
export type SealedRate = { readonly rate: 'USDT'; readonly sealed: string; readonly seedHash: string };
export type RevealedRate = {
  readonly rate: 'USDT';
  readonly revealed: string;
  readonly seed: string;
  /** In rupees. */
  readonly middle: string;
};

/**
 * At the start of a market day: the seeds of rates that are over go into the log, and the hashes of those of
 * this date and the next ones. Safe to repeat: a record is written once.
 */
export async function publishRates({ db, keys }: Pick<Deps, 'db' | 'keys'>, marketDate: string): Promise<void> {
  const ahead = [marketDate];
  for (let day = marketDate; ahead.length <= DAYS_AHEAD;) ahead.push((day = nextRegularDay(day)));
  await db.transaction(async (tx) => {
    const over = await tx.query<{ date: string }>(
      'wallet.rates_over',
      `SELECT left(s.ref, 10) AS date FROM ledger.record s WHERE s.type = 'rates' AND s.ref LIKE '% sealed' AND left(s.ref, 10) < $1
         AND NOT EXISTS (SELECT FROM ledger.record r WHERE r.type = 'rates' AND r.ref = left(s.ref, 10) || ' revealed') ORDER BY 1`,
      [marketDate],
    );
    for (const { date } of over) {
      const seed = seedOfRate(keys, date);
      const { middlePaise } = rateOf(date, seed);
      const said: RevealedRate = { rate: 'USDT', revealed: date, seed: hex(seed), middle: rupees(middlePaise) };
      await ledger.appendRecord(tx, { type: 'rates', ref: `${date} revealed`, json: JSON.stringify(said) });
    }
    for (const date of ahead) {
      const said: SealedRate = {
        rate: 'USDT',
        sealed: date,
        seedHash: hex(hashOfRateSeed(date, seedOfRate(keys, date))),
      };
      await ledger.appendRecord(tx, { type: 'rates', ref: `${date} sealed`, json: JSON.stringify(said) });
    }
  });
}
