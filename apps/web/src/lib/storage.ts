/** Database of api/last-seen-store.ts: named here, so that a session can delete it without the code that fills it. */
export const LAST_SEEN_DATABASE = 'khara-last-seen';

/** What api/pending-request.ts keeps, for the same reason. */
export const PENDING_REQUESTS = 'pendingRequests';

/** What features/quotes/recent-searches.ts keeps, for the same reason. */
export const RECENT_SEARCHES = 'recentSearches';

/** What features/limits/draft.ts keeps, for the same reason. */
export const ORDER_DRAFT = 'orderDraft';

/** What features/chart/drawings/kept-drawings.ts keeps, by share, for the same reason. */
export const DRAWINGS = 'drawings';

/**
 * The member who was last shown home, and how high what waited there was: its place is kept, and pushes nothing down.
 */
export const NEXT_WAITS = 'homeNext';

/** When this device last followed the log (features/proof/log-watch.ts), in ms: a sign-in makes it due again. */
export const LOG_FOLLOWED = 'logFollowedAt';

type Kept = {
  readonly read: (key: string) => string | null;
  /** `null` removes it. */
  readonly write: (key: string, value: string | null) => void;
};

/**
 * A storage of the browser, or a memory of this page where it is forbidden or full. The browser's may throw where it is
 * named already, so it is named at each use.
 */
function keeping(storage: () => Storage): Kept {
  const memory = new Map<string, string>();
  return {
    read(key) {
      const here = memory.get(key);
      if (here !== undefined) return here;
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    write(key, value) {
      memory.delete(key);
      try {
        if (value === null) storage().removeItem(key);
        else storage().setItem(key, value);
      } catch {
        if (value !== null) memory.set(key, value);
      }
    },
  };
}

/** Kept by this browser. */
export const { read: readStored, write: store } = keeping(() => localStorage);
/** Kept by this tab, and gone with it. */
export const { read: readOfTab, write: storeOfTab } = keeping(() => sessionStorage);

const PROBE = 'storageLasts';

/** Whether what is stored is there after a reload: else a sign-in ends with the page. */
export function storageLasts(): boolean {
  try {
    localStorage.setItem(PROBE, '1');
    localStorage.removeItem(PROBE);
    return true;
  } catch {
    return false;
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
