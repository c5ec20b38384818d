import type { Refusal } from '@khara/contract';
import type { Queryable, Tx } from '#src/ports/database.ts';

/** A request by its account, call and id, with the hash of what it asks. */
export type RequestKey = {
  readonly userId: string;
  readonly call: string;
  readonly requestId: string;
  readonly hash: Uint8Array;
};

export type EarlierRequest = {
  readonly isSame: boolean;
  readonly answer: unknown;
  readonly refusal: Refusal | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
};

/** How a request was answered before; undefined when it is new. */
export async function findEarlier(db: Queryable, request: RequestKey): Promise<EarlierRequest | undefined> {
  const [row] = await db.query<{
    same: boolean;
    answer: unknown;
    refusal: Refusal | undefined;
    details: EarlierRequest['details'];
  }>(
    'offerings.find_earlier',
    'SELECT req = $4 AS same, answer, refusal, details FROM offerings.request WHERE user_id = $1 AND call = $2 AND request_id = $3',
    [request.userId, request.call, request.requestId, request.hash],
  );
  return row && { isSame: row.same, answer: row.answer, refusal: row.refusal, details: row.details };
}

/**
 * Takes note of a request in its own transaction; false when it is known. A copy that comes while the first
 * is under way waits for its end.
 */
export async function claimRequest(tx: Tx, request: RequestKey, at: number): Promise<boolean> {
  const rows = await tx.query(
    'offerings.claim_request',
    `INSERT INTO offerings.request (user_id, call, request_id, req, at_ms) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING 1 AS one`,
    [request.userId, request.call, request.requestId, request.hash, at],
  );
  return rows.length > 0;
}

/** Keeps what a request was answered with. */
export const keepAnswer = (tx: Tx, request: RequestKey, applicationId: string, answer: object): Promise<unknown> =>
  tx.query(
    'offerings.keep_answer',
    'UPDATE offerings.request SET application_id = $4, answer = $5::json WHERE user_id = $1 AND call = $2 AND request_id = $3',
    [request.userId, request.call, request.requestId, applicationId, JSON.stringify(answer)],
  );

/** Keeps for what a request was refused. */
export const keepRefusal = (
  db: Queryable,
  request: RequestKey,
  refusal: Refusal,
  details: Readonly<Record<string, unknown>> | undefined,
  at: number,
): Promise<unknown> =>
  db.query(
    'offerings.keep_refusal',
    `INSERT INTO offerings.request (user_id, call, request_id, req, refusal, details, at_ms) VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7)
     ON CONFLICT (user_id, call, request_id) DO UPDATE SET refusal = excluded.refusal, details = excluded.details
     WHERE offerings.request.answer IS NULL`,
    [
      request.userId,
      request.call,
      request.requestId,
      request.hash,
      refusal,
      details === undefined ? null : JSON.stringify(details),
      at,
    ],
  );
