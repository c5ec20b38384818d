import { createHmac, hkdfSync } from 'node:crypto';
import type { Deps } from '#src/kernel/deps.ts';
import type { SealedTable } from '#src/security/sealed-table.ts';
import { unseal } from '#src/security/vault.ts';
import type { BankAccount } from './bank-store.ts';

/** The whole number, for the rail that pays to it. */
export const readNumber = ({ keys }: Pick<Deps, 'keys'>, row: BankAccount): string =>
  unseal(
    keys.vault,
    { keyId: row.keyId, wrappedKey: row.wrappedKey, body: row.body },
    numberScope(row.memberId, row.id),
  ).toString();

export const numberScope = (userId: string, id: string) => [userId, 'bank account', id];

/** Numbers of accounts whose keys the vault wraps. */
export const SEALED_BANK_ACCOUNTS: SealedTable = {
  table: 'wallet.bank_account',
  id: 'id',
  columns: ['member_id'],
  belongsTo: ({ id = '', memberId = '' }) => numberScope(memberId, id),
};

/** Tells the same number from another without knowing it; without the installation's secret it cannot be tried out. */
export function numberHash({ keys }: Pick<Deps, 'keys'>, number: string, ifsc: string): Uint8Array {
  const key = Buffer.from(hkdfSync('sha256', keys.installSecret, '', 'khara/bank-account', 32));
  return createHmac('sha256', key).update(`${ifsc}:${number}`).digest();
}
