import type { CODES as Codes, Envelope, RefusalData } from '@khara/contract';
import { FAILURE_CODES, type Failure, type Result } from './failure.ts';
import type { HttpAnswer, HttpFailure, HttpResult } from './http.ts';
import type { ClientMessage } from './messages.ts';

/**
 * The contract's, written again because its module would bring the list of refusals along; the type holds the
 * two together.
 */
export const CODES: typeof Codes = { success: 200, noSession: 401, sessionEnded: 2001, refused: 500 };

/** Texts that are said without the server, in the reader's language. */
export type ClientTexts = (what: ClientMessage) => string;

/** What came back of a call, as a value. `movesMoney`: without an answer its outcome is unknown. */
export function readAnswer<T>(result: HttpResult, movesMoney: boolean, say: ClientTexts): Result<T> {
  if ('failed' in result) return broken(result.failed, movesMoney, say);
  return readEnvelope<T>(result.answer, movesMoney, say);
}

/** Whether this device says so itself: elsewhere the system may be busy, or the line. */
const hasNoNetwork = (): boolean => globalThis.navigator?.onLine === false;

function broken(cause: HttpFailure, movesMoney: boolean, say: ClientTexts): Failure {
  if (cause === 'abort') return failure(FAILURE_CODES.abort, cause, say('abort'), { outcomeUnknown: movesMoney });
  const message = say(cause === 'timeout' ? 'timeout' : hasNoNetwork() ? 'offline' : 'systemBusy');
  return failure(cause === 'timeout' ? FAILURE_CODES.timeout : FAILURE_CODES.network, cause, message, {
    outcomeUnknown: movesMoney,
  });
}

function readEnvelope<T>({ statusCode, data }: HttpAnswer, movesMoney: boolean, say: ClientTexts): Result<T> {
  if (statusCode !== 200) {
    // A proxy that asks for a session says so by the status alone.
    return failure(
      statusCode,
      `http ${statusCode}`,
      say(statusCode === CODES.noSession ? 'loginFirst' : 'systemBusy'),
      {
        ...readRefusal(data),
        outcomeUnknown: movesMoney && statusCode >= 500,
      },
    );
  }
  const envelope = data as Partial<Envelope<T>> | null; // the boundary: checked field by field below
  if (envelope === null || typeof envelope !== 'object' || typeof envelope.code !== 'number') {
    return failure(statusCode, 'not an envelope', say('systemBusy'), { outcomeUnknown: movesMoney });
  }
  if (envelope.code === CODES.success) return { ok: true, data: envelope.data as T, message: envelope.msg ?? '' };
  const message = envelope.code === CODES.noSession ? say('loginFirst') : envelope.msg || say('systemBusy');
  return failure(envelope.code, envelope.msg ?? '', message, readRefusal(envelope));
}

export function failure(code: number, cause: string, message: string, more: Partial<Failure> = {}): Failure {
  return { ok: false, code, cause, message, ...more };
}

function readRefusal(envelope: unknown): Partial<Failure> {
  // The boundary: only text fields are taken.
  const data = (envelope as Partial<Envelope<RefusalData | null>> | null)?.data;
  if (data === null || data === undefined || typeof data !== 'object' || typeof data.reason !== 'string') return {};
  return { reason: data.reason, ...(typeof data.field === 'string' && { field: data.field }), details: data };
}
