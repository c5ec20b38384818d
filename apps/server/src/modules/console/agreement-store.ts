import type { ConsoleBody, ConsoleData } from '@khara/contract';
import { SqlError, type Queryable, type Tx } from '#src/ports/database.ts';

/** SQL of what two people agree to by saying yes. */

type Agreement = ConsoleBody<'consoleAgree'>;

/** Says yes. Answers who has said it, once there are two; `waits` before. Throws what `isForOneself` knows. */
export async function agree(
  tx: Tx,
  { tokenHash, act, subject, reason, at }: Agreement & { readonly tokenHash: Buffer; readonly at: number },
): Promise<'waits' | 'not_found' | { readonly maker: string; readonly checker: string }> {
  const [said] = await tx.query<{ state: 'waits' | 'not_found' | 'agreed'; maker: string | null; checker: string }>(
    'console.agree',
    'select state, maker, checker from console.agree($1, $2, $3, $4, $5)',
    [tokenHash, act, subject, reason, at],
  );
  if (!said || said.state === 'not_found') return 'not_found';
  return said.state === 'agreed' && said.maker !== null ? { maker: said.maker, checker: said.checker } : 'waits';
}

/** Whether a transaction failed because a person agreed to what was for themselves. */
export const isForOneself = (error: unknown): boolean =>
  error instanceof SqlError && error.constraint === 'agreement_by_others';

/** Who works here, and whether they have a second factor. */
export async function staff(db: Queryable): Promise<ConsoleData<'consoleStaff'>['staff']> {
  const rows = await db.query<{ number: string; name: string; second_factor: boolean }>(
    'console.staff_factors',
    'select number, name, second_factor from console.factor_line order by length(number), number',
  );
  return rows.map(({ number, name, second_factor: secondFactor }) => ({ number, name, secondFactor }));
}

/** What one person has said yes to. */
export async function open(db: Queryable): Promise<ConsoleData<'consoleStaff'>['agreements']> {
  const rows = await db.query<Agreement & { staff: string; at: bigint }>(
    'console.agreements',
    'select act, subject, staff, reason, at from console.agreement_line order by id desc limit 100',
  );
  return rows.map((row) => ({ ...row, at: Number(row.at) }));
}
