import type { CallName, Payload } from '@khara/contract';
import table from 'virtual:call-table';
import { base } from './base.ts';
import { endSessionIfOver } from './client.ts';
import { currentLanguage, languageCode } from '#lib/language.ts';
import { FAILURE_CODES, type Failure, type Result } from './failure.ts';
import { messageText } from './messages.ts';
import { saveFile } from '#lib/save-file.ts';
import { useSession } from './session.ts';

/** What a call that answers a file may end in: the file went to the reader, or why not. */
export type DownloadResult = Result<undefined>;

const TIMEOUT_MS = 60_000;

/** How much of a file has come: bytes, and 0 to 1 where the server has said how long it is. */
export type DownloadProgress = { readonly bytes: number; readonly part: number | undefined };

/**
 * Makes a call that answers a file, and hands the file to the reader. A refusal comes in the envelope, in
 * their words. `onComing` is called after each piece of it, and never while the server is still making it.
 */
export async function fetchFile<N extends CallName>(
  name: N,
  payload: Payload<N>,
  onComing: (coming: DownloadProgress) => void = () => {},
): Promise<DownloadResult> {
  const { token, device } = useSession.getState();
  try {
    const { path, method } = table[name];
    // What is got by its address never changes, and the browser's cache may have it.
    const isLasting = method === 'GET';
    const query = isLasting
      ? new URLSearchParams(Object.entries(payload).map(([field, value]) => [field, String(value)]))
      : `r=${Date.now().toString(36)}`;
    const response = await fetch(`${base}${path}?${query}`, {
      method: isLasting ? 'GET' : 'POST',
      headers: {
        lang: languageCode(currentLanguage()),
        ...(!isLasting && { 'content-type': 'application/json', token, ...(device && { device }) }),
      },
      ...(!isLasting && { body: JSON.stringify({ ...payload, time: Date.now() }), cache: 'no-store' }),
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // A file may be JSON too: what tells it from an envelope is that it is to be saved.
    const disposition = response.headers.get('content-disposition');
    if (!response.ok || disposition === null) {
      const refused = refusedFile(response.status, await response.json().catch(() => undefined));
      endSessionIfOver(refused, token);
      return refused;
    }
    const fileName = /filename="([^"]+)"/.exec(disposition)?.[1];
    saveFile(await pieces(response, onComing), fileName ?? String(name));
    return { ok: true, data: undefined, message: '' };
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError'
      ? { ok: false, code: FAILURE_CODES.timeout, cause: 'timeout', message: messageText('timeout') }
      : { ok: false, code: FAILURE_CODES.network, cause: 'network error', message: messageText('systemBusy') };
  }
}

/**
 * The body piece by piece. The length that the server tells is of what travels: of a packed answer it says
 * nothing about what comes out.
 */
async function pieces(response: Response, onComing: (coming: DownloadProgress) => void): Promise<Blob> {
  const total = response.headers.has('content-encoding') ? 0 : Number(response.headers.get('content-length') ?? 0);
  const got: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    got.push(next.value);
    bytes += next.value.length;
    onComing({ bytes, part: total >= bytes ? bytes / total : undefined });
  }
  return new Blob(got, { type: response.headers.get('content-type') ?? '' });
}

/** What stands in the place of a file: the refusal of an envelope; where there is none, that the system is busy. */
export function refusedFile(status: number, envelope: unknown): Failure {
  // The boundary: checked field by field below.
  const { code, msg, data } = (envelope ?? {}) as { code?: unknown; msg?: unknown; data?: unknown };
  const details = typeof data === 'object' && data !== null ? (data as Readonly<Record<string, unknown>>) : undefined;
  return {
    ok: false,
    code: typeof code === 'number' ? code : status,
    cause: typeof msg === 'string' ? msg : `http ${status}`,
    message: typeof msg === 'string' && msg !== '' ? msg : messageText('systemBusy'),
    ...(typeof details?.['reason'] === 'string' && { reason: details['reason'], details }),
  };
}
