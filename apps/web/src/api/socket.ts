import type { ClientMessage, ServerMessage } from '@khara/contract';
import { FAILURE_CODES } from './failure.ts';
import { openLine, type Line, type SocketFailure, type WebSocketLike } from './open-line.ts';
import { createSubscriptions } from './subscriptions.ts';

/**
 * The line to the market. It connects by itself, comes back with a growing pause, notices a dead line by its
 * silence, and keeps count of who wants what.
 */

export type FeedState = 'connecting' | 'live' | 'stale';

type SocketDeps = {
  readonly open: () => WebSocketLike;
  readonly token: () => string;
  readonly onMessage: (message: ServerMessage) => void;
  readonly onFeed: (state: FeedState) => void;
  readonly random?: () => number;
  readonly now?: () => number;
};

const STALE_AFTER_MS = 3000;
const PING_EVERY_MS = 10_000;
const SILENT_AFTER_MS = 25_000;
/**
 * A line that is asked answers by then. Prices have stopped if not, and in a page that is looked at again it is dead.
 */
const ANSWER_MS = 5000;
const LONGEST_PAUSE_MS = 15_000;
/**
 * The server has too many lines: of all, of this network or of this account. At once again it would be refused again.
 */
const TOO_MANY: ReadonlySet<number> = new Set([1013, 4004]);

export function createSocket(deps: SocketDeps) {
  const random = deps.random ?? Math.random;
  const now = deps.now ?? Date.now;

  let line: Line | undefined;
  let attempts = 0;
  let lastHeardAt = 0;
  let openedAt = 0;
  let running = false;
  let state: FeedState = 'connecting';
  let lastFailure: SocketFailure | undefined;
  let reconnecting: ReturnType<typeof setTimeout> | undefined;
  let stalling: ReturnType<typeof setTimeout> | undefined;
  let beating: ReturnType<typeof setInterval> | undefined;
  let waking: ReturnType<typeof setTimeout> | undefined;
  let doubting: ReturnType<typeof setTimeout> | undefined;

  const isOpen = () => line?.isOpen() ?? false;
  const subscriptions = createSubscriptions({ isOpen, send });

  const setState = (next: FeedState) => {
    if (state === next) return;
    state = next;
    deps.onFeed(next);
  };

  /** Undefined when it went; otherwise the specification's code for why it did not. */
  function send(message: ClientMessage): SocketFailure | undefined {
    if (!line?.isOpen()) return (lastFailure = { code: FAILURE_CODES.socketNotOpen, cause: 'socket is not open' });
    try {
      line.send(JSON.stringify(message));
      return undefined;
    } catch (error) {
      return (lastFailure = { code: FAILURE_CODES.socketSend, cause: String(error) });
    }
  }

  function connect() {
    clearTimeout(reconnecting);
    openedAt = now();
    const opened = openLine(deps.open, {
      onOpen() {
        attempts = 0;
        lastHeardAt = now();
        clearTimeout(stalling);
        stalling = undefined;
        if (deps.token()) send({ op: 'auth', token: deps.token() });
        subscriptions.tellAll();
        setState('live');
      },
      onMessage(message) {
        lastHeardAt = now();
        stopWaiting();
        setState('live');
        if (message) deps.onMessage(message);
      },
      onFailure(failure) {
        lastFailure = failure;
      },
      onClose(code) {
        if (line !== opened) return;
        drop();
        if (TOO_MANY.has(code)) attempts = Infinity;
        again();
      },
    });
    line = opened;
    if (!opened) again();
  }

  function again() {
    if (!running) return;
    stalling ??= setTimeout(() => setState('stale'), STALE_AFTER_MS);
    const longest = Math.min(500 * 2 ** attempts, LONGEST_PAUSE_MS);
    attempts += 1;
    clearTimeout(reconnecting);
    reconnecting = setTimeout(connect, longest / 2 + (random() * longest) / 2);
  }

  function beat() {
    if (!line?.isOpen()) return;
    if (now() - lastHeardAt > SILENT_AFTER_MS) giveUp();
    else {
      send({ op: 'ping' });
      doubting ??= setTimeout(() => setState('stale'), ANSWER_MS);
    }
  }

  function stopWaiting() {
    clearTimeout(waking);
    clearTimeout(doubting);
    waking = doubting = undefined;
  }

  /** A line that has gone quiet although it was asked is dead; the browser may take minutes to notice. */
  function giveUp() {
    drop();
    setState('stale'); // it has been for as long as nothing was heard
    again();
  }

  /** Closes the line for good: its end is no reason to come back. */
  function drop() {
    const closing = line;
    line = undefined;
    stopWaiting();
    closing?.close();
  }

  return {
    send,
    start() {
      if (running) return;
      running = true;
      stalling = setTimeout(() => setState('stale'), STALE_AFTER_MS);
      beating = setInterval(beat, PING_EVERY_MS);
      connect();
    },
    stop() {
      running = false;
      clearTimeout(reconnecting);
      clearTimeout(stalling);
      clearInterval(beating);
      subscriptions.stop();
      drop();
    },
    /** Connects afresh: after signing in or out, so that the line speaks for the right person. */
    restart() {
      if (!running) return;
      drop();
      attempts = 0;
      connect();
    },
    /** Tries at once: the network is back or the page is looked at again. What is open is asked whether it lives. */
    wake() {
      if (!running) return;
      if (line?.isOpen()) {
        send({ op: 'ping' });
        waking ??= setTimeout(giveUp, ANSWER_MS);
        return;
      }
      if (line && now() - openedAt < STALE_AFTER_MS) return; // it has only begun
      drop();
      attempts = 0;
      connect();
    },
    want: subscriptions.want,
    lastFailure: () => lastFailure,
    state: () => state,
  };
}
