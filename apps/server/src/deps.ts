import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Db } from './db.ts';
import type { Vault } from './vault.ts';
import type { PrimaryMarket, SubscriptionsPort } from './offering-ports.ts';
import type {
  JobQueue,
  MarketView,
  Passwords,
  Pictures,
  PaymentRail,
  Portfolio,
  Pushes,
  Sessions,
  VenueEntrance,
} from './ports.ts';

/** Real time: ms since 1970 (UTC). Market time comes from `market.now()`. */
export interface Clock {
  now(): number;
}

/** Randomness; tests pass a seeded one. */
export interface Random {
  bytes(length: number): Uint8Array;
}

/** Secrets that live outside the database, in DATA_DIR/keys (mode 0600). */
export interface Keys {
  /** HMAC key put before every password hash, with the id that is stored beside the hash. */
  readonly passwordPepper: { readonly id: string; readonly key: Uint8Array };
  /** Keys that wrap the keys of what is stored encrypted (bank accounts, second factors, pictures); see vault.ts. */
  readonly vault: Vault;
  /** Secret from which session seeds of the market are derived. */
  readonly installSecret: Uint8Array;
  /** Ed25519 key that signs the ledger's log, with its name `khara/<install id>`. */
  readonly log: LogKey;
}

export type LogKey = { readonly name: string; readonly publicKey: Uint8Array; readonly secretSeed: Uint8Array };

/** Everything from outside that the modules need. `main.ts` builds it from adapters; tests from their own. */
export type Deps = {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly keys: Keys;
  readonly log: Logger;
  readonly market: MarketView;
  readonly venue: VenueEntrance;
  readonly portfolio: Portfolio;
  readonly pushes: Pushes;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly pictures: Pictures;
  /** Where recharges are paid in, and withdrawals paid out. */
  readonly rail: PaymentRail;
  readonly jobs: JobQueue;
  readonly primary: PrimaryMarket;
  readonly subscriptions: SubscriptionsPort;
  /** Version of the web app being served: a client that runs another one reloads. */
  readonly webVersion: string;
};
