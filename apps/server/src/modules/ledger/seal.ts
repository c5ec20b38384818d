import { readCheckpoint, signCheckpoint } from '@khara/proof';
import type { Deps } from '#src/kernel/deps.ts';

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

type Sealing = Pick<Deps, 'db' | 'clock' | 'keys'>;
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
export async function sealLog(deps: Sealing): Promise<void> {
  for (let calls = 0; ;) {
    const [state] = await deps.db.query<LogState>('ledger.seal', 'SELECT * FROM ledger.seal($1)', [BATCH_SIZE]);
    if (!state || state.sealed === null) return; // another one is at it
    if (state.sealed >= BATCH_SIZE) continue;
    calls += 1;
    if (!state.waits || calls === MAX_CALLS) return signIfDue(deps, state);
  }
}

async function signIfDue({ db, clock, keys }: Sealing, state: LogState): Promise<void> {
  const { log } = keys;
  const lastAt = Number(state.checkpoint_ms ?? 0n);
  const waited = clock.now() - lastAt;
  const isOurs = state.checkpoint_note !== null && isBy(log, state.checkpoint_note);
  const isDue =
    state.size === state.checkpoint_size
      ? waited >= CHECKPOINT_AT_LEAST_EVERY_MS
      : Math.abs(waited) >= CHECKPOINT_EVERY_MS;
  if (isOurs && !isDue) return;

  // A clock that was set back does not take the log's time with it.
  const timeMs = Math.max(clock.now(), lastAt + 1);
  const size = Number(state.size);
  const note = signCheckpoint({ name: log.name, size, root: state.root, timeMs }, log.secretSeed);
  await db.query('ledger.add_checkpoint', 'SELECT ledger.add_checkpoint($1, $2, $3)', [size, timeMs, note]);
}

/**
 * The newest checkpoint that was found to be signed by a key: it is asked about every second, and checking a
 * signature takes milliseconds.
 */
const found = new WeakMap<Sealing['keys']['log'], string>();

function isBy(log: Sealing['keys']['log'], note: string): boolean {
  if (found.get(log) === note) return true;
  const isOurs = readCheckpoint(note, log).ok;
  if (isOurs) found.set(log, note);
  return isOurs;
}
