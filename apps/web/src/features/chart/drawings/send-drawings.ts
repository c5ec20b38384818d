import { call } from '#api/client.ts';
import type { Result } from '#api/failure.ts';
import { useFeed } from '#api/feed.ts';
import { useSession, whoIsSignedIn } from '#api/session.ts';
import { forAccount } from './drawings.ts';
import {
  noteSent,
  readShareDrawings,
  takeDrawings,
  unsentShares,
  whenDrawn,
  type ShareDrawings,
} from './kept-drawings.ts';

/** A drawing that is being moved, or steps that are taken back, are one write. */
const AFTER_MS = 1000;
/** After an answer that did not come; sooner when the line is back. */
const AGAIN_MS = 30_000;

let waiting: ReturnType<typeof setTimeout> | undefined;
let sending: Promise<void> | undefined;
/** What the account did not take: it is sent again once it has changed. */
const refused = new Map<string, ShareDrawings>();

function sendAfter(ms: number): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => void sendDrawings(), ms);
}

/**
 * Sends what the account of who is signed in does not have, share by share. Without an answer it is sent again, and a
 * refusal that says when to come again is heeded.
 */
export const sendDrawings = (): Promise<void> => (sending ??= sendAll().finally(() => (sending = undefined)));

const toSend = (): readonly string[] => unsentShares().filter((code) => refused.get(code) !== readShareDrawings(code));

async function sendAll(): Promise<void> {
  const owner = whoIsSignedIn();
  if (owner === undefined) return;
  const isTheirs = (): boolean => whoIsSignedIn() === owner;
  for (const code of toSend()) {
    const failed = await sendShare(code, isTheirs);
    if (!isTheirs()) return;
    if (typeof failed === 'number') return sendAfter(failed);
    if (failed === 'refused') refused.set(code, readShareDrawings(code));
  }
  if (toSend().length > 0) sendAfter(AFTER_MS);
}

/** Why something was not sent; ms after which it may be. */
type Failed = 'refused' | number | undefined;

function whyFailed(result: Result<unknown>): Failed {
  if (result.ok) return undefined;
  const { reason, details } = result;
  if (reason === undefined) return AGAIN_MS;
  return typeof details?.['retryAfter'] === 'number' ? 1000 * details['retryAfter'] : 'refused';
}

async function sendShare(code: string, isTheirs: () => boolean): Promise<Failed> {
  if (readShareDrawings(code).revision === 0) {
    const account = await call('drawings', { code });
    if (!account.ok) return whyFailed(account);
    if (!isTheirs()) return undefined;
    takeDrawings(code, account.data);
    if (readShareDrawings(code).revision < account.data.revision) return 'refused'; // until its chart says why
  }
  const sent = readShareDrawings(code);
  if (!sent.isUnsent) return undefined;
  const { adjustedUntil, list } = sent;
  const result = await call('saveDrawings', { code, adjustedUntil, list: forAccount(list) });
  if (result.ok && isTheirs()) noteSent(code, sent, result.data.revision);
  return whyFailed(result);
}

let isStarted = false;
/** From now on what is drawn is sent, and what was not yet. */
export function startSending(): void {
  if (isStarted) return;
  isStarted = true;
  whenDrawn(() => {
    if (whoIsSignedIn() !== undefined && toSend().length > 0) sendAfter(AFTER_MS);
  });
  useFeed.subscribe(({ state, online }, before) => {
    if ((state === 'live' && before.state !== 'live') || (online && !before.online)) sendAfter(AFTER_MS);
  });
  useSession.subscribe(({ userInfo }, before) => {
    if (userInfo?.id !== before.userInfo?.id) sendAfter(AFTER_MS);
  });
  sendAfter(AFTER_MS);
}
