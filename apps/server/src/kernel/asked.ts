import { AsyncLocalStorage } from 'node:async_hooks';

/*
 * At whose request something is done: what the log keeps with the signature of a record. A session is named by its id,
 * and not by anything that opens it.
 */

const current = new AsyncLocalStorage<string>();

/** Runs `work` as what a session, or a person of the back office, asked for. */
export const askedBy = <T>(who: string, work: () => T): T => current.run(who, work);

/** Who asked for what runs now; undefined for what the server does by itself. */
export const whoAsked = (): string | undefined => current.getStore();
