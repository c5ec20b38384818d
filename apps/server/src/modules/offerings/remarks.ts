import type { Language } from '@khara/contract';
import { textsFor } from '@khara/texts';
import type { RemarkOf, RemarkedLine } from '#modules/ledger/index.ts';
import { formatMessage } from '#src/kernel/format-message.ts';
import type { Queryable } from '#src/ports/database.ts';

/** Remarks of what applications paid. */
export async function remarksOfOfferings(
  db: Queryable,
  userId: string,
  language: Language,
  lines: readonly RemarkedLine[],
): Promise<RemarkOf> {
  const ids = lines.filter(({ kind }) => isPaying(kind)).map(({ ref }) => ref);
  if (ids.length === 0) return () => undefined;
  const rows = await db.query<{ id: string; code: string; lots: number }>(
    'offerings.remarks',
    `SELECT a.id, o.code, (coalesce(a.allotted_shares, 0) / o.shares_per_lot)::int AS lots
     FROM offerings.application a JOIN offerings.offering o ON o.id = a.offering_id WHERE a.user_id = $1 AND a.id = ANY ($2)`,
    [userId, ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ({ kind, ref }) => {
    const row = byId.get(ref);
    return row && isPaying(kind) ? paymentRemark(language, kind, row) : undefined;
  };
}

type PaymentKind = 'allot_pay' | 'sign_pay' | 'block_pay';
const isPaying = (kind: string): kind is PaymentKind =>
  kind === 'allot_pay' || kind === 'sign_pay' || kind === 'block_pay';

const paymentRemark = (language: Language, kind: PaymentKind, { code, lots }: { code: string; lots: number }): string =>
  formatMessage(textsFor(language).offerings.remarks[kind], { code, lots }, language);
