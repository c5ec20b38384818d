import type { ClosedSession } from '@khara/market-day';
import { appendRecord, readSignedRecord, recordProof } from '#modules/ledger/index.ts';
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
  /** The root over what companies have published by now, each by its code, see packages/proof/src/accounts.ts. */
  readonly companies: string;
  /** The seed of what was before the first market day, in hex: accounts begin with it. */
  readonly past: string;
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
  { universe, margins, companies, past, fixedSeed }: PublishedInputs,
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
    companies,
    past,
    suspended: day.suspended ?? null,
  };
  return appendRecord(tx, {
    type: 'market.session',
    ref: openingRef(day),
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

/** The record of how a day of that date began, the newest of several, or of how it ended, with its proof. */
export async function sessionProof(db: Queryable, marketDate: string, session: 'opening' | 'closing') {
  if (session === 'closing') return recordProof(db, 'market.session', `${marketDate} closing`);
  const begun = await openedSession(db, marketDate);
  return begun ? recordProof(db, 'market.session', openingRef(begun)) : null;
}

const openingRef = ({ marketDate, engine }: Pick<OpenedSession, 'marketDate' | 'engine'>) =>
  `${marketDate} opening ${engine}`;

/** The functions above wrote it, or its signature is wrong. */
async function said<T>(db: Queryable, ref: string): Promise<T | undefined> {
  const record = await readSignedRecord(db, 'market.session', ref);
  return record && (JSON.parse(record.json) as T);
}
