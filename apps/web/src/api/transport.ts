import type { CODES as Codes, CallName, Data, Envelope, Payload, RefusalData } from '@khara/contract';
import type { CallTable } from './call-table.ts';
import { FAILURE_CODES, type Failure, type Result } from './failure.ts';
import { exchange, type HttpAnswer, type HttpFailure, type HttpResult } from './http.ts';
import type { ClientMessage } from './messages.ts';

export type TransportDeps = {
  readonly table: CallTable;
  readonly base: string;
  /** token, lang and device, read afresh for every call. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Texts the transport says by itself, in the reader's language. */
  readonly say: (what: ClientMessage) => string;
  readonly now?: () => number;
  readonly random?: () => number;
  readonly sleep?: (ms: number) => Promise<void>;
  readonly fetcher?: typeof fetch;
  readonly timeoutMs?: number;
};

export type CallOptions = {
  readonly signal?: AbortSignal;
  readonly contentType?: string;
  /** Called when a money call got no answer and is asked again: the page then shows "Checking…", never "failed". */
  readonly onChecking?: () => void;
};

export type Transport = {
  call<N extends CallName>(name: N, payload?: Payload<N>, options?: CallOptions): Promise<Result<Data<N>>>;
  upload<T>(
    path: string,
    file: Blob,
    fields: Readonly<Record<string, string>>,
    options?: { signal?: AbortSignal },
  ): Promise<Result<T>>;
};

/**
 * The contract's, written again because its module would bring the list of refusals along; the type holds the
 * two together.
 */
const CODES: typeof Codes = { success: 200, noSession: 401, sessionEnded: 2001, refused: 500 };

/**
 * Waits before each retry of a money call. The answer was lost, not the call: the same requestId makes a
 * repeat harmless.
 */
const RETRY_AFTER_MS = [1000, 2000, 4000, 8000] as const;

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * Makes calls by their name in the call table. Failures are values; who shows a toast or the login page is
 * the caller's choice. Payloads get `time`, addresses get `r` and, where the path ends in it, the id.
 */
