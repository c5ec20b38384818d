import type { Check } from './finding.ts';

/** What orders, the wallet and issues check of themselves, beside the ledger. */
export const verifyModules: Check = async (tx) => {
  const rows = await tx.query<{ name: string; violations: bigint; sample: string | null }>(
    'verify.modules',
    'SELECT name, violations, sample FROM checks.of_modules()',
  );
  return rows.map((row) => ({ name: row.name, violations: Number(row.violations), sample: row.sample ?? undefined }));
};
