import type { ClientMessage, ServerMessage } from '@khara/contract';
import { FAILURE_CODES } from './failure.ts';
import { openLine, type Line, type SocketFailure, type WebSocketLike } from './open-line.ts';
import { createPulse } from './pulse.ts';
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
const LONGEST_PAUSE_MS = 15_000;
/**
 * The server has too many lines: of all, of this network or of this account. At once again it would be refused again.
 */
const TOO_MANY: ReadonlySet<number> = new Set([1013, 4004]);

/** How old the prices of the pages are: the line may be away for a moment before they count as old. */
function createFeed(onFeed: (state: FeedState) => void) {
  let state: FeedState = 'connecting';
  let stalling: ReturnType<typeof setTimeout> | undefined;
  const set = (next: FeedState) => {
    if (state === next) return;
    state = next;
    onFeed(next);
  };
  return {
    set,
    state: () => state,
    away: () => void (stalling ??= setTimeout(() => set('stale'), STALE_AFTER_MS)),
    back() {
      clearTimeout(stalling);
      stalling = undefined;
    },
  };
}

/** Before the next attempt: longer each time, and not the same for all who lost their line together. */
function pauseMs(attempts: number, random: () => number): number {
  const longest = Math.min(500 * 2 ** attempts, LONGEST_PAUSE_MS);
  return longest / 2 + (random() * longest) / 2;
}

export function createSocket(deps: SocketDeps) {
  const random = deps.random ?? Math.random;
  const now = deps.now ?? Date.now;

  let line: Line | undefined;
  let attempts = 0;
  let openedAt = 0;
  let running = false;
  let lastFailure: SocketFailure | undefined;
  let reconnecting: ReturnType<typeof setTimeout> | undefined;

  const isOpen = () => line?.isOpen() ?? false;
  const feed = createFeed(deps.onFeed);
  const subscriptions = createSubscriptions({ isOpen, send });
  const pulse = createPulse({
    isOpen,
    ping: () => send({ op: 'ping' }),
    now,
    onDoubt: () => feed.set('stale'),
    onDead() {
      drop();
      feed.set('stale'); // it has been for as long as nothing was heard
      again();
    },
  });

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
        pulse.heard();
        feed.back();
        if (deps.token()) send({ op: 'auth', token: deps.token() });
        subscriptions.tellAll();
        feed.set('live');
      },
      onMessage(message) {
        pulse.heard();
        feed.set('live');
        if (message) deps.onMessage(message);
      },
      onFailure: (failure) => void (lastFailure = failure),
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
    feed.away();
    clearTimeout(reconnecting);
    reconnecting = setTimeout(connect, pauseMs(attempts, random));
    attempts += 1;
  }

  /** Closes the line for good: its end is no reason to come back. */
  function drop() {
    const closing = line;
    line = undefined;
    pulse.rest();
    closing?.close();
  }

  return {
    send,
    start() {
      if (running) return;
      running = true;
      feed.away();
      pulse.start();
      connect();
    },
    stop() {
      running = false;
      clearTimeout(reconnecting);
      feed.back();
      pulse.stop();
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
      if (isOpen()) return pulse.ask();
      if (line && now() - openedAt < STALE_AFTER_MS) return; // it has only begun
      drop();
      attempts = 0;
      connect();
    },
    want: subscriptions.want,
    lastFailure: () => lastFailure,
    state: feed.state,
  };
}
