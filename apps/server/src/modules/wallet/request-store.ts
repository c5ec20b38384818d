import type { Db, Queryable, Tx } from '#src/ports/database.ts';
import { done, refuse, type Refused, type Result } from '#src/kernel/result.ts';

/*
 * Requests that move money, each answered once and for good: a repeat hears the first answer, a refusal made
 * inside the transaction included.
 */

export type MoneyRequest = {
  readonly memberId: string;
  readonly call: string;
  readonly requestId: string;
  readonly hash: Uint8Array;
  readonly at: number;
};

/** What a request was answered with: what it made, or why not. */
type RequestResult<R extends string> = Result<string, R | 'request_id_reused'>;

/** The answer that a request was given before; undefined for a new one. */
export async function earlierAnswer<R extends string>(
  db: Queryable,
  { memberId, call, requestId, hash }: MoneyRequest,
): Promise<RequestResult<R> | undefined> {
  const [row] = await db.query<{ hash: Uint8Array; ref: string | undefined; refusal: string | undefined }>(
    'wallet.request',
    'SELECT hash, ref, refusal FROM wallet.request WHERE member_id = $1 AND call = $2 AND request_id = $3',
    [memberId, call, requestId],
  );
  if (!row) return undefined;
  if (!Buffer.from(row.hash).equals(hash)) return refuse('request_id_reused', { field: 'requestId' });
  if (row.refusal !== undefined) return refuse(row.refusal as R); // written by `answerOnce` of the same call
  if (row.ref === undefined) throw new Error(`Request ${requestId} was kept without an answer`);
  return done(row.ref);
}

/** Leaves a transaction with a refusal, so that nothing of it stays. */
class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly refusal: Refused<string>;
  constructor(refusal: Refused<string>) {
    super(refusal.refused);
    this.refusal = refusal;
  }
}

/**
 * Does `work` once for a request, in one transaction with the note of it: `work` answers the name of what it
 * made, or a refusal, which leaves nothing but its note. A copy that arrives meanwhile waits for the first,
 * and hears its answer.
 */
export async function answerOnce<R extends string>(
  db: Db,
  request: MoneyRequest,
  work: (tx: Tx) => Promise<Result<string, R>>,
): Promise<RequestResult<R>> {
  const { memberId, call, requestId, hash, at } = request;
  const keys = [memberId, call, requestId];
  try {
    const made = await db.transaction(async (tx) => {
      const taken = await tx.query(
        'wallet.take_request',
        `INSERT INTO wallet.request (member_id, call, request_id, hash, at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING RETURNING member_id`,
        [...keys, hash, at],
      );
      if (taken.length === 0) return undefined;
      const answer = await work(tx);
      if (!('value' in answer)) throw new RefusalError(answer);
      await tx.query(
        'wallet.answer_request',
        'UPDATE wallet.request SET ref = $4 WHERE member_id = $1 AND call = $2 AND request_id = $3',
        [...keys, answer.value],
      );
      return answer.value;
    });
    if (made !== undefined) return done(made);
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const noted = await db.query(
      'wallet.refuse_request',
      `INSERT INTO wallet.request (member_id, call, request_id, hash, refusal, at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT DO NOTHING RETURNING member_id`,
      [...keys, hash, error.refusal.refused, at],
    );
    if (noted.length > 0) return error.refusal as Refused<R>; // as `work` answered it
  }
  const earlier = await earlierAnswer<R>(db, request);
  if (!earlier) throw new Error(`Request ${requestId} was in the way and is gone`);
  return earlier;
}
