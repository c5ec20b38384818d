import { readStoredJson, RECENT_SEARCHES, store } from '#lib/storage.ts';

/** As many as one line and a half shows. */
const MAX_CODES = 8;

/** Stocks opened from the search, newest first; kept on this device only, until the session ends. */
export function readRecent(): readonly string[] {
  const kept = readStoredJson(RECENT_SEARCHES);
  return Array.isArray(kept) ? kept.filter((code): code is string => typeof code === 'string').slice(0, MAX_CODES) : [];
}

/** A list with `code` in front, without a second one of it. */
export const withRecent = (recent: readonly string[], code: string): readonly string[] =>
  [code, ...recent.filter((each) => each !== code)].slice(0, MAX_CODES);

export const rememberSearch = (code: string): void =>
  store(RECENT_SEARCHES, JSON.stringify(withRecent(readRecent(), code)));
export const clearRecent = (): void => store(RECENT_SEARCHES, null);
