import { CLASS_STARTS_PAISE, PRACTICE_START_PAISE } from '@khara/rules';
import type { Queryable } from '#src/ports/database.ts';
import { finding, type Check, type Finding } from './finding.ts';
import { erasedMembers } from './recorded-rows.ts';

/**
 * What an account says of its owner is what was decided: certified by a check, erased by a record. What practice
 * accounts began with is what each gets.
 */
export const verifyMembers: Check = async (tx) => [await identities(tx), await erasures(tx), await practiceStarts(tx)];

async function identities(tx: Queryable): Promise<Finding> {
  const found = finding('identity_matches_checks');
  const rows = await tx.query<{ id: string; kycStatus: string; status: string }>(
    'verify.identities',
    `SELECT m.id, m.kyc_status, coalesce(a.status, 'unauthenticated') AS status
     FROM accounts.member m LEFT JOIN (SELECT DISTINCT ON (member_id) member_id, status, name FROM kyc.application ORDER BY member_id, id DESC) a
       ON a.member_id = m.id
     WHERE m.erased_at IS NULL AND (m.kyc_status <> coalesce(a.status, 'unauthenticated')
       OR m.kyc_name IS DISTINCT FROM CASE WHEN m.kyc_status = 'certified' THEN a.name END)`,
  );
  for (const { id, kycStatus: said, status } of rows) {
    found.add(`account ${id} is ${said}, and its newest identity check is ${status}, or has another name`);
  }
  return found.end();
}

async function erasures(tx: Queryable): Promise<Finding> {
  const found = finding('erasures_recorded');
  const erased = new Set(await erasedMembers(tx));
  const rows = await tx.query<{ id: string }>(
    'verify.erased',
    'SELECT id FROM accounts.member WHERE erased_at IS NOT NULL OR log_salt IS NULL',
  );
  for (const { id } of rows) {
    if (!erased.delete(id)) found.add(`account ${id} is erased, and the log has no record of it`);
  }
  for (const id of erased) found.add(`the log says that account ${id} was erased, and it is not`);
  return found.end();
}

/**
 * Each practice account got its paper money as it was opened, a seat one of those that a class may give; no other did.
 */
async function practiceStarts(tx: Queryable): Promise<Finding> {
  const found = finding('practice_starts_recorded');
  const rows = await tx.query<{ what: string }>(
    'verify.practice_starts',
    `SELECT coalesce(s.owner, 'u:' || o.id) || ' began with ' || coalesce(s.amount::text, 'nothing') || ' paise, and '
       || CASE WHEN o.id IS NULL THEN 'was opened as no practice account' ELSE 'should have ' || $1 END AS what
     FROM (
       SELECT e.ref, p.owner, p.asset, p.amount FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id
       WHERE e.kind = 'practice_start' AND p.code = 101
     ) s
     FULL JOIN (
       SELECT json::jsonb ->> 'id' AS id, json::jsonb ->> 'act' = 'seat_opened' AS is_seat FROM ledger.record
       WHERE type = 'account.secrets' AND json::jsonb ->> 'act' IN ('practice_opened', 'seat_opened')
     ) o ON o.id = s.ref
     WHERE (s.owner, s.asset) IS DISTINCT FROM ('u:' || o.id, 'INR')
       OR s.amount <> $1::bigint AND NOT (o.is_seat AND s.amount = ANY ($2::bigint[]))`,
    [PRACTICE_START_PAISE, [...CLASS_STARTS_PAISE]],
  );
  for (const { what } of rows) found.add(what);
  return found.end();
}
