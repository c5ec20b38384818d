import type { CallName, Payload } from '@khara/contract';
import table from 'virtual:call-table';
import { say } from '#i18n/say.ts';
import { baseAddress } from './base-address.ts';
import { currentLanguage, wireCode } from './language.ts';
import { saveFile } from './save-file.ts';
import { useSession } from './session.ts';

/** What a call that answers a file may end in. */
export type Fetched = { readonly ok: true } | { readonly ok: false; readonly message: string };

const TIMEOUT_MS = 60_000;

/** Makes a call that answers a file, and hands the file to the reader. A refusal comes in the envelope, in their words. */
export async function fetchFile<N extends CallName>(name: N, payload: Payload<N>): Promise<Fetched> {
  const { token, device } = useSession.getState();
  try {
    const response = await fetch(`${baseAddress(location)}${table[name].path}?r=${Date.now().toString(36)}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        lang: wireCode(currentLanguage()),
        token,
        ...(device && { device }),
      },
      body: JSON.stringify({ ...payload, time: Date.now() }),
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if ((response.headers.get('content-type') ?? '').startsWith('application/json')) {
      const envelope: unknown = await response.json();
      return { ok: false, message: messageOf(envelope) ?? say('systemBusy') };
    }
    if (!response.ok) return { ok: false, message: say('systemBusy') };
    const fileName = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    saveFile(await response.blob(), fileName ?? String(name));
    return { ok: true };
  } catch {
    return { ok: false, message: say('systemBusy') };
  }
}

const messageOf = (envelope: unknown): string | undefined =>
  typeof envelope === 'object' && envelope !== null && 'msg' in envelope && typeof envelope.msg === 'string'
    ? envelope.msg
    : undefined;
