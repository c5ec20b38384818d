import assert from 'node:assert/strict';
import {
  candlesHash,
  carriedHash,
  finishedDay,
  hashValue,
  headHash,
  buildHead,
  minutesHash,
  papersOfDay,
  type TradesPack,
  type TradingDay,
} from '@khara/market-day';
import { checkpointCount } from '#modules/ledger/index.ts';
import * as store from '#modules/market/index.ts';
import { memberFills } from '#modules/orders/index.ts';
import type { Clock } from '#src/kernel/clock.ts';
import type { Db } from '#src/ports/database.ts';
import type { Writer } from '#src/ports/exchange.ts';
import { announcedHash, KEEP_LOGS_DAYS, KEEP_TRADES_DAYS, minutesKeptFrom } from './carried-over.ts';
import type { Settler } from './settler.ts';
import type { Snapshots } from './snapshots.ts';
import type { RetryUntilDone } from './tenure.ts';

export type DayCloseParts = {
  readonly db: Db;
  readonly clock: Clock;
  /** The day that runs. */
  readonly day: () => TradingDay;
  readonly writer: () => Writer;
  readonly settler: Pick<Settler, 'settledSoFar'>;
  readonly snapshots: Pick<Snapshots, 'takeTrades' | 'noteFinished'>;
  readonly until: RetryUntilDone;
};

/** Stores what a closed day leaves behind, once and in the background. */
export class DayClose {
  readonly #parts: DayCloseParts;
  #isStored: boolean;
  #storing: Promise<void> | undefined;

  constructor(parts: DayCloseParts, isStored: boolean) {
    this.#parts = parts;
    this.#isStored = isStored;
  }

  /** Whether what the running day left behind is stored: it has closed, then. */
  get isStored(): boolean {
    return this.#isStored;
  }

  /** Resolves when the closed day is stored; undefined until it closes. */
  get storing(): Promise<void> | undefined {
    return this.#storing;
  }

  /** Another day begins. */
  beginDay(): void {
    this.#storing = undefined;
    this.#isStored = false;
  }

  /** Begins to store the day when it has closed and nothing has stored it yet. */
  storeIfClosed(): void {
    const { db, clock, day, writer, settler, snapshots, until } = this.#parts;
    if (!day().closing || this.#storing || this.#isStored) return;
    const store = closedDay({ db, clock }, day());
    snapshots.takeTrades();
    this.#storing = until('storing the day', async () => {
      await store({
        epoch: writer().epoch,
        trades: () => snapshots.takeTrades(),
        settled: () => settler.settledSoFar(),
      });
      this.#isStored = true;
      snapshots.noteFinished();
    });
  }
}

/**
 * What a closed day leaves behind, made at once; the answer stores it when called. To be repeated until it
 * succeeds: `trades` are those not stored yet, `settled` resolves when everything that happened is settled.
 */
function closedDay(
  { db, clock }: Pick<DayCloseParts, 'db' | 'clock'>,
  day: TradingDay,
): (by: {
  readonly epoch: number;
  readonly trades: () => readonly TradesPack[];
  readonly settled: () => Promise<void>;
}) => Promise<void> {
  const { inputs, closing } = day;
  assert(closing);
  const rows = finishedDay(day);
  const head = buildHead(day);
  const made = {
    marketDay: inputs.marketDay,
    marketDate: inputs.marketDate,
    seed: Buffer.from(inputs.seed).toString('hex'),
    spec: hashValue({ ...day.spec, seed: undefined }),
    ...day.hashes,
    tradeCount: day.tradeCount,
    candles: candlesHash(rows),
    minutes: minutesHash(rows),
    head: headHash(head),
    carried: carriedHash(rows, closing.factorState),
  };
  return async ({ epoch, trades, settled }) => {
    const [announced, checkpoint] = await Promise.all([announcedHash(db, inputs.marketDate), checkpointCount(db)]);
    const session = { ...made, announced, checkpoint };
    const packed = await store.packHead({ ...head, closing: session });
    await settled();
    const { bhavcopy, delivery, bulkDeals } = papersOfDay(day, rows, await memberFills(db, inputs));
    await db.transaction((tx) =>
      store.finishDay(tx, {
        marketDay: inputs.marketDay,
        epoch,
        marketDate: inputs.marketDate,
        step: inputs.plan.steps,
        at: clock.now(),
        participants: closing.factorState,
        rows,
        keepMinutesFrom: minutesKeptFrom(inputs.marketDate),
        session,
        papers: { bhavcopy, delivery, bulk_deals: bulkDeals },
        trades: trades(),
        head: packed,
        keepLogsFrom: inputs.marketDay - KEEP_LOGS_DAYS + 1,
        keepTradesFrom: inputs.marketDay - KEEP_TRADES_DAYS + 1,
      }),
    );
  };
}
