import type { ClientMessage, ServerMessage } from '@khara/contract';
import { FAILURE_CODES } from './failure.ts';

/**
 * The line to the market. It connects by itself, comes back with a growing pause, notices a dead line by its
 * silence, and keeps count of who wants what: a code is subscribed when the first part of the page asks for
 * it, and let go a moment after the last one stopped.
 */

export type Channel = 'quotes' | 'depth';
export type FeedState = 'connecting' | 'live' | 'stale';

type LineEvents = {
  open: unknown;
  close: { readonly code?: number };
  error: unknown;
  message: { readonly data: unknown };
};
/** As much of a WebSocket as is used here. */
type Line = {
  readonly readyState: number;
  send: (text: string) => void;
  close: () => void;
  addEventListener: <K extends keyof LineEvents>(kind: K, listener: (event: LineEvents[K]) => void) => void;
};

type SocketDeps = {
  readonly open: () => Line;
  readonly token: () => string;
  readonly onMessage: (message: ServerMessage) => void;
  readonly onFeed: (state: FeedState) => void;
  readonly random?: () => number;
  readonly now?: () => number;
};

type SocketFailure = { readonly code: number; readonly cause: string };

const OPEN = 1;
const STALE_AFTER_MS = 3000;
const PING_EVERY_MS = 10_000;
const SILENT_AFTER_MS = 25_000;
const LONGEST_PAUSE_MS = 15_000;
/**
 * The server has too many lines: of all, of this network or of this account. At once again it would be refused again.
 */
const TOO_MANY: ReadonlySet<number> = new Set([1013, 4004]);
/** Specification section 9: a line that has not opened by then never will. */
const CONNECT_MS = 60_000;
/** Long enough for a list to scroll a row out and back, or for one page to hand over to the next. */
const LINGER_MS = 2000;
const MOST_CODES = 300;

