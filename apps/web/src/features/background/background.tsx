import { askWithoutLine } from '#api/ask-market.ts';
import { onPrivateEvent, queryClient, socket } from '#api/client.ts';
import { loadConfig } from '#api/config.ts';
import { useFeed } from '#api/feed.ts';
import { useLanguageStore } from '#lib/language.ts';
import { isSignedIn, useSession } from '#api/session.ts';
import { DRAWINGS, readStored } from '#lib/storage.ts';
import { lookWhoAsked, noteAsked, useAsked } from '#features/assistants/asked.ts';
import { FindingBar } from '#features/proof/finding-bar.tsx';
import { optional } from '#i18n/optional.tsx';
import { say } from '#i18n/say.ts';
import { followDevice } from '#lib/theme.ts';
import { watchTranslators } from '#lib/translators.ts';
import type { PageSurroundings } from '#shell/app.tsx';
import { EndedBar } from '#shell/ended-bar.tsx';
import { here } from '#shell/location.ts';
import { findRoute } from '#shell/route-table.ts';
import { UpdateBar } from '#shell/update-bar.tsx';
import { preloadSheet } from '#ui/sheet.tsx';
import { toast } from '#ui/toast.ts';
import { watchOwnClock } from './wrong-clock.ts';

/**
 * What runs beside the pages and none of which the first page needs: fingers and keys, the line that comes
 * and goes, the version watch, the installed app, the log.
 */

const WATCH_AFTER_MS = 2000;
const SHEET_AFTER_MS = 3000;
const LAST_SEEN_AFTER_MS = 4000;
/** What it keeps first has come already, but for the page itself. */
const INSTALL_AFTER_MS = 500;
const SETTLED_SHOWN_MS = 4000;

// Fingers and keys beyond a tap. Where their code does not come, nothing else is missing.
const SwipeBack = optional(() => import('#features/gestures/swipe-back.tsx'));
const Shortcuts = optional(() => import('#features/shortcuts/shortcuts.tsx'));
const Asks = optional(() => import('#features/assistants/asks.tsx'), ['assistants', 'orders', 'ticket', 'refusals']);
const AssistantAsks = () => useAsked(({ times }) => times > 0) && <Asks />;
const isTab = (): boolean => findRoute(here().split('?')[0] ?? '')?.tab !== undefined;

/** Begins; `show` is given what to put beside the pages. Returns how to stop. */
export function startBackground(frame: HTMLElement, show: (beside: PageSurroundings) => void): () => void {
  const input = (
    <>
      <SwipeBack frame={frame} isRoot={isTab} />
      <Shortcuts />
      <AssistantAsks />
    </>
  );
  const bars = (
    <>
      <EndedBar />
      <FindingBar />
    </>
  );
  const onNewer = (take: () => void): void =>
    show({
      bars: (
        <>
          {bars}
          <UpdateBar onReload={take} />
        </>
      ),
      input,
    });
  show({ bars, input });

  watchTranslators();
  const stopLine = followLine();
  const stopTheme = followDevice();
  const stopClock = watchOwnClock();
  const stopAsking = askWithoutLine();
  const stopNotices = onPrivateEvent((event) => {
    if (event.type === 'notice') {
      noteAsked(event.data.link);
      toast(event.data.title);
    } else askAgain();
  });
  // What the server names (stocks, channels) comes in the reader's language: it is asked again in the new one.
  const stopLanguage = useLanguageStore.subscribe(() => {
    void queryClient.invalidateQueries();
    void loadConfig();
  });

  // A guest who signs in may have drawn.
  const stopDrawn = useSession.subscribe(sendDrawn);
  lookWhoAsked();
  if (isSignedIn()) void reportSettled().catch(none);
  const sheet = setTimeout(preloadSheet, SHEET_AFTER_MS);
  let stop: (() => void) | undefined;
  let stopContinuity: (() => void) | undefined;
  if ('startViewTransition' in document)
    void import('#features/quotes/continuity.ts').then(
      ({ startContinuity }) => (stopContinuity = startContinuity()),
      none,
    );
  const watching = setTimeout(() => {
    void import('#api/version.ts').then(({ watchVersion }) => watchVersion(() => toast(say('newVersion')))).catch(none);
    void import('#features/proof/log-watch.ts').then(({ startLogWatch }) => (stop = startLogWatch())).catch(none);
    sendDrawn();
  }, WATCH_AFTER_MS);
  const keeping = setTimeout(
    () => void import('#api/last-seen.ts').then(({ keepLastSeen }) => keepLastSeen()).catch(none),
    LAST_SEEN_AFTER_MS,
  );
  const installing = setTimeout(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    void import('#shell/installed.ts').then(({ install }) => install(onNewer)).catch(none);
  }, INSTALL_AFTER_MS);
  return () => {
    clearTimeout(sheet);
    clearTimeout(watching);
    clearTimeout(keeping);
    clearTimeout(installing);
    clearTimeout(asking);
    stopLine();
    stopTheme();
    stopClock();
    stopAsking();
    stopNotices();
    stopLanguage();
    stopDrawn();
    stopContinuity?.();
    stop?.();
  };
}

/**
 * The line to the market comes and goes: what was last seen is shown without it, and what is shown is asked
 * again when it is back.
 */
function followLine(): () => void {
  const stopFeed = useFeed.subscribe(({ state, online }, before) => {
    if ((state === 'stale' && before.state !== 'stale') || (!online && before.online)) showLastSeen();
    if (state === 'live' && before.state === 'stale') askAgain();
    if (online && !before.online) {
      socket.wake();
      askAgain();
    }
  });
  const { state, online } = useFeed.getState();
  if (state === 'stale' || !online) showLastSeen();
  document.addEventListener('visibilitychange', looked);
  return () => {
    document.removeEventListener('visibilitychange', looked);
    stopFeed();
  };
}

const looked = (): void => void (document.visibilityState === 'visible' && socket.wake());
const showLastSeen = (): void =>
  void import('#api/last-seen.ts').then((lastSeen) => lastSeen.showLastSeen()).catch(none);

let asking: ReturnType<typeof setTimeout> | undefined;
/**
 * After a gap what is shown may be old. Not all clients ask in the same moment: a server that comes back has
 * enough to do.
 */
function askAgain(): void {
  clearTimeout(asking);
  asking = setTimeout(() => void queryClient.invalidateQueries(), Math.random() * 1500);
}

/** Drawings that an account may not have yet are sent from any page. */
function sendDrawn(): void {
  if (isSignedIn() && readStored(DRAWINGS) !== null)
    void import('#features/chart/drawings/send-drawings.ts').then(({ startSending }) => startSending(), none);
}

/** Asks at the start what became of lost answers, and shows each outcome that is known. */
async function reportSettled(): Promise<void> {
  const { settlePendingRequests } = await import('#api/settle-pending-requests.ts');
  for (const { settled } of await settlePendingRequests())
    if (settled !== 'unknown') toast(say(settled === 'done' ? 'settledDone' : 'settledNot'), { ms: SETTLED_SHOWN_MS });
}

/** Each of these can be missed. */
const none = (): void => undefined;
