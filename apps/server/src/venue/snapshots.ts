import { isOwnSnapshot, macOfSnapshot } from '#src/security/snapshot-mac.ts';
import assert from 'node:assert/strict';
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import { STEP_MS, type DaySnapshot, type TradesPack, type TradingDay } from '@khara/market-day';
import type { Logger } from 'pino';
import * as store from '#modules/market/index.ts';
import type { Clock } from '#src/kernel/clock.ts';
import type { Db } from '#src/ports/database.ts';
import type { Writer } from '#src/ports/exchange.ts';
import type { Settler } from './settler.ts';

/** Steps (30 s of real time) between two snapshots. */
const SNAPSHOT_EVERY = 120;
/**
 * The market stands still when nothing could be made durable for this time: what it showed would have to be taken back.
 */
export const STALE_AFTER_MS = 4_000;
/** After this time without a commit that waited for the disk, a note of a step is one. */
const DURABLE_EVERY_MS = 2_000;

/** Times of the market at an instant are right by so much, in real time. */
const MAX_DRIFT_MS = 1_000;

export type SnapshotParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly installSecret: Uint8Array;
  readonly log: Pick<Logger, 'warn'>;
  readonly settler: Settler;
  /** The day that runs. */
  readonly day: () => TradingDay;
  readonly writer: () => Writer;
  /** A step is noted, and everything before it is settled. */
  readonly onNoted: (step: number) => void;
  /** A write of the market failed. */
  readonly onFailure: (error: unknown) => void;
};

/** Makes durable how far the market has come: a note of each step, a snapshot now and then, the trades with it. */
export class Snapshots {
  readonly #parts: SnapshotParts;
  /** Trades taken from the day and not stored, oldest first. */
  #unsavedTrades: TradesPack[] = [];
  #snapshotAt: number | undefined;
  #saving: Promise<void> | undefined;
  #noting: Promise<void> | undefined;
  #durableAt = performance.now();
  /** The last step whose instant was noted: those after it follow by the clock. */
  #pace: { readonly marketDay: number; readonly step: number; readonly at: number } | undefined;

  /** `snapshotAt`: the step of the newest snapshot; undefined where it is long ago, so that one is due. */
  constructor(parts: SnapshotParts, snapshotAt: number | undefined) {
    this.#parts = parts;
    this.#snapshotAt = snapshotAt;
  }

  /** A commit has waited for the disk, and for a standby if there is one. */
  noteDurable(): void {
    this.#durableAt = performance.now();
  }

  /** Whether nothing could be made durable for too long. */
  get isStale(): boolean {
    return performance.now() - this.#durableAt > STALE_AFTER_MS;
  }

  /** The note under way. Never rejects. */
  get noting(): Promise<void> | undefined {
    return this.#noting;
  }

  get isSaving(): boolean {
    return this.#saving !== undefined;
  }

  /** Whether the newest snapshot is old enough for another. */
  get isDue(): boolean {
    return this.#snapshotAt === undefined || this.#parts.day().step - this.#snapshotAt >= SNAPSHOT_EVERY;
  }

  /** The snapshot under way; rejects when it fails. */
  get saving(): Promise<void> | undefined {
    return this.#saving;
  }

  /** Trades that the day had made before it came here, and that are not stored. */
  keepTrades(pack: TradesPack): void {
    this.#unsavedTrades.push(pack);
  }

  /** Trades of the day that are not stored yet, those since the last call included. */
  takeTrades(): readonly TradesPack[] {
    const pack = this.#parts.day().trades.take();
    if (pack) this.#unsavedTrades.push(pack);
    return this.#unsavedTrades;
  }

  /** What the closed day left behind is stored, its trades with it. */
  noteFinished(): void {
    this.#unsavedTrades = [];
    this.noteDurable();
  }

  /** Another day begins. */
  beginDay(): void {
    this.noteDurable();
    this.#snapshotAt = 0;
    this.#unsavedTrades = [];
  }

