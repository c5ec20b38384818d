import { HOLDERS } from './dividends.ts';
import { finding, type Check } from './finding.ts';

/**
 * Each holder of a share at the close before a split, a bonus, a rights issue or a buyback has what the ledger's
 * shares of that time say, and was given what its entry gave; no other member has any of it.
 */
export const verifyEntitlements: Check = async (tx) => {
  const found = finding('entitlements');
  for (const row of await tx.query<Row>('verify.entitlements', ENTITLEMENTS)) {
    const of = `${row.kind} ${row.actionId} of ${row.userId}`;
    if (row.held !== row.wasHeld) found.add(`${of} is for ${row.held} shares, and ${row.wasHeld} were held`);
    if (row.said && row.said !== row.wasSaid) found.add(`${of} says ${row.said}, its action ${row.wasSaid}`);
    if (row.added !== row.credited) found.add(`${of} says ${row.added} were added, and ${row.credited} were`);
  }
  return [found.end()];
};

type Row = {
  readonly actionId: string;
  readonly kind: string;
  readonly userId: string;
  readonly held: bigint;
  readonly wasHeld: bigint;
  readonly added: bigint;
  readonly credited: bigint;
  /** Its kind, share and date; null where there is none. */
  readonly said: string | undefined;
  readonly wasSaid: string;
};

const ENTITLEMENTS = `
  WITH ${HOLDERS(`c.kind <> 'dividend'`)}
  SELECT c.id AS action_id, c.kind, u.user_id, coalesce(t.held, 0) AS held, coalesce(h.shares, 0) AS was_held, coalesce(t.added, 0) AS added,
    coalesce((SELECT sum(p.amount) FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id
      WHERE e.kind = 'corporate_credit' AND e.ref = c.id || '/' || u.user_id AND p.code IN (120, 122)), 0)::bigint AS credited,
    concat_ws(' ', c.kind, CASE WHEN c.kind IN ('split', 'bonus', 'buyback') THEN c.code || ' ' || c.asset END, c.ex_date) AS was_said,
    CASE WHEN t.action_id IS NOT NULL THEN concat_ws(' ', t.kind, CASE WHEN c.kind IN ('split', 'bonus', 'buyback') THEN t.code || ' ' || t.asset END, t.on_date) END AS said
  FROM action c
  CROSS JOIN LATERAL (SELECT h.user_id FROM holder h WHERE h.id = c.id UNION SELECT t.user_id FROM trading.entitlement t WHERE t.action_id = c.id) u
  LEFT JOIN holder h ON h.id = c.id AND h.user_id = u.user_id
  LEFT JOIN trading.entitlement t ON t.action_id = c.id AND t.user_id = u.user_id
  ORDER BY c.ex_date, c.id, u.user_id`;
