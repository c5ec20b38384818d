import type { Logger } from 'pino';
import type { Config } from '#src/config.ts';
import type { Db, Tx } from '#src/ports/database.ts';
import type { OfferingSources } from '#src/ports/draws.ts';
import type { OrderGateway } from '#src/ports/exchange.ts';
import type { JobQueue } from '#src/ports/job-queue.ts';
import type { MarketClock, MarketView } from '#src/ports/market.ts';
import type { Passwords } from '#src/ports/passwords.ts';
import type { PaymentRail } from '#src/ports/payment-rail.ts';
import type { Pictures } from '#src/ports/pictures.ts';
import type { Portfolio } from '#src/ports/portfolio.ts';
import type { KnownPrograms } from '#src/ports/programs.ts';
import type { Pushes } from '#src/ports/pushes.ts';
import type { Sessions } from '#src/ports/sessions.ts';
import type { Keys } from '#src/security/keys.ts';
import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

/** Everything from outside that the modules need. `start` builds it from adapters; tests from their own. */
export type Deps = {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly keys: Keys;
  readonly log: Logger;
  readonly market: MarketView;
  readonly venue: OrderGateway;
  /** Undefined where another process runs the market. */
  readonly marketClock?: MarketClock | undefined;
  readonly portfolio: Portfolio;
  readonly pushes: Pushes;
  readonly sessions: Sessions;
  readonly programs: KnownPrograms;
  readonly passwords: Passwords;
  readonly pictures: Pictures;
  /** Where recharges are paid in, and withdrawals paid out. */
  readonly rail: PaymentRail;
  /** Where members' money is frozen until it buys something, in the order in which it is let go. */
  readonly moneyHolders: readonly MoneyHolder[];
  readonly jobs: JobQueue;
  readonly offerings: OfferingSources;
  /** Version of the web app that pages are to have: one that was loaded with another loads anew. */
  readonly webVersion: () => string;
};

/** A part of the house that keeps members' money frozen until it buys something. */
export type MoneyHolder = {
  /**
   * Ends, in the caller's transaction, the newest of what a member's money is frozen for, until at least `paise` of it
   * come free, at once or when the market has taken the order out. Answers how much that is, and what is to be done
   * after the commit.
   */
  letGo(
    tx: Tx,
    deps: Pick<Deps, 'market' | 'venue' | 'clock' | 'pushes'>,
    of: { readonly userId: string; readonly paise: bigint },
  ): Promise<{ readonly paise: bigint; readonly tell: () => void }>;
};
