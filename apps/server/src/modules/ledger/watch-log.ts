import { hex, readCheckpoint } from '@khara/proof';
import type { Deps } from '#src/kernel/deps.ts';
import type { Db, Queryable } from '#src/ports/database.ts';
import type { SeenCheckpoint, SeenLog } from '#src/ports/seen-log.ts';
import { stopBooks } from './stop-books.ts';

/*
 * The tail of the log can be cut off in the database: what is left is whole. So each server keeps outside of it how far
 * it has seen the log go. A database that is behind has lost something, or is an older backup. Money stops until two
 * people have recorded which.
 */

/** The name of the check, here and in `npm run verify`. */
const CHECK = 'checkpoint_count';

type WatchDeps = Pick<Deps, 'db' | 'log'> & { readonly keys: Pick<Deps['keys'], 'log'>; readonly seenLog: SeenLog };

type Row = {
  readonly number: bigint | undefined;
  readonly chain: Uint8Array | undefined;
  readonly note: string | undefined;
  /** Of the checkpoint that was seen last. */
  readonly same: Uint8Array | undefined;
  readonly stated: boolean;
  readonly nowAt: number;
};

/**
 * Compares the log with how far it was seen to go, and keeps how far it goes now: to be called at the start
 * of a server, and again and again. Safe to be cut off anywhere.
 */
export function createLogWatch({ db, log, keys, seenLog }: WatchDeps): () => Promise<void> {
  let seen: SeenCheckpoint | undefined;
  let isRead = false;
  let isTold = false;
  return async () => {
    if (!isRead) seen = await seenLog.read();
    isRead = true;
    const { number, chain, note, same, stated, nowAt: now } = await newestAnd(db, seen);
    if (seen && (same === undefined || hex(same) !== seen.chain) && !stated) {
      const sample = `checkpoint ${seen.number} of the log was seen (${seen.chain}), and is gone`;
      if (!isTold) log.fatal({ seen: seen.number, newest: Number(number ?? 0n) }, 'the log in the database is cut off');
      isTold = true;
      await stopBooks(db, { check: CHECK, violations: 1n, sample });
      return;
    }
    isTold = false;
    if (number === undefined || chain === undefined || hex(chain) === seen?.chain) return;
    // One that was planted is named by its signature, and is not to be missed when it is taken away.
    if (!readCheckpoint(note!, keys.log).ok) return;
    const reached = { number: Number(number), chain: hex(chain), at: now };
    if (!(await seenLog.keep(reached)) && !seen)
      log.warn('the directories of keys are only read: nothing says how far the log had come when this server ends');
    seen = reached;
  };
}

async function newestAnd(db: Queryable, seen: SeenCheckpoint | undefined): Promise<Row> {
  const [row] = await db.query<Row>(
    'ledger.newest_and_seen',
    // Two people have recorded the cause of such a stop after it was seen, at this server or another.
    `SELECT n.number, n.chain, n.note, (SELECT c.chain FROM ledger.checkpoint c WHERE c.number = $1) AS same,
       EXISTS (SELECT FROM ledger.books_stop s WHERE s.check_name = $2 AND s.resumed_ms IS NOT NULL AND s.at_ms > $3) AS stated,
       (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms
     FROM (SELECT 1) one
     LEFT JOIN LATERAL (SELECT c.number, c.chain, c.note FROM ledger.checkpoint c ORDER BY c.number DESC LIMIT 1) n ON true`,
    [seen?.number ?? 0, CHECK, seen?.at ?? 0],
  );
  return row!; // a left join has a row
}

/** Counting the entries of a ledger of ten million takes seconds. */
const COUNTED_WITHIN_MS = 120_000;

/**
 * Refuses to start on a log that lacks what it was made of: with the newest record of a row taken away, an older one
 * would count, and an older password with it. Entries that have their place are counted, records are looked up by their
 * leaf. `log_complete` of `npm run verify` looks up both. A backup that was restored is as whole as it was.
 */
export async function refuseCutLog(db: Db): Promise<void> {
  const row = await db.transaction(async (tx) => {
    await tx.query('ledger.count_for_long', `SELECT set_config('statement_timeout', $1, true)`, [
      String(COUNTED_WITHIN_MS),
    ]);
    const [counted] = await tx.query<{ places: bigint; written: bigint }>(
      'ledger.places_and_written',
      `WITH log AS (
         SELECT coalesce(sum(octet_length(t.hashes) / 32), 0)::bigint AS places,
           coalesce(max(t.entry_id), 0) AS entry_id, coalesce(max(t.record_id), 0) AS record_id
         FROM ledger.tile t WHERE t.level = 0
       ), leaf AS (
         SELECT substr(t.hashes, 32 * n + 1, 32) AS hash
         FROM ledger.tile t CROSS JOIN generate_series(0, octet_length(t.hashes) / 32 - 1) AS n WHERE t.level = 0
       )
       SELECT l.places, (SELECT count(*) FROM ledger.entry e WHERE e.id <= l.entry_id)
         + (SELECT count(*) FROM ledger.record r WHERE r.id <= l.record_id AND r.leaf IN (SELECT hash FROM leaf)) AS written
       FROM log l`,
    );
    return counted!; // an aggregate has a row
  });
  if (row.places === row.written) return;
  throw new Error(
    `The log has ${row.places} places, and ${row.written} of its entries and records are there: run npm run verify, and put a backup back`,
  );
}
