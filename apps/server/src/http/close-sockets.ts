import { setTimeout as rest } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** "Service restart" in the close frame: a client comes back at once, and finds another server. */
export const RESTARTING = 1012;
const EVERY_MS = 100;

/**
 * Closes sockets evenly over some time, those that are opened meanwhile too: all clients at once would come back as one
 * flood. `random` (0 to 1) keeps several servers from closing theirs in step.
 */
export async function closeSockets(
  open: () => Iterable<WebSocket>,
  {
    overMs,
    random,
    rest: restFor = rest,
  }: { readonly overMs: number; readonly random: () => number; readonly rest?: (ms: number) => Promise<unknown> },
): Promise<void> {
  let due = 0;
  let leftMs = overMs;
  for (;;) {
    const sockets = [...open()].filter(({ readyState }) => readyState === WebSocket.OPEN);
    due = leftMs > 0 ? due + sockets.length / Math.ceil(leftMs / EVERY_MS) : sockets.length;
    for (const socket of sockets.slice(0, Math.floor(due))) socket.close(RESTARTING, 'restarting');
    due %= 1;
    if (leftMs <= 0) return;
    const restMs = Math.min(leftMs, EVERY_MS * (0.5 + random()));
    leftMs -= restMs;
    await restFor(restMs);
  }
}
