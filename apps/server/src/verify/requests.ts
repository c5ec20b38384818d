import { finding, type Check } from './finding.ts';

/**
 * By table: what was made of a request, and its request that is not kept any more. Without it the same
 * request would count again.
 */
const MADE_OF_REQUESTS: Readonly<Record<string, string>> = {
  order: `SELECT o.id::text AS id FROM trading."order" o
    WHERE NOT o.by_system AND NOT EXISTS (SELECT FROM trading.request r WHERE r.user_id = o.user_id AND r.request_id = o.request_id AND r.order_id = o.id)`,
  withdrawal: `SELECT w.order_number AS id FROM wallet.withdrawal w
    WHERE NOT EXISTS (SELECT FROM wallet.request r WHERE r.member_id = w.member_id AND r.ref = w.order_number)`,
  conversion: `SELECT c.order_number AS id FROM wallet.conversion c
    WHERE NOT EXISTS (SELECT FROM wallet.request r WHERE r.member_id = c.member_id AND r.ref = c.order_number)`,
  application: `SELECT a.id FROM offerings.application a
    WHERE NOT EXISTS (SELECT FROM offerings.request r WHERE r.user_id = a.user_id AND r.request_id = a.request_id AND r.application_id = a.id)`,
};

/**
 * Orders of the system that are no square-off: one is named so, is of an intraday position, and comes when the
 * square-off of its date has begun, or closes what an earlier day left. No request asked for it.
 */
const NO_SQUARE_OFF = `SELECT o.id::text AS id FROM trading."order" o
  WHERE o.by_system AND NOT (o.request_id = 'square-off' AND o.product = 'intraday'
    AND NOT EXISTS (SELECT FROM trading.request r WHERE r.user_id = o.user_id AND r.order_id = o.id AND r.seq IS NULL)
    AND (EXISTS (SELECT FROM trading.square_off s WHERE s.market_date = o.market_date)
      OR EXISTS (SELECT FROM trading.fill f WHERE f.user_id = o.user_id AND f.asset = o.asset AND f.product = 'intraday' AND f.market_date < o.market_date)))`;

/**
 * Each order, withdrawal, conversion and application has the request that made it: a repeat finds its first
 * answer, and moves nothing twice. Orders without a request are those that square off.
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
  return [kept.end()];
};
