import {
  marketTimeText,
  OWN_NUMBERS,
  planDay,
  STEP_MS,
  TradingDay,
  unpackTrades,
  type DayInputs,
} from '@khara/market-day';
import { readUniverse } from '@khara/universe/node';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginDay, MarketTakenOver, takeOver } from '#modules/market/index.ts';
import type { Db } from '#src/ports/database.ts';
import { useTestDatabase } from '#test/database.ts';
import { TestClock } from '#test/deps.ts';
import { Settler } from './settler.ts';
import { newestSnapshot, Snapshots, STALE_AFTER_MS } from './snapshots.ts';

const { issuers } = readUniverse();
const TEN = { issuers: issuers.slice(0, 10), indices: [], offerings: [] };
const PLAN = planDay('compressed', 60);
const INPUTS: DayInputs = {
  marketDay: 0,
  marketDate: '2026-11-23',
  names: OWN_NUMBERS,
  firstStep: PLAN.opensAt,
  before: new Map(),
  participants: undefined,
  plan: PLAN,
  seed: new Uint8Array(32).fill(1),
};

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Its batches are settled when a promise is. */
const settlerAfter = (settled: Promise<void>) =>
  new Settler({
    settle: () => settled,
    mayPlace: () => true,
    apply: () => {
      throw new Error('no order is placed here');
    },
    onPlaced: () => undefined,
    now: () => 0,
    rest: async () => undefined,
    onFailure: (error) => {
      throw error;
    },
  });

const SECRET = new Uint8Array(32).fill(9);

