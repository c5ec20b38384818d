import type { ConsoleBody, ConsoleData } from '@khara/contract';
import { expectRecord } from '#modules/ledger/index.ts';
import { SqlError, type Queryable, type Tx } from '#src/ports/database.ts';

/** SQL of acts without terms, which maker and checker approve. */

type Approval = ConsoleBody<'consoleAgree'>;

/** Approves an act. Answers maker and checker once there are both; `waits` before. Throws what `isForOneself` knows. */
export async function approveAct(
  tx: Tx,
  { tokenHash, act, subject, reason, at }: Approval & { readonly tokenHash: Buffer; readonly at: number },
): Promise<'waits' | 'not_found' | { readonly maker: string; readonly checker: string }> {
  expectRecord(tx, 'ops.line', { subject, reason, at });
  expectRecord(tx, 'account.access', { owner: `u:${subject}`, reason, at });
  if (act === 'factor.recover') {
    expectRecord(tx, 'staff.factor', { id: subject }, { isMany: true });
    expectRecord(tx, 'staff.session', { staff: subject, ended: at }, { isMany: true });
  }
  const [line] = await tx.query<{
    state: 'waits' | 'not_found' | 'agreed';
    maker: string | undefined;
    checker: string;
  }>('console.approve_act', 'SELECT state, maker, checker FROM console.approve_act($1, $2, $3, $4, $5)', [
    tokenHash,
    act,
    subject,
    reason,
    at,
  ]);
  if (!line || line.state === 'not_found') return 'not_found';
  return line.state === 'agreed' && line.maker !== undefined ? { maker: line.maker, checker: line.checker } : 'waits';
}

/** Whether a transaction failed because a person approved an act for themselves. */
export const isForOneself = (error: unknown): boolean =>
  error instanceof SqlError && error.constraint === 'agreement_by_others';

/** Who works here, and whether they have a second factor. */
export async function listStaff(db: Queryable): Promise<ConsoleData<'consoleStaff'>['staff']> {
  const rows = await db.query<{ number: string; name: string; secondFactor: boolean }>(
    'console.staff_factors',
    'SELECT number, name, second_factor FROM console.factor_line ORDER BY length(number), number',
  );
  return rows.map(({ number, name, secondFactor }) => ({ number, name, secondFactor }));
}

/** Acts that wait for a checker. */
export async function openActs(db: Queryable): Promise<ConsoleData<'consoleStaff'>['agreements']> {
  const rows = await db.query<Approval & { staff: string; at: number }>(
    'console.agreements',
    'SELECT act, subject, staff, reason, at FROM console.agreement_line ORDER BY id DESC LIMIT 100',
  );
  return rows.map((row) => ({ ...row, at: row.at }));
}
