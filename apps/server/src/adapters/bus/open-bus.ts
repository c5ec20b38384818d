import type pg from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '#src/ports/bus.ts';
import { memoryBus } from './memory-bus.ts';
import { natsBus } from './nats-bus.ts';
import { postgresBus } from './postgres-bus.ts';

/** The bus of the configuration. `BUS`: `memory`, `pg`, or addresses of NATS. */
export function openBus(
  { BUS, NODE_NAME }: { readonly BUS: string; readonly NODE_NAME: string },
  connection: () => pg.ClientConfig,
  log: Pick<Logger, 'warn' | 'info'>,
): Bus {
  if (BUS === 'memory') return memoryBus(log);
  return BUS === 'pg' ? postgresBus(connection(), log) : natsBus(BUS, NODE_NAME, log);
}
