import { finding, type Check } from './finding.ts';

/**
 * By table: what was made of a request, and its request that is not kept any more. Without it the same
 * request would count again.
 */
const MADE_OF_REQUESTS: Readonly<Record<string, string>> = {
  order: `SELECT o.id::text AS id FROM trading."order" o
    WHERE NOT EXISTS (SELECT FROM trading.request r WHERE r.user_id = o.user_id AND r.request_id = o.request_id AND r.order_id = o.id)`,
  withdrawal: `SELECT w.order_number AS id FROM wallet.withdrawal w
    WHERE NOT EXISTS (SELECT FROM wallet.request r WHERE r.member_id = w.member_id AND r.ref = w.order_number)`,
  conversion: `SELECT c.order_number AS id FROM wallet.conversion c
    WHERE NOT EXISTS (SELECT FROM wallet.request r WHERE r.member_id = c.member_id AND r.ref = c.order_number)`,
  application: `SELECT a.id FROM offerings.application a
    WHERE NOT EXISTS (SELECT FROM offerings.request r WHERE r.user_id = a.user_id AND r.request_id = a.request_id AND r.application_id = a.id)`,
};

/**
 * Each order, withdrawal, conversion and application has the request that made it: a repeat finds its first
 * answer, and moves nothing twice.
 */
export const verifyRequests: Check = async (tx) => {
  const kept = finding('requests_kept');
  for (const [what, query] of Object.entries(MADE_OF_REQUESTS)) {
    const rows = await tx.query<{ id: string }>(`verify.requests.${what}`, query);
    for (const { id } of rows) kept.add(`the request of ${what} ${id} is not kept any more`);
  }
  return [kept.end()];
};
