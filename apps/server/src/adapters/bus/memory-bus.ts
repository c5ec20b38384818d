import type { Logger } from 'pino';
import type { Bus } from '#src/ports/bus.ts';
import { Listeners } from './listeners.ts';

/** The bus of an installation of one process. */
export function memoryBus(log: Pick<Logger, 'warn'>): Bus {
  const listeners = new Listeners(log);
  return {
    publish: (subject, message) => listeners.tell(subject, message),
    subscribe: (subject, listener) => listeners.add(subject, listener),
    state: () => 'up',
    close: () => Promise.resolve(),
  };
}
