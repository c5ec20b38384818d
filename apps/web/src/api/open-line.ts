import type { ServerMessage } from '@khara/contract';
import { FAILURE_CODES } from './failure.ts';

/** One connection to the market: it opens in time or is given up, and reads what comes. */

type WebSocketEvents = {
  open: unknown;
  close: { readonly code?: number };
  error: unknown;
  message: { readonly data: unknown };
};
/** As much of a WebSocket as is used here. */
export type WebSocketLike = {
  readonly readyState: number;
  send: (text: string) => void;
  close: () => void;
  addEventListener: <K extends keyof WebSocketEvents>(kind: K, listener: (event: WebSocketEvents[K]) => void) => void;
};

export type SocketFailure = { readonly code: number; readonly cause: string };

type LineEvents = {
  readonly onOpen: () => void;
  /** Undefined for a message that cannot be read: the line lives nevertheless. */
  readonly onMessage: (message: ServerMessage | undefined) => void;
  readonly onFailure: (failure: SocketFailure) => void;
  readonly onClose: (code: number) => void;
};

export type Line = {
  readonly isOpen: () => boolean;
  readonly send: (text: string) => void;
  readonly close: () => void;
};

const OPEN = 1;
/** A line that has not opened by then never will (docs/sources.md W1). */
const CONNECT_MS = 60_000;

/**
 * Undefined when the browser would not even begin; `onFailure` has the reason. A line that was closed here is over at
 * once and says nothing more: a browser waits up to a minute for the other side's goodbye, and what was on its way
 * is old.
 */
export function openLine(open: () => WebSocketLike, on: LineEvents): Line | undefined {
  const fail = (cause: string): void => on.onFailure({ code: FAILURE_CODES.socketConnect, cause });
  let line: WebSocketLike;
  try {
    line = open();
  } catch (error) {
    fail(String(error));
    return undefined;
  }
  let isOver = false;
  const close = (): void => {
    isOver = true;
    clearTimeout(giving);
    line.close();
  };
  const giving = setTimeout(() => {
    fail('timeout');
    close();
    on.onClose(0);
  }, CONNECT_MS);
  const isOpen = (): boolean => !isOver && line.readyState === OPEN;
  line.addEventListener('open', () => {
    if (isOver) return;
    clearTimeout(giving);
    on.onOpen();
  });
  line.addEventListener('message', ({ data }) => {
    if (!isOver) on.onMessage(read(data));
  });
  line.addEventListener('error', () => {
    if (!isOver && !isOpen()) fail('socket did not connect');
  });
  line.addEventListener('close', ({ code = 0 }) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(giving);
    on.onClose(code);
  });
  return { isOpen, send: (text) => line.send(text), close };
}

function read(data: unknown): ServerMessage | undefined {
  try {
    // The server's own schema; an unknown `type` is ignored by all readers.
    const message = JSON.parse(String(data)) as ServerMessage;
    return typeof message === 'object' && message !== null && 'type' in message ? message : undefined;
  } catch {
    return undefined;
  }
}
