import type { History } from '@khara/history';
import { daysWithoutPapers, keepPapers, keptDay, yearRanges } from '#modules/market/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { logNames } from '#src/security/log-names.ts';
import { blockDeals } from './block-deal-store.ts';

/**
 * Writes what the close of a day did not: its block deals and the highs and lows of the year. The others come from
 * the day's own trades, and are written with it. Answers how many days it completed.
 */
export async function writeDayPapers({ db, keys }: Pick<Deps, 'db' | 'keys'>, history: History): Promise<number> {
  let written = 0;
  for (const { marketDate } of await daysWithoutPapers(db)) {
    const day = await keptDay(db, marketDate);
    if (!day) continue; // too long ago to name accounts
    const byCode = new Map(day.issuers.map((issuer) => [issuer.code, issuer]));
    const findIssuer = (code: string) => byCode.get(code);
    const deals = await blockDeals(db, { marketDate, names: logNames(keys, marketDate) }, findIssuer);
    const ranges = await yearRanges(db, history, marketDate, findIssuer);
    await db.transaction((tx) => keepPapers(tx, marketDate, { block_deals: deals, year_range: ranges }));
    written += 1;
  }
  return written;
}
