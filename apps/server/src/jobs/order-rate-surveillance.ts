import { addCreditEvent } from '#modules/credit/index.ts';
import { announce } from '#modules/notices/index.ts';
import { newestOrderMessage, orderMessages } from '#modules/orders/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { MINUTE_MS } from '@khara/rules';

/** More messages than this within a minute of the clock are a flood. */
const MAX_A_MINUTE = 300;
const BATCH_SIZE = 5000;
/** A server that starts looks back so far, so that a flood over its restart is seen. */
const LOOKS_BACK = 10_000n;

/**
 * Counts the messages about orders of each member and minute; a flood is an event of the credit score, once a
 * minute at most. Answers what to run again and again: it reads only what came since.
 */
export function watchOrderRates(deps: Pick<Deps, 'db' | 'clock' | 'random' | 'jobs' | 'pushes'>): () => Promise<void> {
  const { db } = deps;
  const counts = new Map<string, number>();
  let seen: bigint | undefined;

  return async () => {
    if (seen === undefined) {
      const newest = await newestOrderMessage(db);
      seen = newest > LOOKS_BACK ? newest - LOOKS_BACK : 0n;
    }
    const messages = await orderMessages(db, seen, BATCH_SIZE);
    const floods = new Set<string>();
    for (const { userId, at } of messages) {
      const key = `${Math.floor(at / MINUTE_MS)}:${userId}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count > MAX_A_MINUTE) floods.add(key);
    }
    for (const about of floods) await noteOrder(deps, about);
    seen = messages.at(-1)?.seq ?? seen; // only now: a flood that could not be noted is counted again from here
    const oldest = Math.floor(deps.clock.now() / MINUTE_MS) - 2;
    for (const key of counts.keys()) if (Number.parseInt(key, 10) < oldest) counts.delete(key);
  };
}

async function noteOrder(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'jobs' | 'pushes'>,
  about: string,
): Promise<void> {
  const userId = about.slice(about.indexOf(':') + 1);
  const sent = await deps.db.transaction((tx) => addCreditEvent(tx, deps, { userId, rule: 'order_flood', about }));
  if (sent) announce(deps, sent);
}
