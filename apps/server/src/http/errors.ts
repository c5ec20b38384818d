import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '@khara/contract';
import { debtIn, readStop } from '#modules/ledger/index.ts';
import { refuseDebtor } from '#modules/wallet/index.ts';
import { DatabaseAway } from '#src/ports/database.ts';
import { TryLater } from '#src/kernel/try-later.ts';
import { failure, moneyStopped, refusal } from './envelope.ts';
import { Failure, sendFailure, type FailureName } from './kite/failure.ts';
import { readLanguage } from './language.ts';

/** Seconds after which asking again is worth it when the database was away. */
const DATABASE_RETRY_S = 2;

export const languageOfRequest = (request: FastifyRequest): ReturnType<typeof readLanguage> => {
  const header = request.headers['lang'];
  return readLanguage(Array.isArray(header) ? header[0] : header);
};

export const saysLanguage = ({ headers }: FastifyRequest): boolean => headers['lang'] !== undefined;

/** Answers with a status other than 200: in the envelope, and to programs in the words of their door. */
export function failRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, reason, afterSeconds }: { status: number; reason: Refusal; afterSeconds?: number },
): FastifyReply {
  if (afterSeconds !== undefined) void reply.header('retry-after', String(afterSeconds));
  const said = failure(languageOfRequest(request), status, reason);
  if (!request.server.isOfProgram?.(request)) return plain(reply, status, said);
  return sendFailure(reply, new Failure(failureName(status), said.msg, { status, reason }));
}

export const failureName = (status: number): FailureName => {
  if (status === 429 || status === 503) return 'NetworkException';
  return status >= 500 || status === 404 || status === 421 ? 'GeneralException' : 'InputException';
};

/** An answer that no call's schema describes. As a Buffer it keeps its type as it is: programs compare it whole. */
const plain = (reply: FastifyReply, status: number, body: unknown): FastifyReply =>
  reply
    .code(status)
    .header('content-type', 'application/json')
    .send(Buffer.from(JSON.stringify(body)));

/**
 * A refusal, at HTTP 200 like any answer. One that is of a limit says when to come again in the header too,
 * as 429 and 503 do.
 */
export function sayRefused(reply: FastifyReply, envelope: { readonly data: unknown }): FastifyReply {
  const { data } = envelope;
  const after = typeof data === 'object' && data !== null && 'retryAfter' in data ? data.retryAfter : undefined;
  if (typeof after === 'number') void reply.header('retry-after', String(after));
  return plain(reply, 200, envelope);
}

/** Mistakes in the way a request was sent, by Fastify's own codes: the payload is at fault, as with any field. */
const UNREADABLE = new Set([
  'FST_ERR_CTP_INVALID_JSON_BODY',
  'FST_ERR_CTP_EMPTY_JSON_BODY',
  'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
  'FST_ERR_VALIDATION',
  'TOO_DEEP',
]);

/** One envelope for whatever goes wrong. Only a defect is a 500, and what is wrong with it stays in the log. */
export function answerErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => failRequest(request, reply, { status: 404, reason: 'not_found' }));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof TryLater) {
      return failRequest(request, reply, error);
    }
    if (error instanceof DatabaseAway) {
      request.log.warn({ reqId: request.id, reason: error.message }, 'the database is away');
      return failRequest(request, reply, { status: 503, reason: 'maintenance', afterSeconds: DATABASE_RETRY_S });
    }
    const stopped = readStop(error);
    if (stopped) return sayRefused(reply, moneyStopped(languageOfRequest(request), stopped));
    const debt = debtIn(error);
    if (debt) return sayRefused(reply, refusal(languageOfRequest(request), refuseDebtor(debt)));
    if (UNREADABLE.has(error.code)) {
      return plain(reply, 200, refusal(languageOfRequest(request), { refused: 'invalid_input' }));
    }
    const status = error.statusCode ?? 500;
    if (status === 429) return failRequest(request, reply, { status, reason: 'too_many_requests' });
    if (status === 404 || status === 405 || status === 400 || status === 403) {
      return failRequest(request, reply, { status: 404, reason: 'not_found' });
    }
    if (status === 413) return failRequest(request, reply, { status, reason: 'body_too_large' });
    if (status > 400 && status < 500) return failRequest(request, reply, { status, reason: 'invalid_input' });
    request.log.error({ reqId: request.id, err: error }, 'defect');
    return failRequest(request, reply, { status: 500, reason: 'maintenance' });
  });
}
