import type { Access, CallName, Data, Payload } from '@khara/contract';
import { FAILURE_CODES, type Result } from './failure.ts';
import { exchange, type HttpResult } from './http.ts';
import { CODES, failure, readAnswer, type ClientTexts } from './read-answer.ts';

/**
 * What the browser needs to know of a call to make it. Types of payload and answer come from the contract and
 * cost no bytes.
 */
type CallEntry = {
  readonly path: string;
  /** POST where it says nothing. */
  readonly method?: 'GET' | 'POST';
  /** A member's where it says nothing. */
  readonly access?: Access;
  readonly movesMoney?: boolean;
};
export type CallTable = Readonly<Record<CallName, CallEntry>>;

export type TransportDeps = {
  readonly table: CallTable;
  readonly base: string;
  /** token, lang and device, read afresh for every call. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly say: ClientTexts;
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
    // A name from outside the table is what the rule is about.
    const entry = table[name] as CallTable[CallName] | undefined;
    if (!entry?.path) {
      return failure(FAILURE_CODES.missingCall, 'request address cannot be empty', say('addressEmpty'));
    }
    // Of the member who asks: by the time of a repeat another may be signed in.
    const whose = headers();
    // A member's call without a session would only travel to be refused.
    if (entry.access !== 'guest' && !whose['token']) return failure(CODES.noSession, 'no session', say('loginFirst'));

    // Payloads are plain objects.
    const { path, rest } = placeId(entry.path, (payload ?? {}) as Record<string, unknown>);
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
    return readAnswer<Data<N>>(result, movesMoney, say);
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
    return readAnswer<T>(result, false, say);
  }

  return { call, upload };
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
