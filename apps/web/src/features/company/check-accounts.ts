import type { Data } from '@khara/contract';
import { call } from '#api/client.ts';
import { keptLog } from '#features/proof/kept-log.ts';

/**
 * What this device finds of a company's figures. `same`: they lead to what the record of the day's opening says.
 * `unproved`: the log has no record of that day yet, or this device follows another log.
 */
export type AccountsCheck =
  | { readonly is: 'same'; readonly line: number; readonly at: number }
  | { readonly is: 'differs'; readonly expected: string; readonly found: string }
  | { readonly is: 'unproved' }
  | { readonly is: 'unanswered'; readonly cause: string };

/** Computes what the shown figures lead to, and compares it with the signed log. */
export async function checkAccounts(
  quarters: Data<'company'>['quarters'],
  { marketDate, before, index, size, path }: NonNullable<Data<'company'>['sealed']>,
): Promise<AccountsCheck> {
  const [{ accountsRoot, hex, readCheckpoint, saysInLog, unhex }, answer] = await Promise.all([
    import('@khara/proof'),
    call('dayProof', { marketDate, session: 'opening' }),
  ]);
  if (!answer.ok) return { is: 'unanswered', cause: answer.message };
  const { record, log } = answer.data;
  const known = keptLog();
  // A device that follows another key looks at the log first (proof/log-watch.ts): nothing is said of these figures.
  if (!record || (known && known.publicKey !== log.publicKey)) return { is: 'unproved' };
  const root = accountsRoot(unhex(before), quarters, { index, size, path: path.map(unhex) });
  const found = root ? hex(root) : '';
  const { accounts } = JSON.parse(record.json) as { readonly accounts?: unknown }; // a boundary: compared below
  if (accounts !== found) return { is: 'differs', expected: String(accounts), found };
  const isSigned = readCheckpoint(record.note, { name: log.name, publicKey: unhex(log.publicKey) }).ok;
  if (!isSigned || !saysInLog(record, 'market.session', { session: 'opening', marketDate, accounts }))
    return { is: 'differs', expected: log.publicKey, found: record.leaf };
  return { is: 'same', line: record.index, at: Date.now() };
}
