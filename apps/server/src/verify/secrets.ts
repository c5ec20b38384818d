import { SEALED_AUTHENTICATORS } from '#modules/accounts/index.ts';
import { SEALED_STAFF_FACTORS } from '#modules/console/index.ts';
import { SEALED_PICTURES } from '#modules/pictures/index.ts';
import { SEALED_BANK_ACCOUNTS } from '#modules/wallet/index.ts';
import type { SealedTable } from '#src/security/sealed-table.ts';
import { opensKey } from '#src/security/vault.ts';
import { finding, type Check } from './finding.ts';
import { erasedMembers } from './recorded-rows.ts';

export const SEALED_TABLES: readonly SealedTable[] = [
  SEALED_AUTHENTICATORS,
  SEALED_BANK_ACCOUNTS,
  SEALED_PICTURES,
  SEALED_STAFF_FACTORS,
];

/**
 * The key of each secret opens under the vault's: with another one no payout could be sent to a bank account, and no
 * member or colleague sign in by an authenticator.
 */
export const verifySecrets: Check = async (tx, { vault }) => {
  const found = finding('secrets_open');
  const erased = await erasedMembers(tx);
  for (const { table, id, columns, belongsTo } of SEALED_TABLES) {
    type Row = Readonly<Record<string, string>> & { row: string; keyId: string; wrappedKey: Buffer };
    const rows = await tx.query<Row>(
      `verify.secrets_of_${table}`,
      `SELECT ${[`${id} AS row`, id, ...columns].join(', ')}, key_id, wrapped_key FROM ${table} WHERE wrapped_key IS NOT NULL`,
    );
    for (const row of rows) {
      if (opensKey(vault, row, belongsTo(row)) || erased.has(row['memberId'] ?? '')) continue;
      found.add(`the secret of ${row.row} in ${table} does not open under vault-key-${row.keyId}`);
    }
  }
  return [found.end()];
};
