import { base } from '#api/base.ts';
import { currentLanguage, languageCode } from '#lib/language.ts';

/** An answer of a call that is none of the first load's table; not ok without one. */
export type Answered<T> = { readonly ok: true; readonly data: T } | { readonly ok: false };

/** Asks a call of the missions. The shapes are the call table's. */
export async function askMissions<T>(
  call: 'missions' | 'missionAnswer' | 'remindLesson',
  body: object,
  token: string,
): Promise<Answered<T>> {
  try {
    const response = await fetch(`${base}/app/user/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', lang: languageCode(currentLanguage()), token },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
    });
    const { code, data } = (await response.json()) as { readonly code: number; readonly data: T };
    return code === 200 ? { ok: true, data } : { ok: false };
  } catch {
    return { ok: false };
  }
}
