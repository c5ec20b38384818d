/** One HTTP exchange, with nothing known about calls: encodings, timeout, and what came back. */

const TIMEOUT_MS = 60_000;

type HttpRequest = {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: Readonly<Record<string, unknown>> | FormData;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
};

export type HttpAnswer = {
  readonly data: unknown;
  readonly statusCode: number;
  readonly header: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
};

export type HttpFailure = 'timeout' | 'abort' | 'network error';
export type HttpResult = { readonly answer: HttpAnswer } | { readonly failed: HttpFailure };

/** Object values travel as their JSON text (docs/sources.md W1), absent ones not at all. */
function flatten(payload: Readonly<Record<string, unknown>>): Record<string, string | number | boolean | null> {
  const flat: Record<string, string | number | boolean | null> = {};
  for (const [key, value] of Object.entries(payload)) {
    if (value === undefined) continue;
    // Numbers and booleans as they are.
    flat[key] = value !== null && typeof value === 'object' ? JSON.stringify(value) : (value as string);
  }
  return flat;
}

const asForm = (payload: Readonly<Record<string, unknown>>): URLSearchParams => {
  const form = new URLSearchParams();
  for (const [key, value] of Object.entries(flatten(payload))) form.set(key, String(value));
  return form;
};

/** The encoding follows the content-type header: JSON, URL-encoded, or the JSON as a plain string. */
function encode(payload: HttpRequest['payload'], contentType: string): BodyInit | undefined {
  if (payload === undefined) return undefined;
  if (payload instanceof FormData) return payload;
  if (contentType.startsWith('application/x-www-form-urlencoded')) return asForm(payload);
  return JSON.stringify(flatten(payload));
}

export async function exchange(request: HttpRequest, fetcher: typeof fetch = fetch): Promise<HttpResult> {
  const deadline = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS);
  const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
  const inQuery = request.method === 'GET' && request.payload !== undefined && !(request.payload instanceof FormData);
  // Narrowed by inQuery.
  const url = inQuery ? withQuery(request.url, asForm(request.payload as Record<string, unknown>)) : request.url;
  const body = inQuery ? undefined : encode(request.payload, request.headers['content-type'] ?? 'application/json');
  try {
    const response = await fetcher(url, {
      method: request.method,
      headers: request.headers,
      signal,
      credentials: 'omit',
      cache: 'no-store',
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    return {
      answer: {
        data: readJson(text),
        statusCode: response.status,
        header: Object.fromEntries(response.headers),
        cookies: response.headers.getSetCookie?.() ?? [],
      },
    };
  } catch {
    if (request.signal?.aborted) return { failed: 'abort' };
    return { failed: deadline.aborted ? 'timeout' : 'network error' };
  }
}

const withQuery = (url: string, query: URLSearchParams) => `${url}${url.includes('?') ? '&' : '?'}${query.toString()}`;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
