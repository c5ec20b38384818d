import { call, queryClient } from './client.ts';
import { useFeed } from './feed.ts';
import { setMarket, useMarketClock } from './market-clock.ts';

/**
 * While no line stands, as behind a proxy that forbids one: the market is asked for by calls, every 20 seconds and
 * at each change that is known, and what is on the screen with it. Else phase words and the ticket's rules would be
 * those of the first moment.
 */

const ASK_EVERY_MS = 20_000;
/** After a change was due: a moment, so that the server has made it. Not all clients ask in the same one. */
const AFTER_CHANGE_MS = 500;
const SPREAD_MS = 1500;

/** ms until the next question. */
function pause(now: number): number {
  const { market } = useMarketClock.getState();
  const changes = [market?.nextPhaseAt, market?.nextChangeAt].filter((at) => at !== undefined && at > now);
  const next = Math.min(ASK_EVERY_MS, ...changes.map((at = Infinity) => at - now + AFTER_CHANGE_MS));
  return next + Math.random() * SPREAD_MS;
}

/** Asks whenever no line stands. Returns how to stop. */
export function askWithoutLine(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let answers = 0;

  async function ask(): Promise<void> {
    const answer = await call('configInfo');
    if (useFeed.getState().state !== 'stale' || timer === undefined) return;
    answers = answer.ok ? answers + 1 : 0;
    if (answer.ok) setMarket(answer.data.market);
    // The first answer may be of a server that has just come back: the line follows within its longest pause.
    useFeed.setState({ isBlocked: answers > 1 });
    if (answers > 1) void queryClient.invalidateQueries();
    timer = setTimeout(() => void ask(), pause(Date.now()));
  }

  function follow(): void {
    const { state, online } = useFeed.getState();
    if (state === 'stale' && online) {
      timer ??= setTimeout(() => void ask(), Math.random() * SPREAD_MS);
      return;
    }
    clearTimeout(timer);
    timer = undefined;
    answers = 0;
  }

  const stop = useFeed.subscribe(follow);
  follow();
  return () => {
    stop();
    clearTimeout(timer);
    timer = undefined;
  };
}
