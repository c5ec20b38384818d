import type { Logger } from 'pino';
import type { BusMessages, Subject } from '#src/ports/bus.ts';

/** Listeners of this process. What one throws is logged, and the others hear the message all the same. */
export class Listeners {
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

  /**
   * Tells what another server has sent. A message of another version is left out: it says nothing that is not
   * read anew.
   */
  tellSent(text: string): void {
    const sent = readMessage(text);
    if (sent) this.tell(sent.subject, sent.message);
    else this.#log.warn({ begins: text.slice(0, 60) }, 'a message of the bus cannot be read');
  }
}

/**
 * Changes with the shape of any message. Servers of two versions run beside each other while one replaces the other.
 */
const VERSION = 1;

/** A message as it travels: ASCII, so that its length is its bytes. */
export const messageText = (subject: Subject, message: BusMessages[Subject]): string =>
  JSON.stringify({ version: VERSION, subject, message }).replaceAll(
    /[\u0080-\uFFFF]/g,
    (sign) => String.raw`\u` + sign.charCodeAt(0).toString(16).padStart(4, '0'),
  );

function readMessage(text: string): { readonly subject: Subject; readonly message: never } | undefined {
  try {
    const { version, subject, message } = JSON.parse(text) as { version: number; subject: Subject; message: never };
    // Only our own servers reach the bus: what has the version is what it says.
    return version === VERSION ? { subject, message } : undefined;
  } catch {
    return undefined;
  }
}
