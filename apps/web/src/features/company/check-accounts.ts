import type { Data } from '@khara/contract';
import { call } from '#api/client.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { keptLog } from '#features/proof/kept-log.ts';

/**
 * What this device finds of a company's figures. `same`: they lead to what the record of the day's opening
 * says. `unproved`: the log has no record of that day yet, or this device follows another log.
 * `missing`: nothing came to compare them with. `older`: they are of another day than the market's.
 */
export type AccountsCheck =
  | { readonly is: 'same'; readonly line: number; readonly at: number }
  | { readonly is: 'differs'; readonly expected: string; readonly found: string }
  | { readonly is: 'unproved' | 'missing' | 'older' }
  | { readonly is: 'unanswered'; readonly cause: string };

/** Computes what the shown figures lead to, and compares it with the signed log. */
export async function checkAccounts(
  code: string,
  { quarters, sealed }: Pick<Data<'company'>, 'quarters' | 'sealed'>,
): Promise<AccountsCheck> {
  if (!sealed) return { is: 'missing' };
  const { marketDate, before, index, size, path } = sealed;
  if (marketDate !== useMarketClock.getState().market?.marketDate) return { is: 'older' };
  const [{ accountsRoot, hex, readCheckpoint, saysInLog, unhex }, answer] = await Promise.all([
    import('@khara/proof'),
    call('dayProof', { marketDate, session: 'opening' }),
  ]);
  if (!answer.ok) return { is: 'unanswered', cause: answer.message };
  const { record, log } = answer.data;
  const known = keptLog();
  // A device that follows another key looks at the log first (proof/log-watch.ts): nothing is said of these figures.
  if (!record || (known && known.publicKey !== log.publicKey)) return { is: 'unproved' };
  const root = accountsRoot(code, unhex(before), quarters, { index, size, path: path.map(unhex) });
  const found = root ? hex(root) : '';
  const { companies } = JSON.parse(record.json) as { readonly companies?: unknown }; // a boundary: compared below
  if (companies !== found) return { is: 'differs', expected: String(companies), found };
  const isSigned = readCheckpoint(record.note, { name: log.name, publicKey: unhex(log.publicKey) }).ok;
  if (!isSigned || !saysInLog(record, 'market.session', { session: 'opening', marketDate, companies }))
    return { is: 'differs', expected: log.publicKey, found: record.leaf };
  return { is: 'same', line: record.index, at: Date.now() };
}
