import type { Logger } from 'pino';
import type { Config } from '#src/config.ts';
import type { Db } from '#src/ports/database.ts';
import type { OfferingSources } from '#src/ports/draws.ts';
import type { OrderGateway } from '#src/ports/exchange.ts';
import type { JobQueue } from '#src/ports/job-queue.ts';
import type { MarketView } from '#src/ports/market.ts';
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
  readonly portfolio: Portfolio;
  readonly pushes: Pushes;
  readonly sessions: Sessions;
  readonly programs: KnownPrograms;
  readonly passwords: Passwords;
  readonly pictures: Pictures;
  /** Where recharges are paid in, and withdrawals paid out. */
  readonly rail: PaymentRail;
  readonly jobs: JobQueue;
  readonly offerings: OfferingSources;
  /** Version of the web app that pages are to have: one that was loaded with another loads anew. */
  readonly webVersion: () => string;
};
