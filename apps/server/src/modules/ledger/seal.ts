import { readCheckpoint, sameBytes, signCheckpoint } from '@khara/proof';
import type { Deps } from '#src/kernel/deps.ts';
import type { Queryable } from '#src/ports/database.ts';
import type { LogKey } from '#src/security/keys.ts';
import { rotationsOf } from './rotate-key.ts';

/** A server that was away finds much to do; smaller steps keep each transaction short. */
const BATCH_SIZE = 5000;
/**
 * A transaction that wrote an entry with a lower id is nearly always over a moment later. What still waits
 * after so many calls waits for the next run of the job.
 */
const MAX_CALLS = 4;
/** So many checkpoints at most; with the job's interval, what is sealed is under a signature within two seconds. */
const CHECKPOINT_EVERY_MS = 1500;
/** A log that does not grow is signed again, so that its silence cannot be taken for a server that hides something. */
const CHECKPOINT_AT_LEAST_EVERY_MS = 10 * 60_000;

type SealDeps = Pick<Deps, 'db' | 'clock'> & { readonly keys: Pick<Deps['keys'], 'log'> };
/**
 * The newest checkpoint that was found to be signed by our key: it is asked about every second, and checking a
 * signature takes milliseconds.
 */
type SeenCheckpoint = { note?: string };
type LogState = {
  readonly sealed: bigint | null;
  readonly size: bigint;
  readonly root: Uint8Array;
  readonly checkpoint_size: bigint | null;
  readonly checkpoint_ms: bigint | null;
  readonly checkpoint_note: string | null;
  readonly waits: boolean;
};

/**
 * Gives everything that was committed its place in the log, and signs a checkpoint when one is due. Safe to
 * run anywhere at any time: the database lets one sealer work at a time, and each entry have one place.
 */
export async function sealLog(deps: SealDeps, seen: SeenCheckpoint = {}): Promise<void> {
  for (let calls = 0; ;) {
    const [state] = await deps.db.query<LogState>('ledger.seal', 'SELECT * FROM ledger.seal($1)', [BATCH_SIZE]);
    if (!state || state.sealed === null) return; // another one is at it
    if (state.sealed >= BATCH_SIZE) continue;
    calls += 1;
    if (!state.waits || calls === MAX_CALLS) return signIfDue(deps, state, seen);
  }
}

/** The same, to be called again and again. */
export function createLogSealer(deps: SealDeps): () => Promise<void> {
  const seen: SeenCheckpoint = {};
  return () => sealLog(deps, seen);
}

async function signIfDue({ db, clock, keys }: SealDeps, state: LogState, seen: SeenCheckpoint): Promise<void> {
  const { log } = keys;
  if (!log.secretSeed) return; // a server that seals has it: see start/installed-keys.ts
  const lastAt = Number(state.checkpoint_ms ?? 0n);
  const waited = clock.now() - lastAt;
  const isOurs = state.checkpoint_note !== null && isBy(log, state.checkpoint_note, seen);
  const isDue =
    state.size === state.checkpoint_size
      ? waited >= CHECKPOINT_AT_LEAST_EVERY_MS
      : Math.abs(waited) >= CHECKPOINT_EVERY_MS;
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
const wasGivenUp = async (db: Queryable, { publicKey }: LogKey): Promise<boolean> =>
  (await rotationsOf(db)).some(({ rotation }) => sameBytes(rotation.oldKey, publicKey));

function isBy(log: SealDeps['keys']['log'], note: string, seen: SeenCheckpoint): boolean {
  if (seen.note === note) return true;
  const isOurs = readCheckpoint(note, log).ok;
  if (isOurs) seen.note = note;
  return isOurs;
}
