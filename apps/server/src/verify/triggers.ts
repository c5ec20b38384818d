import { nameOfRequestSql } from '#modules/orders/index.ts';
import { termsHash } from '#modules/standing/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { finding, type Check } from './finding.ts';

/**
 * Orders that wait for a price: what each waits for is what its hash is of; one that has fired has one command in the
 * journal, and at most one order, which is what it asked for.
 */
export const verifyTriggers: Check = async (tx) => {
  const terms = finding('trigger_terms');
  for await (const row of triggersOf(tx)) {
    if (Buffer.compare(hashTrigger(row), row.terms) !== 0) terms.add(`trigger ${row.id} waits for something else`);
  }
  const fired = finding('triggers_fired');
  for (const { what } of await tx.query<{ what: string }>('verify.triggers_fired', FIRED)) fired.add(what);
  return [terms.end(), fired.end()];
};

type Row = {
  readonly id: bigint;
  readonly terms: Uint8Array;
  readonly code: string;
  readonly side: 'buy' | 'sell';
  readonly product: 'delivery' | 'intraday';
  readonly quantity: number;
  readonly positionId: bigint | undefined;
  readonly belowPaise: bigint | undefined;
  readonly belowLimitPaise: bigint | undefined;
  readonly abovePaise: bigint | undefined;
  readonly aboveLimitPaise: bigint | undefined;
};

const PAGE = 2000;

async function* triggersOf(tx: Queryable): AsyncGenerator<Row> {
  for (let after = 0n; ;) {
    const rows = await tx.query<Row>(
      'verify.triggers',
      `SELECT t.id, t.terms, t.code, t.side, t.product, t.quantity, t.position_id, t.below_paise, t.below_limit_paise, t.above_paise, t.above_limit_paise
       FROM trading.price_trigger t WHERE t.id > $1 ORDER BY t.id LIMIT $2`,
      [after, PAGE],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield* rows;
    after = last.id;
  }
}

const leg = (trigger: bigint | null, limit: bigint | null) =>
  trigger === null || limit === null ? undefined : { triggerPaise: trigger, limitPaise: limit };

function hashTrigger(row: Row): Uint8Array {
  const { code, side, product, quantity } = row;
  const below = leg(row.belowPaise ?? null, row.belowLimitPaise ?? null);
  const above = leg(row.abovePaise ?? null, row.aboveLimitPaise ?? null);
  const legs = { ...(below && { below }), ...(above && { above }) };
  return termsHash({ code, side, product, quantity, legs, positionId: row.positionId });
}

/*
 * Triggers and their commands, one to one; orders of triggers, each of the trigger that its request names. The limit of
 * an order is the leg's, or one that is better for its owner: on the tick, and inside limit price protection.
 */
const FIRED = `
  SELECT 'trigger ' || coalesce(t.id, c.trigger_id) || ' is ' || coalesce(t.state, 'not there') || ', and ' ||
    coalesce('fired at ' || c.trigger_paise, 'never fired') || ' in the journal' AS what
  FROM (SELECT * FROM trading.price_trigger WHERE fired_side IS NOT NULL) t
  FULL JOIN (SELECT * FROM trading.journal_command WHERE kind = 'fire') c ON c.trigger_id = t.id
  WHERE (t.code, t.fired_side, t.fired_ms, CASE t.fired_side WHEN 'below' THEN t.below_paise ELSE t.above_paise END)
    IS DISTINCT FROM (c.code, c.about, c.accepted_ms, c.trigger_paise)
  UNION ALL
  SELECT 'trigger ' || c.trigger_id || ' fired ' || count(*) || ' times' FROM trading.journal_command c
  WHERE c.kind = 'fire' GROUP BY c.trigger_id HAVING count(*) > 1
  UNION ALL
  SELECT 'order ' || o.id || ' is of the request ' || o.request_id || ', and not what that trigger asked for' FROM trading."order" o
  LEFT JOIN trading.price_trigger t ON 'gtt:' || t.id = ${nameOfRequestSql('o.request_id')}
  LEFT JOIN trading.command c ON c.order_id = o.id AND c.kind = 'place'
  CROSS JOIN LATERAL (SELECT coalesce(c.price_paise, o.price_paise) AS paise,
    CASE t.fired_side WHEN 'below' THEN t.below_limit_paise ELSE t.above_limit_paise END AS limit_paise) x
  WHERE o.request_id LIKE 'gtt:%' AND (t.fired_side IS NULL OR t.state = 'failed' OR t.state = 'fired' AND t.order_id <> o.id
    OR (t.user_id, t.code, t.side, t.product) <> (o.user_id, o.code, o.side, o.product) OR o.type <> 'limit'
    OR coalesce(c.quantity, o.quantity) > t.quantity OR o.accepted_ms < t.fired_ms
    OR CASE o.side WHEN 'buy' THEN x.paise > x.limit_paise ELSE x.paise < x.limit_paise END)
  UNION ALL
  SELECT 'trigger ' || t.id || ' has order ' || t.order_id || ', which is none of it' FROM trading.price_trigger t
  LEFT JOIN trading."order" o ON o.id = t.order_id
  WHERE t.order_id IS NOT NULL AND ${nameOfRequestSql('o.request_id')} IS DISTINCT FROM 'gtt:' || t.id`;