export function createTransport(deps: TransportDeps): Transport {
  const { table, base, headers, say } = deps;
  const now = deps.now ?? Date.now;
  const random = deps.random ?? Math.random;
  const sleep = deps.sleep ?? pause;

  const fresh = (path: string) => `${base}${path}?r=${now().toString(36)}${random().toString(36).slice(2, 8)}`;

  async function call<N extends CallName>(
    name: N,
    payload?: Payload<N>,
    options: CallOptions = {},
  ): Promise<Result<Data<N>>> {
    const entry = table[name] as CallTable[CallName] | undefined; // a name from outside the table is what the rule is about
    if (!entry?.path) {
      return failure(FAILURE_CODES.missingCall, 'request address cannot be empty', say('addressEmpty'));
    }
    // Of the member who asks: by the time of a repeat another may be signed in.
    const whose = headers();
    // A member's call without a session would only travel to be refused.
    if (entry.access !== 'guest' && !whose['token']) return failure(CODES.noSession, 'no session', say('loginFirst'));

    const { path, rest } = placeId(entry.path, (payload ?? {}) as Record<string, unknown>); // payloads are plain objects
    const { method = 'POST' } = entry;
    const send = () =>
      exchange(
        {
          url: fresh(path),
          method,
          headers: {
            ...whose,
            ...(method === 'POST' && { 'content-type': options.contentType ?? 'application/json' }),
          },
          payload: { ...rest, time: now() },
          signal: options.signal,
          timeoutMs: deps.timeoutMs,
        },
        deps.fetcher,
      );

    // A quote of a money call moves nothing: like any question it fails at once, and is asked again by its caller.
    const movesMoney = entry.movesMoney === true && rest['quoteOnly'] !== true;
    let result = await send();
    if (movesMoney) {
      for (const wait of RETRY_AFTER_MS) {
        if (!worthRepeating(result) || options.signal?.aborted) break;
        options.onChecking?.();
        await sleep(Math.max(wait * (0.75 + random() / 2), retryAfterMs(result)));
        // What is unanswered when its member leaves is not sent again.
        if (headers()['token'] !== whose['token']) break;
        result = await send();
      }
    }
    return read<Data<N>>(result, movesMoney);
  }

  function read<T>(result: HttpResult, movesMoney: boolean): Result<T> {
    if ('failed' in result) return broken(result.failed, movesMoney);
    return readEnvelope<T>(result.answer, movesMoney);
  }

  function broken(cause: HttpFailure, movesMoney: boolean): Failure {
    if (cause === 'abort') return failure(FAILURE_CODES.abort, cause, say('abort'), { outcomeUnknown: movesMoney });
    const message = say(cause === 'timeout' ? 'timeout' : 'systemBusy');
    return failure(cause === 'timeout' ? FAILURE_CODES.timeout : FAILURE_CODES.network, cause, message, {
      outcomeUnknown: movesMoney,
    });
  }

  function readEnvelope<T>({ statusCode, data }: HttpAnswer, movesMoney: boolean): Result<T> {
    if (statusCode !== 200) {
      // A proxy that asks for a session says so by the status alone.
      return failure(
        statusCode,
        `http ${statusCode}`,
        say(statusCode === CODES.noSession ? 'loginFirst' : 'systemBusy'),
        {
          ...refusalOf(data),
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
    return failure(envelope.code, envelope.msg ?? '', message, refusalOf(envelope));
  }

  async function upload<T>(
    path: string,
    file: Blob,
    fields: Readonly<Record<string, string>>,
    options: { signal?: AbortSignal } = {},
  ): Promise<Result<T>> {
    try {
      await file.slice(0, 1).arrayBuffer(); // a file that was moved or may not be read fails here, not half way
    } catch {
      return failure(FAILURE_CODES.upload, 'file error', say('file'));
    }
    const form = new FormData();
    for (const [key, value] of Object.entries(fields)) form.set(key, value);
    form.set('time', String(now()));
    form.set('file', file);
    const result = await exchange(
      {
        url: fresh(path),
        method: 'POST',
        headers: headers(),
        payload: form,
        signal: options.signal,
        timeoutMs: deps.timeoutMs,
      },
      deps.fetcher,
    );
    if ('failed' in result && result.failed === 'network error') {
      return failure(FAILURE_CODES.upload, result.failed, say('systemBusy'));
    }
    return read<T>(result, false);
  }

  return { call, upload };
}

function failure(code: number, cause: string, message: string, more: Partial<Failure> = {}): Failure {
  return { ok: false, code, cause, message, ...more };
}

/** `{id}` at the end of a path is filled from the payload, which then travels without it. */
function placeId(path: string, payload: Readonly<Record<string, unknown>>) {
  if (!path.endsWith('{id}')) return { path, rest: payload };
  const { id, ...rest } = payload;
  return { path: path.replace('{id}', encodeURIComponent(String(id))), rest };
}

function worthRepeating(result: HttpResult): boolean {
  if ('failed' in result) return result.failed !== 'abort';
  const { statusCode } = result.answer;
  return statusCode === 429 || (statusCode >= 502 && statusCode <= 504);
}

function retryAfterMs(result: HttpResult): number {
  const seconds = 'answer' in result ? Number(result.answer.header['retry-after']) : 0;
  return seconds > 0 ? Math.min(seconds, 30) * 1000 : 0;
}

function refusalOf(envelope: unknown): Partial<Failure> {
  const data = (envelope as Partial<Envelope<RefusalData | null>> | null)?.data; // the boundary: only text fields are taken
  if (data === null || data === undefined || typeof data !== 'object' || typeof data.reason !== 'string') return {};
  return { reason: data.reason, ...(typeof data.field === 'string' && { field: data.field }), details: data };
}
