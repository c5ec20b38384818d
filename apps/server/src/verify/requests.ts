import type { OrderTerms } from '@khara/broker';
import { FIXED_TERMS, pickTerms, TERM_COLUMNS } from '#modules/orders/index.ts';
import { orderHash } from '#modules/placing/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { finding, type Check } from './finding.ts';

const PAGE = 2000;
/** The most that SHARES_PER_HAND may be. A sale of all that is left is of fewer shares than it asked for. */
const MAX_SHARES_PER_HAND = 1000;

/**
 * By table: what was made of a request, and its request that is not kept any more. Without it the same
 * request would count again. The system converts only what pays a debt in the next breath.
 */
const MADE_OF_REQUESTS: Readonly<Record<string, string>> = {
  change: `SELECT c.seq::text AS id FROM trading.journal_command c
    WHERE c.kind = 'modify' AND NOT EXISTS (SELECT FROM trading.answered_request r JOIN trading."order" o ON o.id = r.order_id
      WHERE r.seq = c.seq AND r.order_id = c.order_id AND r.call = 'modifyOrder' AND r.user_id = o.user_id)`,
  withdrawal: `SELECT w.order_number AS id FROM wallet.withdrawal w
    WHERE NOT EXISTS (SELECT FROM wallet.request r WHERE r.member_id = w.member_id AND r.ref = w.order_number)`,
  conversion: `SELECT c.order_number AS id FROM wallet.conversion c
    WHERE NOT EXISTS (SELECT FROM wallet.request r WHERE r.member_id = c.member_id AND r.ref = c.order_number)
      AND NOT EXISTS (SELECT FROM ledger.entry e JOIN ledger.entry d ON d.id = (SELECT min(n.id) FROM ledger.entry n
          WHERE n.person = e.person AND n.id > e.id)
        WHERE e.kind = 'convert' AND e.ref = c.order_number AND e.actor = 'system' AND d.kind = 'debt_paid')`,
  application: `SELECT a.id FROM offerings.application a
    WHERE NOT EXISTS (SELECT FROM offerings.request r WHERE r.user_id = a.user_id AND r.request_id = a.request_id AND r.application_id = a.id)`,
};

/**
 * Orders of the system that are no square-off: one is named so, is of an intraday position, and comes when
 * the square-off of its date has begun, or closes what an earlier day left. One for its margin has its margin
 * call. No request asked for it.
 */
const NO_SQUARE_OFF = `SELECT o.id::text AS id FROM trading."order" o
  WHERE o.by_system AND NOT (o.request_id = 'square-off' AND o.product = 'intraday'
    AND (EXISTS (SELECT FROM trading.square_off s WHERE s.market_date = o.market_date)
      OR EXISTS (SELECT FROM trading.fill f WHERE f.user_id = o.user_id AND f.asset = o.asset AND f.product = 'intraday' AND f.market_date < o.market_date)))
    AND NOT (o.request_id = 'margin-square-off' AND o.product = 'intraday' AND EXISTS (SELECT FROM trading.margin_call c
      WHERE c.order_id = o.id AND c.user_id = o.user_id AND c.asset = o.asset))`;

/** A request is answered by one thing: an order, a change, or a refusal. */
const TWICE = `SELECT r.user_id || ' ' || r.request_id AS id FROM trading.request r GROUP BY r.user_id, r.call, r.request_id HAVING count(*) > 1`;

/**
 * Each order, change of one, withdrawal, conversion and application has the request that made it: a repeat finds its
 * first answer, and moves nothing twice. Orders without a request are those that square off.
 */
export const verifyRequests: Check = async (tx) => {
  const kept = finding('requests_kept');
  for (const { id } of await tx.query<{ id: string }>('verify.requests.square_off', NO_SQUARE_OFF)) {
    kept.add(`order ${id} has no request, and squares nothing off`);
  }
  for (const [what, query] of Object.entries(MADE_OF_REQUESTS)) {
    const rows = await tx.query<{ id: string }>(`verify.requests.${what}`, query);
    for (const { id } of rows) kept.add(`the request of ${what} ${id} is not kept any more`);
  }
  for (const { id } of await tx.query<{ id: string }>('verify.requests.twice', TWICE))
    kept.add(`request ${id} has two answers`);
  for await (const order of ordersOf(tx))
    if (!isOfItsTerms(order)) kept.add(`the request of order ${order.id} asked for something else`);
  return [kept.end()];
};

type AskedOrder = OrderTerms & {
  readonly id: bigint;
  readonly requestId: string;
  readonly req: Uint8Array;
  readonly code: string;
  readonly programKey: string | undefined;
  readonly programTag: string | undefined;
  readonly positions: readonly bigint[];
};

/** As it was placed: what the exchange took at once has them in its command alone. */
const TERMS = Object.keys(TERM_COLUMNS)
  .map((name) =>
    name in FIXED_TERMS
      ? `o.${name}`
      : `CASE WHEN o.applied_step IS NULL THEN coalesce(c.${name}, o.${name}) ELSE c.${name} END AS ${name}`,
  )
  .join(', ');

/**
 * Orders of members with the terms that they were placed with. One that was changed while it waited for a pre-open has
 * these no more.
 */
async function* ordersOf(tx: Queryable): AsyncGenerator<AskedOrder> {
  for (let after = 0n; ;) {
    const rows = await tx.query<AskedOrder>(
      'verify.requests.orders',
      `SELECT o.id, o.request_id, o.req, o.program_key, o.program_tag, o.code, ${TERMS},
         ARRAY(SELECT p.id FROM trading.position p WHERE p.user_id = o.user_id AND p.asset = o.asset AND o.side = 'sell') AS positions
       FROM trading."order" o LEFT JOIN trading.command c ON c.order_id = o.id AND c.kind = 'place'
       WHERE o.id > $1 AND o.req IS NOT NULL AND NOT (o.after_market AND o.modifications > 0) ORDER BY o.id LIMIT $2`,
      [after, PAGE],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield* rows;
    after = last.id;
  }
}

/** Whether the hash is of these terms. A sale may have named a position, or asked for a whole hand. */
function isOfItsTerms(order: AskedOrder): boolean {
  const { programKey: keyId, programTag: tag } = order;
  const program = keyId === undefined ? undefined : { keyId, tag };
  const { requestId, code, side } = order;
  const is = (quantity: number, positionId: bigint | undefined) => {
    const terms = { ...pickTerms(order), quantity };
    return Buffer.compare(orderHash(terms, { requestId, code, positionId, program }), order.req) === 0;
  };
  const most = order.quantity + (side === 'sell' ? MAX_SHARES_PER_HAND : 1);
  for (let quantity = order.quantity; quantity < most; quantity += 1)
    for (const positionId of [undefined, ...order.positions]) if (is(quantity, positionId)) return true;
  return false;
}
