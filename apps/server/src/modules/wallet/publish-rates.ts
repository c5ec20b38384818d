import { rupees } from '@khara/money';
import { hex } from '@khara/proof';
import { nextRegularDay } from '@khara/rules';
import * as ledger from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { hashOfRateSeed, rateOn, seedOfRate } from './conversion-rate.ts';

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
 * this date and the next ones. Dates that passed while no server ran come first: the walk leaves none out. Safe to
 * repeat: a record is written once.
 */
export async function publishRates({ db, keys }: Pick<Deps, 'db' | 'keys'>, marketDate: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [last] = await tx.query<{ date: string | undefined }>(
      'wallet.rates_sealed',
      `SELECT max(left(ref, 10)) AS date FROM ledger.record WHERE type = 'rates' AND ref LIKE '% sealed'`,
    );
    const ahead = [marketDate];
    for (let day = marketDate; ahead.length <= DAYS_AHEAD;) ahead.push((day = nextRegularDay(day)));
    if (typeof last?.date === 'string')
      for (let day = nextRegularDay(last.date); day < marketDate; day = nextRegularDay(day)) ahead.push(day);
    for (const date of ahead.toSorted()) {
      const said: SealedRate = {
        rate: 'USDT',
        sealed: date,
        seedHash: hex(hashOfRateSeed(date, seedOfRate(keys, date))),
      };
      await ledger.appendRecord(tx, { type: 'rates', ref: `${date} sealed`, json: JSON.stringify(said) });
    }
    const over = await tx.query<{ date: string }>(
      'wallet.rates_over',
      `SELECT left(s.ref, 10) AS date FROM ledger.record s WHERE s.type = 'rates' AND s.ref LIKE '% sealed' AND left(s.ref, 10) < $1
         AND NOT EXISTS (SELECT FROM ledger.record r WHERE r.type = 'rates' AND r.ref = left(s.ref, 10) || ' revealed') ORDER BY 1`,
      [marketDate],
    );
    for (const { date } of over) {
      const seed = seedOfRate(keys, date);
      const { middlePaise } = rateOn(keys, date);
      const said: RevealedRate = { rate: 'USDT', revealed: date, seed: hex(seed), middle: rupees(middlePaise) };
      await ledger.appendRecord(tx, { type: 'rates', ref: `${date} revealed`, json: JSON.stringify(said) });
    }
  });
}
