import { readCheckpoint, sameBytes, signCheckpoint } from '@khara/proof';
import type { Deps } from '#src/kernel/deps.ts';
import { sqlArray } from '#src/kernel/sql-array.ts';
import type { Queryable } from '#src/ports/database.ts';
import type { LogKey } from '#src/security/keys.ts';
import { readRotations } from './rotate-key.ts';
import { recordsToCheck, wrongSignature, type RecordToCheck } from './signed-records.ts';
import { countingKeys } from './signers.ts';
import { stopBooks } from './stop-books.ts';

/** A server that was away finds much to do; smaller steps keep each transaction short. */
const BATCH_SIZE = 5000;
/**
 * A transaction that wrote an entry with a lower id is nearly always over a moment later. What still waits
 * after this number of calls waits for the next run of the job.
 */
const MAX_CALLS = 4;
/** Checkpoints of a run, at most; with the job's interval, what is sealed is under a signature within two seconds. */
const CHECKPOINT_EVERY_MS = 1500;
/** A log that does not grow is signed again, so that its silence cannot be taken for a server that hides something. */
const MAX_CHECKPOINT_WAIT_MS = 10 * 60_000;

/** Records that are checked in one go, at most: checking a signature takes a tenth of a millisecond. */
const LOOK_AT = 500;

type SealDeps = Pick<Deps, 'db' | 'clock'> &
  Partial<Pick<Deps, 'log'>> & { readonly keys: Pick<Deps['keys'], 'log'> & Partial<Pick<Deps['keys'], 'node'>> };
type Seen = {
  /**
   * The newest checkpoint that was found to be signed by our key: it is asked about every second, and checking a
   * signature takes milliseconds.
   */
  note?: string;
  /** Records that were refused: each is logged once. */
  readonly refused: Set<bigint>;
};
type LogState = {
  readonly sealed: bigint | undefined;
  readonly size: bigint;
  readonly root: Uint8Array;
  readonly checkpointSize: bigint | undefined;
  readonly checkpointAt: number | undefined;
  readonly checkpointNote: string | undefined;
  readonly waits: boolean;
  readonly wrongEntry: bigint | undefined;
};

/**
 * Gives everything that was committed its place in the log, and signs a checkpoint when one is due. Safe to
 * run anywhere at any time: the database lets one sealer work at a time, and each entry have one place.
 */
export async function sealLog(deps: SealDeps, seen: Seen = { refused: new Set() }): Promise<void> {
  for (let calls = 0; ;) {
    const { signed, refused, isAll } = await lookAtRecords(deps, seen);
    const [state] = await deps.db.query<LogState>('ledger.seal', 'SELECT * FROM ledger.seal($1, $2, $3)', [
      BATCH_SIZE,
      sqlArray('bigint', signed),
      sqlArray('bigint', refused),
    ]);
    if (!state || state.sealed === undefined) return; // another one is at it
    if (state.wrongEntry !== undefined) {
      const sample = `entry ${state.wrongEntry} has a leaf that is not its own`;
      await stopBooks(deps.db, { check: 'leaves', violations: 1n, sample });
    }
    if (state.sealed >= BATCH_SIZE || (!isAll && signed.length > 0)) continue;
    calls += 1;
    if (!state.waits || calls === MAX_CALLS) return signIfDue(deps, state, seen);
  }
}

/** The same, to be called again and again. */
export function createLogSealer(deps: SealDeps): () => Promise<void> {
  const seen: Seen = { refused: new Set() };
  return () => sealLog(deps, seen);
}

type Looked = { readonly signed: readonly bigint[]; readonly refused: readonly bigint[]; readonly isAll: boolean };

/** Of the records that wait for their place: which are signed by a server, and which get none. */
async function lookAtRecords(deps: SealDeps, seen: Seen): Promise<Looked> {
  const { db, keys } = deps;
  const [newest] = await db.query<{ id: bigint | undefined }>(
    'ledger.newest_sealed_record',
    'SELECT t.record_id AS id FROM ledger.tile t WHERE t.level = 0 ORDER BY t.idx DESC LIMIT 1',
  );
  const signed: bigint[] = [];
  const refused: bigint[] = [];
  for (let after = newest?.id ?? 0n; ;) {
    const waiting = await recordsToCheck(db, { after, size: LOOK_AT });
    const last = waiting.at(-1);
    const counting = last && (await countingKeys(db, keys.log, keys.node));
    for (const record of waiting) {
      const why = wrongSignature(record, counting!);
      if (why === undefined) signed.push(record.id);
      else {
        refused.push(record.id);
        await tellOfRefused(deps, seen, record, why);
      }
    }
    // Many that are refused do not keep the next one waiting.
    const isAll = waiting.length < LOOK_AT;
    if (!last || isAll || signed.length > 0) return { signed, refused, isAll };
    after = last.id;
  }
}

/** A record that no server signed contradicts the books: money stops until two people have looked. */
async function tellOfRefused(
  { db, log }: SealDeps,
  seen: Seen,
  { id, type }: RecordToCheck,
  why: string,
): Promise<void> {
  if (seen.refused.has(id)) return;
  seen.refused.add(id);
  log?.fatal({ record: id, type, why }, 'a record gets no place in the log');
  await stopBooks(db, { check: 'record_signatures', violations: 1n, sample: `record ${id} (${type}) ${why}` });
}

async function signIfDue({ db, clock, keys }: SealDeps, state: LogState, seen: Seen): Promise<void> {
  const { log } = keys;
  if (!log.secretSeed) return; // a server that seals has it: see start/installed-keys.ts
  const lastAt = Number(state.checkpointAt ?? 0n);
  const waited = clock.now() - lastAt;
  const isOurs = state.checkpointNote !== undefined && isBy(log, state.checkpointNote, seen);
  const isDue =
    state.size === state.checkpointSize ? waited >= MAX_CHECKPOINT_WAIT_MS : Math.abs(waited) >= CHECKPOINT_EVERY_MS;
  if (isOurs && !isDue) return;
  if (!isOurs && (await wasGivenUp(db, log)))
    throw new Error('Another key signs the log: restart this server, with that key in its KEYS_DIR');

  // A clock that was set back does not take the log's time with it.
  const timeMs = Math.max(clock.now(), lastAt + 1);
  const size = Number(state.size);
  const note = signCheckpoint({ name: log.name, size, root: state.root, timeMs }, log.secretSeed);
  await db.query('ledger.add_checkpoint', 'SELECT ledger.add_checkpoint($1, $2, $3)', [size, timeMs, note]);
}

/** Whether the key was changed for another one: another server did so, at its start. */
const wasGivenUp = async (db: Queryable, log: LogKey): Promise<boolean> =>
  (await readRotations(db, log)).some(({ rotation }) => sameBytes(rotation.oldKey, log.publicKey));

function isBy(log: SealDeps['keys']['log'], note: string, seen: Seen): boolean {
  if (seen.note === note) return true;
  const isOurs = readCheckpoint(note, log).ok;
  if (isOurs) seen.note = note;
  return isOurs;
}
