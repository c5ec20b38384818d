import type { JournalledCommand } from '@khara/market-day';
import type { Bus } from '#src/ports/bus.ts';
import type { OrderGateway, WatchedTrigger } from '#src/ports/exchange.ts';
import type { Follower } from './follower.ts';

/** How long a command is waited for; who waits has less patience. */
const PATIENCE_MS = 5_000;

/**
 * The market of another server. What is submitted is journalled already: the bus rings for that server, which looks
 * there by itself, too.
 */
export function remoteGateway(follower: Follower, bus: Bus): OrderGateway {
  return {
    submit: (_command: JournalledCommand) => bus.publish('market_asked', 'journal'),
    get at() {
      return follower.at;
    },
    watch: (_trigger: WatchedTrigger) => bus.publish('market_asked', 'triggers'),
    unwatch: (_id: bigint) => bus.publish('market_asked', 'triggers'),
    marginsChanged: () => bus.publish('market_asked', 'margins'),
    placeFired: () => bus.publish('market_asked', 'fired'),
    settled: (seq) => follower.settled(seq, AbortSignal.timeout(PATIENCE_MS)),
  };
}
