import { cashForParts } from '@khara/rules';
import { finding, type Check } from './finding.ts';

/**
 * Each holder of a share at the close before the ex-date of its demerger, as the ledger has it, got the new
 * shares that were announced, and no other member did. A part of a share was paid for at the close of the
 * first day on which the new share traded, once that is over.
 */
export const verifyDemergers: Check = async (tx) => {
  const found = finding('demergers');
  for (const row of await tx.query<Row>('verify.demergers', DEMERGERS)) {
    const of = `demerger ${row.actionId} of ${row.userId}`;
    if (row.held !== row.wasHeld) {
      found.add(`${of} is for ${row.held} shares, and ${row.wasHeld} were held`);
      continue;
    }
    const held = Number(row.held);
    const added = Math.floor((held * row.a) / row.b);
    if (Number(row.added) !== added || Number(row.booked) !== added)
      found.add(`${of} gave ${row.added} shares and ${row.booked} in the ledger, not ${added}`);
    const parts = (held * row.a) % row.b;
    if (row.parts !== parts) found.add(`${of} left ${row.parts} parts, which is not its ratio`);
    const cash = parts === 0 || row.closePaise === undefined ? undefined : partsCash(parts, row.b, row.closePaise);
    if (row.cashPaise !== cash || (row.paid ?? 0n) !== (cash ?? 0n))
      found.add(
        `${of} was paid ${row.cashPaise ?? null} for a part, ${row.paid ?? null} in the ledger, and is owed ${cash ?? null}`,
      );
  }
  return [found.end()];
};

/** With enough parts of simulated holders that whole shares are sold. */
const partsCash = (parts: number, b: number, close: bigint): bigint =>
  cashForParts([parts, b - parts], { b, netProceedsPaise: (shares) => BigInt(shares) * close })[0]!;

type Row = {
  readonly actionId: string;
  readonly userId: string;
  readonly a: number;
  readonly b: number;
  readonly held: bigint;
  readonly wasHeld: bigint;
  readonly added: bigint;
  readonly booked: bigint;
  readonly parts: number;
  readonly cashPaise: bigint | undefined;
  readonly paid: bigint | undefined;
  /** Of the first day on which the new share traded, once parts are paid for. */
  readonly closePaise: bigint | undefined;
};

const DEMERGERS = `
  WITH moved AS MATERIALIZED (
    SELECT p.owner, p.asset, e.mdate, sum(p.amount) AS shares FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id
    WHERE p.code IN (120, 121, 122) GROUP BY p.owner, p.asset, e.mdate
  ), action AS (
    SELECT c.*, (SELECT t.asset FROM trading.position t WHERE t.code = c.code LIMIT 1) AS asset,
      CASE WHEN c.settled_ms IS NOT NULL THEN (SELECT d.close_paise FROM market.candle_day d
        WHERE d.code = c.into_code AND d.market_date >= c.lists_on ORDER BY d.market_date LIMIT 1) END AS close_paise
    FROM market.corporate_action c WHERE c.kind = 'demerger' AND c.applied_ms IS NOT NULL
  ), holder AS (
    SELECT c.id, substr(m.owner, 3) AS user_id, sum(m.shares)::bigint AS shares FROM action c
    JOIN moved m ON m.asset = c.asset AND m.mdate < c.ex_date::text GROUP BY c.id, m.owner HAVING sum(m.shares) <> 0
  )
  SELECT c.id AS action_id, u.user_id, c.first AS a, c.second AS b, coalesce(t.held, 0) AS held, coalesce(h.shares, 0) AS was_held,
    coalesce(t.added, 0) AS added, coalesce((SELECT sum(p.amount) FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id
      WHERE e.kind = 'corporate_credit' AND e.ref = c.id || '/' || u.user_id AND p.amount > 0), 0)::bigint AS booked,
    coalesce(d.parts, -1) AS parts, d.cash_paise, c.close_paise,
    (SELECT sum(p.amount)::bigint FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id
     WHERE e.kind = 'share_part' AND e.ref = c.id || '/' || u.user_id AND p.code = 101) AS paid
  FROM action c
  CROSS JOIN LATERAL (SELECT h.user_id FROM holder h WHERE h.id = c.id UNION SELECT t.user_id FROM trading.entitlement t WHERE t.action_id = c.id) u
  LEFT JOIN holder h ON h.id = c.id AND h.user_id = u.user_id
  LEFT JOIN trading.entitlement t ON t.action_id = c.id AND t.user_id = u.user_id
  LEFT JOIN trading.demerged_holding d ON d.action_id = c.id AND d.user_id = u.user_id
  ORDER BY c.ex_date, c.id, u.user_id`;