describe('the snapshots of the running day', () => {
  const database = useTestDatabase({ per: 'test' });
  let day: TradingDay;
  let settler: Settler;

  beforeEach(async () => {
    const row = { ...INPUTS, profile: PLAN.profile, steps: PLAN.steps };
    const begun = { ...row, seedHash: INPUTS.seed, engine: 'test', suspended: [], universe: new Uint8Array(1) };
    const published = { universe: '', margins: '', companies: '', past: '', fixedSeed: true };
    await database.app.transaction((tx) => beginDay(tx, { ...begun, margins: [] }, published, { epoch: 0, at: 0 }));
    day = new TradingDay(INPUTS, TEN);
    settler = settlerAfter(Promise.resolve());
  });
  afterEach(() => void vi.useRealTimers());

  const clock = new TestClock();
  const snapshotsOf = (db: Db = database.app, onFailure: (error: unknown) => void = () => undefined) =>
    new Snapshots(
      {
        db,
        clock,
        installSecret: SECRET,
        log: pino({ level: 'silent' }),
        settler,
        day: () => day,
        writer: () => ({ marketDay: 0, epoch: 0 }),
        onNoted: () => undefined,
        onFailure,
      },
      day.step,
    );
  const advance = (steps: number) => {
    for (let made = 0; made < steps; made += 1) day.advance(0);
  };
  const storedTrades = async () => {
    const rows = await database.app.query<{ packed: Uint8Array }>(
      'test.trades',
      'SELECT packed FROM market.trades ORDER BY from_no',
    );
    return rows.flatMap(({ packed }) => [...unpackTrades(packed)].map(({ tradeNo }) => tradeNo));
  };
  it('give back the very day, which then goes on as the one that was never stopped', async () => {
    advance(60);
    await snapshotsOf().save();
    const restored = new TradingDay(INPUTS, TEN, await newestSnapshot({ db: database.app, installSecret: SECRET }, 0));
    expect(restored.market.hash()).toBe(day.market.hash());
    for (const one of [day, restored]) for (let made = 0; made < 60; made += 1) one.advance(0);
    expect(restored.market.hash()).toBe(day.market.hash());
    expect(restored.hashes).toEqual(day.hashes);
  });

  it('are of no moment whose fills are not in the books: they wait until all of it is settled', async () => {
    const begun: number[] = [];
    const counted: Db = {
      ...database.app,
      transaction: (work) => {
        begun.push(day.step);
        return database.app.transaction(work);
      },
    };
    const settled = Promise.withResolvers<void>();
    advance(20);
    const { step } = day;
    const batch = {
      ...INPUTS,
      epoch: 0,
      frontierStep: step,
      marketTimeOf: String,
      marginBasis: () => ({ rateBps: 2000, band: undefined }),
      applied: [],
      events: [],
    };
    settler = settlerAfter(settled.promise);
    settler.add(batch);
    const saving = snapshotsOf(counted).save();
    // Another of the same size, which waits for nothing: the first has been ready for long when it is stored.
    settler = settlerAfter(Promise.resolve());
    await snapshotsOf().save();
    expect(begun).toEqual([]);
    settled.resolve();
    await saving;
    expect(begun).toEqual([step]);
  });

  it('hold the day as it was when they were taken, though it goes on while they are stored', async () => {
    advance(30);
    const hash = day.market.hash();
    const saving = snapshotsOf().save();
    advance(10);
    await saving;
    const restored = new TradingDay(INPUTS, TEN, await newestSnapshot({ db: database.app, installSecret: SECRET }, 0));
    expect(restored.market.hash()).toBe(hash);
  });

  it('store each trade once and all of them, also those of a snapshot that failed', async () => {
    let isBroken = true;
    const snapshots = snapshotsOf({
      ...database.app,
      transaction: (work) =>
        isBroken ? Promise.reject(new Error('the database went away')) : database.app.transaction(work),
    });
    advance(40);
    await expect(snapshots.save()).rejects.toThrow('went away');
    isBroken = false;
    advance(40);
    await snapshots.save();
    const first = day.tradeCount;
    advance(20);
    await snapshots.save();
    expect(first).toBeGreaterThan(0);
    expect(day.tradeCount).toBeGreaterThan(first);
    expect(await storedTrades()).toEqual(numbersTo(day.tradeCount));
  });

  it('are not stored by a server that another has replaced', async () => {
    const failures: unknown[] = [];
    const snapshots = snapshotsOf(database.app, (error) => failures.push(error));
    advance(10);
    await snapshots.save();
    const { step } = day;
    await takeOver(database.app);
    advance(10);
    await expect(snapshots.save()).rejects.toThrow(MarketTakenOver);
    expect((await newestSnapshot({ db: database.app, installSecret: SECRET }, 0))?.step).toBe(step);
    snapshots.note();
    await snapshots.noting;
    expect(failures).toEqual([expect.any(MarketTakenOver)]);
  });

  it('note where the market is, so that a restart does not go back behind what was seen', async () => {
    const snapshots = snapshotsOf();
    advance(15);
    snapshots.note();
    await snapshots.noting;
    expect(await takeOver(database.app)).toMatchObject({ marketDay: 0, step: day.step });
  });

  it('note when steps were made, so that a time of the market is right where a server had stood still', async () => {
    const note = async (snapshots: Snapshots) => {
      snapshots.note();
      await snapshots.noting;
      const sinceBegin = (26_100_000 * day.step) / PLAN.steps; // as if all steps were as long: 08:45 to 16:00
      return { at: clock.now(), time: marketTimeText(Date.parse('2026-11-23T08:45+05:30') + sinceBegin) };
    };
    const snapshots = snapshotsOf();
    const seen = [await note(snapshots)];
    for (const pauseMs of [0, 3_600_000, 0]) {
      advance(8);
      clock.advance(8 * STEP_MS + pauseMs);
      seen.push(await note(snapshots));
    }
    clock.advance(60_000); // another server takes the market over
    seen.push(await note(snapshotsOf()));
    for (const { at, time } of seen) {
      const rows = await database.app.query<{ time: string }>('test.time', 'SELECT market.time_at($1) AS time', [at]);
      expect(rows).toEqual([{ time }]);
    }
    // The first of each server, and the one after the pause.
    expect(await database.app.query('test.pace', 'SELECT step FROM market.pace')).toHaveLength(3);
  });

  it('are stale when nothing was made durable for four seconds, until something is', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const snapshots = snapshotsOf();
    vi.advanceTimersByTime(STALE_AFTER_MS);
    expect(snapshots.isStale).toBe(false);
    vi.advanceTimersByTime(1);
    expect(snapshots.isStale).toBe(true);
    await snapshots.reach(day.step);
    expect(snapshots.isStale).toBe(false);
  });
});
