/** Database of api/last-seen-store.ts: named here, so that a session can delete it without the code that fills it. */
export const LAST_SEEN_DATABASE = 'khara-last-seen';

/** What api/pending-request.ts keeps, for the same reason. */
export const PENDING_REQUESTS = 'pendingRequests';

/** What features/quotes/recent-searches.ts keeps, for the same reason. */
export const RECENT_SEARCHES = 'recentSearches';

/** What features/limits/draft.ts keeps, for the same reason. */
export const ORDER_DRAFT = 'orderDraft';

/** When this device last followed the log (features/proof/log-watch.ts), in ms: a sign-in makes it due again. */
export const LOG_FOLLOWED = 'logFollowedAt';

/** The browser's storage, or a memory of this page where storage is forbidden. */
const memory = new Map<string, string>();

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value === null) memory.delete(key);
    else memory.set(key, value);
  }
}

export function readStoredJson(key: string): unknown {
  const text = readStored(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // another program's, or an older shape: as if it were not there
  }
}