export function createSocket(deps: SocketDeps) {
  const random = deps.random ?? Math.random;
  const now = deps.now ?? Date.now;
  const wanted: Record<Channel, Map<string, number>> = { quotes: new Map(), depth: new Map() };
  const subscribed: Record<Channel, Set<string>> = { quotes: new Set(), depth: new Set() };

  let line: Line | undefined;
  let attempts = 0;
  let lastHeardAt = 0;
  let running = false;
  let state: FeedState = 'connecting';
  let lastFailure: SocketFailure | undefined;
  let reconnecting: ReturnType<typeof setTimeout> | undefined;
  let giving: ReturnType<typeof setTimeout> | undefined;
  let stalling: ReturnType<typeof setTimeout> | undefined;
  let beating: ReturnType<typeof setInterval> | undefined;
  let telling: ReturnType<typeof setTimeout> | undefined;

  const setState = (next: FeedState) => {
    if (state === next) return;
    state = next;
    deps.onFeed(next);
  };

  /** Undefined when it went; otherwise the specification's code for why it did not. */
  function send(message: ClientMessage): SocketFailure | undefined {
    if (!line || line.readyState !== OPEN) {
      return (lastFailure = { code: FAILURE_CODES.socketNotOpen, cause: 'socket is not open' });
    }
    try {
      line.send(JSON.stringify(message));
      return undefined;
    } catch (error) {
      return (lastFailure = { code: FAILURE_CODES.socketSend, cause: String(error) });
    }
  }

  function connect() {
    clearTimeout(reconnecting);
    let opened: Line;
    try {
      opened = deps.open();
    } catch (error) {
      lastFailure = { code: FAILURE_CODES.socketConnect, cause: String(error) };
      return again();
    }
    line = opened;
    clearTimeout(giving);
    giving = setTimeout(() => {
      lastFailure = { code: FAILURE_CODES.socketConnect, cause: 'timeout' };
      opened.close();
    }, CONNECT_MS);
    opened.addEventListener('open', () => {
      clearTimeout(giving);
      attempts = 0;
      lastHeardAt = now();
      clearTimeout(stalling);
      stalling = undefined;
      subscribed.quotes.clear();
      subscribed.depth.clear();
      if (deps.token()) send({ op: 'auth', token: deps.token() });
      tell();
      setState('live');
    });
    opened.addEventListener('message', (event) => {
      lastHeardAt = now();
      const message = read(event.data);
      if (message) deps.onMessage(message);
    });
    opened.addEventListener('error', () => {
      if (opened.readyState !== OPEN)
        lastFailure = { code: FAILURE_CODES.socketConnect, cause: 'socket did not connect' };
    });
    opened.addEventListener('close', ({ code = 0 }) => {
      if (line !== opened) return;
      clearTimeout(giving);
      line = undefined;
      if (TOO_MANY.has(code)) attempts = Infinity;
      again();
    });
    return undefined;
  }

  function again() {
    if (!running) return;
    stalling ??= setTimeout(() => setState('stale'), STALE_AFTER_MS);
    const longest = Math.min(500 * 2 ** attempts, LONGEST_PAUSE_MS);
    attempts += 1;
    clearTimeout(reconnecting);
    reconnecting = setTimeout(connect, longest / 2 + (random() * longest) / 2);
  }

  /** Brings the server's list of codes in line with what is wanted now. */
  function tell() {
    clearTimeout(telling);
    telling = undefined;
    if (line?.readyState !== OPEN) return;
    for (const channel of ['quotes', 'depth'] as const) {
      const more = [...wanted[channel].keys()].filter((code) => !subscribed[channel].has(code));
      const less = [...subscribed[channel]].filter((code) => !wanted[channel].has(code));
      for (const codes of chunks(less)) send({ op: 'unsubscribe', channel, codes });
      for (const codes of chunks(more)) send({ op: 'subscribe', channel, codes });
      for (const code of less) subscribed[channel].delete(code);
      for (const code of more) subscribed[channel].add(code);
    }
  }

  const tellSoon = (ms: number) => {
    if (ms === 0) {
      clearTimeout(telling);
      telling = setTimeout(tell, 0);
    } else telling ??= setTimeout(tell, ms);
  };

  return {
    send,
    start() {
      if (running) return;
      running = true;
      stalling = setTimeout(() => setState('stale'), STALE_AFTER_MS);
      beating = setInterval(() => {
        if (line?.readyState !== OPEN) return;
        // A line that has gone quiet although it was asked is dead; the browser may take minutes to notice.
        if (now() - lastHeardAt > SILENT_AFTER_MS) line.close();
        else send({ op: 'ping' });
      }, PING_EVERY_MS);
      connect();
    },
    stop() {
      running = false;
      for (const timer of [reconnecting, giving, stalling, telling]) clearTimeout(timer);
      clearInterval(beating);
      const closing = line;
      line = undefined;
      closing?.close();
    },
    /** Connects afresh: after signing in or out, so that the line speaks for the right person. */
    restart() {
      if (!running) return;
      const closing = line;
      line = undefined;
      closing?.close();
      attempts = 0;
      connect();
    },
    /** Tries at once: the network is back or the page is looked at again. */
    wake() {
      if (running && !line) {
        attempts = 0;
        connect();
      }
    },
    /** Wants a code until the returned function is called. */
    want(channel: Channel, code: string): () => void {
      const counts = wanted[channel];
      counts.set(code, (counts.get(code) ?? 0) + 1);
      if (!subscribed[channel].has(code)) tellSoon(0);
      let released = false;
      return () => {
        if (released) return;
        released = true;
        const left = (counts.get(code) ?? 1) - 1;
        if (left > 0) counts.set(code, left);
        else {
          counts.delete(code);
          tellSoon(LINGER_MS);
        }
      };
    },
    lastFailure: () => lastFailure,
    state: () => state,
  };
}

function* chunks(codes: readonly string[]): Generator<string[]> {
  for (let start = 0; start < codes.length; start += MOST_CODES) yield codes.slice(start, start + MOST_CODES);
}

function read(data: unknown): ServerMessage | undefined {
  try {
    const message = JSON.parse(String(data)) as ServerMessage; // the server's own schema; an unknown `type` is ignored by everyone
    return typeof message === 'object' && message !== null && 'type' in message ? message : undefined;
  } catch {
    return undefined;
  }
}
