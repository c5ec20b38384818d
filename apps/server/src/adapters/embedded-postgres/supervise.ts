import { type EmbeddedPostgres, type Launch, launchPostgres } from './launch.ts';
import { errorMessage } from './message-of.ts';

/**
 * A database that ends more often than this within the time has something wrong with it that another start
 * does not mend.
 */
const STARTS_AGAIN = { atMost: 5, withinMs: 10_000 };

/**
 * Watches over a database: killed by itself, as when memory runs out, it is started again where its clients
 * look for it. What was acknowledged is in its log, so this loses nothing; requests meanwhile get the answer
 * that it is away.
 */
export function startingAgain(plan: Launch, first: EmbeddedPostgres): EmbeddedPostgres {
  let current = first;
  let stopping: Promise<void> | undefined;
  let starts: number[] = [];
  const watch = async (): Promise<void> => {
    for (;;) {
      await current.ended;
      const now = performance.now();
      starts = [...starts.filter((at) => now - at < STARTS_AGAIN.withinMs), now];
      if (stopping || starts.length > STARTS_AGAIN.atMost) return;
      plan.log('PostgreSQL has ended by itself: starting it again');
      current = await launchPostgres(plan, current.port);
    }
  };
  const ended = watch().catch((error: unknown) => plan.log(errorMessage(error)));
  return {
    host: first.host,
    port: first.port,
    kill: () => current.kill(),
    ended,
    stop: () =>
      (stopping ??= (async () => {
        await current.stop();
        await ended;
        await current.stop(); // one that was being started
      })()),
  };
}
