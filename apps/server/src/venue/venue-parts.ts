import type { Universe } from '@khara/universe';
import type { Logger } from 'pino';
import type { Config } from '#src/config.ts';
import type { Clock } from '#src/kernel/clock.ts';
import type { Db } from '#src/ports/database.ts';
import type { MarketMove } from '#src/ports/exchange.ts';
import type { ListingPort } from '#src/ports/listing.ts';

export type VenueParts = {
  readonly config: Pick<Config, 'MARKET_PROFILE' | 'MARKET_DAY_SECONDS' | 'MARKET_SEED' | 'MARKET_START'>;
  readonly db: Db;
  readonly clock: Clock;
  readonly installSecret: Uint8Array;
  readonly universe: Universe;
  /** New shares that join the exchange at a day's start; without it the universe stays as it is. */
  readonly listings?: ListingPort;
  /** Tells followers how far the market has come; without it there are none. */
  readonly moved?: (move: MarketMove) => void;
  /** A batch has committed: how many commands it had, and how long that was in writing. */
  readonly settled?: (commands: number, seconds: number) => void;
  /** After the n-th failure in a row to settle, from 1: resolves when it is time to try again. */
  readonly rest?: (failures: number) => Promise<void>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
};
