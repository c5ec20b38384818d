import type { Logger } from 'pino';
import type { Bus, BusMessages, Subject } from '#src/ports/bus.ts';

/** Listeners of this process. What one throws is logged, and the others hear the message all the same. */
class Listeners {
  readonly #log: Pick<Logger, 'warn'>;
  readonly #bySubject = new Map<Subject, Set<(message: never) => void>>();

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log;
  }

  add<S extends Subject>(subject: S, listener: (message: BusMessages[S]) => void): () => void {
    const same = this.#bySubject.get(subject) ?? new Set();
    this.#bySubject.set(subject, same.add(listener));
    return () => void same.delete(listener);
  }

  tell<S extends Subject>(subject: S, message: BusMessages[S]): void {
    for (const listener of this.#bySubject.get(subject) ?? []) {
      try {
        (listener as (message: BusMessages[S]) => void)(message); // it was added under its subject
      } catch (error) {
        this.#log.warn({ err: error, subject }, 'a message of the bus could not be taken');
      }
    }
  }
}

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
