import { whenAnswered } from '#api/client.ts';
import { keepReceipts, keptReceipts, settleReceipts } from '#api/receipts.ts';
import { isSignedIn, useSession, whoIsSignedIn } from '#api/session.ts';
import { LOG_FOLLOWED, readStored, store } from '#lib/storage.ts';
import { whenIdle } from '#shell/when-idle.ts';
import { logFromServer } from './ask-server.ts';
import { keepFinding } from './findings.ts';
import { keepLog, keptLog } from './kept-log.ts';
import { DAY_MS } from '@khara/rules';

/**
 * Follows the log in the background, without a button: at every sign-in and once a day this device asks for
 * the newest checkpoint and the proof that the one it saw before is its beginning, and claims what its
 * receipts promise. So a database that was put back to an older copy shows itself to every member.
 */

const LOOK_EVERY_MS = 60 * 60_000;
/** After a receipt has come: others have gathered. */
const CLAIM_AFTER_MS = 60_000;

const isDue = (): boolean => isSignedIn() && Date.now() - Number(readStored(LOG_FOLLOWED) ?? 0) >= DAY_MS;
const hasOpen = (): boolean => keptReceipts(whoIsSignedIn() ?? '').some(({ state }) => state === 'open');

/** Begins to watch; returns how to stop. */
export function startLogWatch(): () => void {
  let claiming: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const lookWhenIdle = (): void =>
    void whenIdle(() => void watchLog().then((hasMore) => (hasMore && !ended ? claimLater() : undefined)));
  const claimLater = (): void => {
    claiming ??= setTimeout(() => {
      claiming = undefined;
      lookWhenIdle();
    }, CLAIM_AFTER_MS);
  };
  if (isDue() || hasOpen()) lookWhenIdle();
  const daily = setInterval(() => isDue() && lookWhenIdle(), LOOK_EVERY_MS);
  const stopSession = useSession.subscribe((session, before) => {
    if (session.token !== before.token && isDue()) lookWhenIdle();
  });
  whenAnswered((whose, data) => {
    if (keepReceipts(whose, data)) claimLater();
  });
  return () => {
    ended = true;
    clearInterval(daily);
    clearTimeout(claiming);
    stopSession();
  };
}

let running: Promise<boolean> | undefined;

/**
 * Looks once, and answers whether receipts are left whose promise is not due yet: the answer to a claim would
 * only be to wait. Without an answer it says nothing either way, and is done again.
 */
export const watchLog = (): Promise<boolean> =>
  (running ??= look()
    .catch(() => false)
    .finally(() => {
      running = undefined;
    }));

async function look(): Promise<boolean> {
  const owner = whoIsSignedIn();
  if (owner === undefined) return false;
  const { bodyOfNote, claimReceipts, followLog, PROMISE_MS } = await import('@khara/proof');
  const source = logFromServer(owner);
  const known = keptLog();
  const body = known?.notes[0] === undefined ? undefined : bodyOfNote(known.notes[0]);
  const saw = body && { size: body.size, timeMs: body.timeMs };
  const log = await followLog(known, source.checkpoint);
  store(LOG_FOLLOWED, String(Date.now()));
  if (!log.ok) {
    keepFinding({ ...log, saw });
    return false;
  }
  keepLog(log.known);

  const kept = openReceipts(owner, log.known.name);
  // By this device's clock alone; one that was set back makes a receipt due.
  let open = kept.filter(({ cameAt }) => Math.abs(Date.now() - cameAt) >= PROMISE_MS);
  const hasMore = open.length < kept.length;
  while (open.length > 0) {
    const claim = await claimReceipts(source, open, log);
    settleReceipts(owner, claim.proved, 'proved');
    if (claim.ok) break;
    const { receipt } = claim.evidence;
    keepFinding({ ...claim, saw: { size: log.checkpoint.size, timeMs: log.checkpoint.timeMs } });
    settleReceipts(owner, [receipt.uid], 'broken');
    open = open.slice(open.findIndex(({ uid }) => uid === receipt.uid) + 1);
  }
  return hasMore;
}

/** Of another log than the one that is followed now nothing can be claimed. */
const openReceipts = (owner: string, name: string) =>
  keptReceipts(owner).filter(
    ({ state, log, signer }) => state === 'open' && (log === undefined || log === name) && signer !== undefined,
  );
