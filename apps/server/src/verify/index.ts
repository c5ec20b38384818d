import { verifyDays } from './days.ts';
import type { Check, Finding } from './finding.ts';
import { verifyLedger } from './ledger.ts';
import { verifyModules } from './modules.ts';

export type { Check, Finding } from './finding.ts';

/** Every check of `npm run verify`, in the order in which it prints them. A file of this folder adds itself here. */
export const CHECKS: readonly Check[] = [verifyLedger, verifyModules, verifyDays];

/** What all of them find, one after the other on one view of the data. */
export const verifyAll: Check = async (tx, keys) => {
  await tx.query('verify.names', "SELECT pg_catalog.set_config('search_path', '', true)");
  const found: Finding[] = [];
  for (const check of CHECKS) found.push(...(await check(tx, keys)));
  return found;
};