  /**
   * Makes sure that a restart comes at least to a step. An order that was journalled because a phase takes it
   * must not be met by the phase before when the server is ended right afterwards.
   */
  async reach(step: number): Promise<void> {
    const { db, writer } = this.#parts;
    await db.transaction((tx) => store.noteStep(tx, writer(), step));
    this.noteDurable();
  }

  /** Notes in the background up to where prices were seen. */
  note(): void {
    const { db, clock, day, settler, log, onNoted, onFailure } = this.#parts;
    if (this.#noting || !settler.isIdle) return;
    const { step } = day();
    const writer = this.#parts.writer();
    // Only what the disk and a standby have shows that the database keeps what this market does.
    const isDurable = performance.now() - this.#durableAt > DURABLE_EVERY_MS;
    const note = isDurable ? store.noteStep : store.noteStepLightly;
    const pace = { marketDay: writer.marketDay, step, at: clock.now() };
    const isOff = !this.#isInPace(pace);
    this.#noting = db
      .transaction(async (tx) => {
        await Promise.all([note(tx, writer, step), isOff ? store.notePace(tx, writer, step, pace.at) : undefined]);
      })
      .then(() => {
        if (isOff) this.#pace = pace;
        if (isDurable) this.noteDurable();
        onNoted(step);
      })
      .catch((error: unknown) => {
        onFailure(error);
        log.warn({ err: error }, 'the database does not answer the market');
      })
      .finally(() => {
        this.#noting = undefined;
      });
  }

  /** Whether a step was made when the last one that was noted says. */
  #isInPace({ marketDay, step, at }: { readonly marketDay: number; readonly step: number; readonly at: number }) {
    const last = this.#pace;
    if (last?.marketDay !== marketDay) return false;
    return Math.abs(at - last.at - (step - last.step) * STEP_MS) <= MAX_DRIFT_MS;
  }

  /** Takes a snapshot now and stores it when everything in it is settled. */
  save(): Promise<void> {
    const { db, clock, day, settler } = this.#parts;
    const { marketDay, epoch } = this.#parts.writer();
    const at = clock.now();
    const snapshot = { ...day().snapshot(), marketDay, epoch, at };
    this.#snapshotAt = snapshot.step;
    const trades = [...this.takeTrades()];
    const saving = (async () => {
      const [exchange, tape, sessions] = await Promise.all(
        [snapshot.exchange, snapshot.tape, snapshot.sessions].map(compress),
      );
      assert(exchange && tape && sessions);
      await settler.settledSoFar();
      const packed = { ...snapshot, exchange, tape, sessions };
      const mac = macOfSnapshot(this.#parts, packed);
      await db.transaction((tx) => store.saveSnapshot(tx, { ...packed, mac }, trades));
      this.#unsavedTrades = this.#unsavedTrades.slice(trades.length);
      this.noteDurable();
    })().finally(() => {
      this.#saving = undefined;
    });
    this.#saving = saving;
    return saving;
  }
}

/** The newest snapshot of a market day that a server of this installation took, as the day takes it. */
export async function newestSnapshot(
  { db, installSecret }: { readonly db: Db; readonly installSecret: Uint8Array },
  marketDay: number,
): Promise<DaySnapshot | undefined> {
  const found = await store.listSnapshots(db, marketDay);
  const stored = found.find((one) => isOwnSnapshot({ installSecret }, one, one.mac));
  return (
    stored && {
      ...stored,
      exchange: inflateRawSync(stored.exchange),
      tape: inflateRawSync(stored.tape),
      sessions: inflateRawSync(stored.sessions),
    }
  );
}

/** Off the thread that serves. */
const compress = (bytes: Uint8Array): Promise<Uint8Array> => deflateRawAway(bytes, { level: 1 });
// Its overload with options.
const deflateRawAway = promisify(deflateRaw) as (bytes: Uint8Array, options: { level: number }) => Promise<Uint8Array>;
