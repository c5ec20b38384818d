import type { Queryable } from '#src/ports/database.ts';
import { verifyAccounts } from './accounts.ts';
import { verifyCatalogue } from './catalogue.ts';
import { verifyBackOffice } from './back-office.ts';
import { verifyCommands } from './commands.ts';
import { verifyCompanies } from './companies.ts';
import { verifyContent } from './content.ts';
import { verifyContractNotes } from './contract-notes.ts';
import { verifyDerived } from './derived.ts';
import { verifyDeliveries } from './deliveries.ts';
import { verifyDemergers } from './demergers.ts';
import { verifyDividends } from './dividends.ts';
import { verifyDays } from './days.ts';
import { verifyDraws } from './draws.ts';
import { verifyEntitlements } from './entitlements.ts';
import { apart, type Check, type Finding, type VerifyKeys } from './finding.ts';
import { verifyLedger } from './ledger.ts';
import { verifyLosses } from './ledger.ts';
import { verifyLots } from './lots.ts';
import { ownNamesOnly, type FreshDatabase } from './made.ts';
import { verifyByQueries } from './queries.ts';
import { verifyMembers } from './members.ts';
import { verifyOrderRuns } from './order-runs.ts';
import { verifyOrders } from './orders.ts';
import { verifyPositions } from './positions.ts';
import { verifyRails } from './rails.ts';
import { verifyRecordedRows } from './recorded-rows.ts';
import { verifyRequests } from './requests.ts';
import { verifyScore } from './score.ts';
import { verifySecrets } from './secrets.ts';
import { verifyRates } from './rates.ts';
import { verifySigners } from './signers.ts';
import { verifyTriggers } from './triggers.ts';

export { otherFiles } from './catalogue.ts';
export { onOneView, type Finding } from './finding.ts';
export { readMade, type FreshDatabase } from './made.ts';

/** What is computed of orders and what they made. */
export const TRADING_CHECKS: readonly Check[] = [
  verifyRequests,
  verifyOrders,
  verifyCommands,
  verifyPositions,
  verifyContractNotes,
  verifyLots,
  verifyDividends,
  verifyEntitlements,
  verifyDemergers,
  verifyTriggers,
  verifyOrderRuns,
];

/** What is computed from the tables, in the order in which it is printed. A file of this folder adds itself here. */
const CHECKS: readonly Check[] = [
  verifyLedger,
  verifySigners,
  verifyAccounts,
  ...TRADING_CHECKS,
  verifyRecordedRows,
  verifySecrets,
  verifyMembers,
  verifyRails,
  verifyDraws,
  verifyScore,
  verifyBackOffice,
  verifyContent,
  verifyDerived,
  verifyDays,
  verifyCompanies,
  verifyDeliveries,
  verifyRates,
  verifyLosses,
];

/**
 * Every check of `npm run verify`, on one view of the data: the catalogue against what this version makes,
 * then what the tables say.
 */
export async function verifyAll(tx: Queryable, keys: VerifyKeys, made: FreshDatabase): Promise<readonly Finding[]> {
  await ownNamesOnly(tx);
  const found = [...(await verifyCatalogue(tx, made.catalogue)), ...(await verifyByQueries(tx, made))];
  for (const check of CHECKS) found.push(...(await apart(tx, check.name, () => check(tx, keys))));
  return found;
}
