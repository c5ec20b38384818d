import { hash } from 'node:crypto';
import { appendRecord, type CheckpointCount } from '#modules/ledger/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { DayRow } from './day-store.ts';

/*
 * What a market day leaves in the public log (design: prices): before it, what its participants will do is fixed by the hash of an unknown seed; after it
 * the seed, and the hashes of what members asked for and of what was traded. A replay of the same commands must find the same trades.
 */

/** What a day depends on that is not in its row. */
export interface PublishedInputs {
  /** Hash of issuers, indices and their numbers. */
  readonly universe: string;
  /** The seed is a setting and no secret: a market for tests. */
  readonly fixedSeed: boolean;
}

/** To be written before the day's first step. */
export const recordOpening = (tx: Tx, day: Omit<DayRow, 'closedAt'>, { universe, fixedSeed }: PublishedInputs) =>
  appendRecord(tx, {
    type: 'market.session',
    ref: `${day.marketDate} opening ${day.engine}`,
    json: JSON.stringify({
      session: 'opening',
      marketDay: day.marketDay,
      marketDate: day.marketDate,
      profile: day.profile,
      steps: day.steps,
      firstStep: day.firstStep,
      engine: day.engine,
      seedHash: Buffer.from(day.seedHash).toString('hex'),
      fixedSeed,
      universe,
    }),
  });

export interface ClosedSession {
  readonly marketDay: number;
  readonly marketDate: string;
  /** Hexadecimal, as are the hashes. */
  readonly seed: string;
  /** Of all inputs of the day before it began, its seed apart. */
  readonly spec: string;
  /** Chains over commands and trades, see venue/hash-chain.ts and order-log.ts. */
  readonly commands: string;
  readonly trades: string;
  /** How many trades there were. */
  readonly tradeCount: number;
  /** Of what is stored of the day, see venue/carried-over.ts: its candles, their minutes, and what its order log begins with. */
  readonly candles: string;
  readonly minutes: string;
  readonly head: string;
  /** Of what the next day begins with: closes and what participants carry over; and what companies have announced. */
  readonly carried: string;
  readonly announced: string;
  /** The newest checkpoint of the log then: its number, and the hash over all up to it. */
  readonly checkpoint: CheckpointCount;
}

/** To be written with what the closed day leaves behind. */
export const recordClosing = (tx: Tx, closed: ClosedSession) =>
  appendRecord(tx, {
    type: 'market.session',
    ref: `${closed.marketDate} closing`,
    json: JSON.stringify({ session: 'closing', ...closed }),
  });

export const hashOf = (value: unknown): string => hash('sha256', JSON.stringify(value, plain));

const plain = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);
