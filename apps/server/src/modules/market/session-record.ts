import type { ClosedSession } from '@khara/market-day';
import { appendRecord } from '#modules/ledger/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { DayRow } from './day-row.ts';

/*
 * What a market day leaves in the public log (design: prices): before it, what its participants will do is
 * fixed by the hash of an unknown seed; after it the seed, and the hashes of what members asked for and of
 * what was traded. A replay of the same commands must find the same trades.
 */

/** What a day depends on that is not in its row. */
export interface PublishedInputs {
  /** Hash of issuers, indices and their numbers. */
  readonly universe: string;
  /** Hash of the day's margins. */
  readonly margins: string;
  /** The seed is a setting and no secret: a market for tests. */
  readonly fixedSeed: boolean;
}

/** To be written before the day's first step. */
export const recordOpening = (
  tx: Tx,
  day: Omit<DayRow, 'closedAt'>,
  { universe, margins, fixedSeed }: PublishedInputs,
) =>
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
      margins,
      suspended: day.suspended ?? null,
    }),
  });

/** To be written with what the closed day leaves behind. */
export const recordClosing = (tx: Tx, closed: ClosedSession) =>
  appendRecord(tx, {
    type: 'market.session',
    ref: `${closed.marketDate} closing`,
    json: JSON.stringify({ session: 'closing', ...closed }),
  });
