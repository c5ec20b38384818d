import type { ClosedSession } from '@khara/market-day';
import { appendRecord, readSignedRecord } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { BegunDay } from './begun-day.ts';

/*
 * What a market day leaves in the public log (design: prices): before it, what its participants will do is
 * fixed by the hash of an unknown seed; after it the seed, and the hashes of what members asked for and of
 * what was traded. A replay of the same commands must find the same trades.
 */

/** What a day depends on that is not in its row. */
export type PublishedInputs = {
  /** Hash of issuers, indices and their numbers. */
  readonly universe: string;
  /** Hash of the day's margins. */
  readonly margins: string;
  /** The seed is a setting and no secret: a market for tests. */
  readonly fixedSeed: boolean;
};

/** What the record of a day's opening says. */
export type OpenedSession = PublishedInputs &
  Pick<BegunDay, 'marketDay' | 'marketDate' | 'profile' | 'steps' | 'firstStep' | 'engine'> & {
    /** In hex. */
    readonly seedHash: string;
    readonly suspended: readonly string[] | null;
  };

/** To be written before the day's first step. */
export function recordOpening(
  tx: Tx,
  day: Omit<BegunDay, 'closedAt'>,
  { universe, margins, fixedSeed }: PublishedInputs,
) {
  const said: OpenedSession = {
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
  };
  return appendRecord(tx, {
    type: 'market.session',
    ref: `${day.marketDate} opening ${day.engine}`,
    json: JSON.stringify({ session: 'opening', ...said }),
  });
}

/** To be written with what the closed day leaves behind. */
export const recordClosing = (tx: Tx, closed: ClosedSession) =>
  appendRecord(tx, {
    type: 'market.session',
    ref: `${closed.marketDate} closing`,
    json: JSON.stringify({ session: 'closing', ...closed }),
  });

/** What the log says of how a day ended; undefined where it says nothing that a server has signed. */
export const closedSession = (db: Queryable, marketDate: string): Promise<ClosedSession | undefined> =>
  said<ClosedSession>(db, `${marketDate} closing`);

/** The same of how it began: a day that began again has several openings, of which the newest counts. */
export const openedSession = (db: Queryable, marketDate: string): Promise<OpenedSession | undefined> =>
  said<OpenedSession>(db, `${marketDate} opening `);

/** The functions above wrote it, or its signature is wrong. */
async function said<T>(db: Queryable, ref: string): Promise<T | undefined> {
  const record = await readSignedRecord(db, 'market.session', ref);
  return record && (JSON.parse(record.json) as T);
}
