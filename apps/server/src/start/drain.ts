import { setTimeout as rest } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { Config } from '#src/config.ts';
import { closeSockets } from '#src/http/close-sockets.ts';
import type { ServerState } from '#src/http/state.ts';

/** A balancer has seen /healthz by then: until then, sockets that were closed would come back here. */
const NOTICED_MS = 2_000;
/** Where the configuration says nothing: one of several servers has sockets to hand over. */
const SECONDS = { all: 1, api: 20, venue: 0, jobs: 0 } as const satisfies Record<Config['ROLE'], number>;

/** For how long after SIGTERM a server with pages still serves. */
export const drainMs = ({ DRAIN_SECONDS, ROLE }: Pick<Config, 'DRAIN_SECONDS' | 'ROLE'>): number =>
  (DRAIN_SECONDS ?? SECONDS[ROLE]) * 1_000;

/**
 * Leaves the load balancer: says so at /healthz and /readyz, goes on serving, and closes the sockets one after the
 * other, so that their clients find another server.
 */
export async function drain(config: Config, state: ServerState, sockets: () => Iterable<WebSocket>): Promise<void> {
  state.draining = true;
  // The single server of an installation has none to hand an order over to.
  state.closing = config.ROLE === 'all';
  const ms = drainMs(config);
  await rest(Math.min(ms, NOTICED_MS));
  if (ms > NOTICED_MS) await closeSockets(sockets, { overMs: ms - NOTICED_MS, random: () => Math.random() });
  state.closing = true;
}
