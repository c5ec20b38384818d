import type { TradesPack } from '@khara/market-day';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { Writer } from '#src/ports/exchange.ts';
import type { SnapshotSaid } from '#src/security/snapshot-mac.ts';
import { raiseFrontier } from './frontier-store.ts';
import { keepTrades } from './trade-store.ts';

/* SQL of what the running day keeps: how far it has come, and its snapshots. */

export type Snapshot = SnapshotSaid & {
  readonly at: number;
  /** By a key that the database does not have. */
  readonly mac: Uint8Array;
};

/** Notes that prices of this step may have been seen, so that a restart does not go back behind it. */
export const noteStep = (tx: Tx, writer: Writer, step: number): Promise<void> => raiseFrontier(tx, writer, step);

/**
 * The same without waiting for the disk, or for a standby: losing the note (which takes a crash of the
 * database itself) only repeats prices. So its commit says nothing of whether anything can be made durable.
 */
export async function noteStepLightly(tx: Tx, writer: Writer, step: number): Promise<void> {
  await Promise.all([
    tx.query('market.note_lightly', "SELECT set_config('synchronous_commit', 'off', true)"),
    raiseFrontier(tx, writer, step),
  ]);
}

/** Notes when a step was made, which the steps before do not say. */
export const notePace = (tx: Tx, { marketDay }: Writer, step: number, at: number): Promise<unknown> =>
  tx.query(
    'market.note_pace',
    'INSERT INTO market.pace (market_day, step, at_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [marketDay, step, at],
  );

/** Keeps a snapshot and the one before it, with the trades between them: a restart makes those after it again. */
export async function saveSnapshot(tx: Tx, snapshot: Snapshot & Writer, trades: readonly TradesPack[]): Promise<void> {
  await Promise.all([
    raiseFrontier(tx, snapshot, snapshot.step),
    keepTrades(tx, snapshot.marketDay, trades),
    tx.query(
      'market.save_snapshot',
      `INSERT INTO market.snapshot (market_day, step, index, event_no, exchange, tape, sessions, at_ms, mac)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        snapshot.marketDay,
        snapshot.step,
        snapshot.index,
        snapshot.eventNo,
        snapshot.exchange,
        snapshot.tape,
        snapshot.sessions,
        snapshot.at,
        snapshot.mac,
      ],
    ),
    tx.query(
      'market.keep_two',
      'DELETE FROM market.snapshot WHERE id NOT IN (SELECT id FROM market.snapshot ORDER BY id DESC LIMIT 2)',
    ),
  ]);
}

/** Those of a market day, newest first. */
export async function listSnapshots(db: Queryable, marketDay: number): Promise<readonly Snapshot[]> {
  const rows = await db.query<{
    marketDay: number;
    step: number;
    index: number;
    eventNo: number;
    exchange: Uint8Array;
    tape: Uint8Array;
    sessions: Uint8Array;
    at: number;
    mac: Uint8Array;
  }>(
    'market.snapshots_of',
    `SELECT market_day, step, index, event_no, exchange, tape, sessions, at_ms, mac FROM market.snapshot
     WHERE market_day = $1 ORDER BY id DESC`,
    [marketDay],
  );
  return rows.map((row) => ({
    marketDay: row.marketDay,
    step: row.step,
    index: row.index,
    eventNo: row.eventNo,
    exchange: row.exchange,
    tape: row.tape,
    sessions: row.sessions,
    at: row.at,
    mac: row.mac,
  }));
}
