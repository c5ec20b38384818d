import type { Data, FILE_PURPOSES } from '@khara/contract';
import table from 'virtual:call-table';
import { base } from '#api/base.ts';
import { endSessionIfOver } from '#api/client.ts';
import type { Result } from '#api/failure.ts';
import { currentLanguage, languageCode } from '#lib/language.ts';
import { useSession } from '#api/session.ts';
import { createTransport } from '#api/transport.ts';
import { say, sayText } from '#i18n/say.ts';
import { hideLoading, showLoading, tellLoading } from '#ui/toast.ts';

const words = (part: number): string => sayText('common:uploading', { n: Math.round(part * 100) });

/**
 * Sends a picture (of a card, unless it is for something else) under a loader, and tells how far it has come, 0 to 1.
 */
export async function sendPicture(
  file: Blob,
  onProgress: (part: number) => void,
  purpose: (typeof FILE_PURPOSES)[number] = 'kyc',
): Promise<Result<Data<'uploadPicture'>>> {
  const { token, device } = useSession.getState();
  const transport = createTransport({
    table,
    base,
    say,
    headers: () => ({ lang: languageCode(currentLanguage()), token, ...(device && { device }) }),
    fetcher: fetchTelling((part) => {
      tellLoading(words(part), part);
      onProgress(part);
    }),
  });
  showLoading(words(0));
  try {
    const sent = await transport.upload<Data<'uploadPicture'>>(table.uploadPicture.path, file, { purpose });
    endSessionIfOver(sent, token);
    return sent;
  } finally {
    hideLoading();
  }
}

/** `fetch` for one upload, by the only means of a browser that tells how much of it has left. */
const fetchTelling =
  (onProgress: (part: number) => void): typeof fetch =>
  (address, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init?.method ?? 'POST', String(address));
      for (const [name, value] of new Headers(init?.headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
      request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })));
      request.addEventListener('error', () => reject(new TypeError('network error')));
      request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      init?.signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(init?.body as XMLHttpRequestBodyInit); // a form, made by the transport
    });
