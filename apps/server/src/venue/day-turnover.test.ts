import { createHash } from 'node:crypto';
import { planDay, type TradingDay } from '@khara/market-day';
import { marginRate, varianceAfter, varianceOfYear } from '@khara/rules';
import { readUniverse } from '@khara/universe/node';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { recordsOfType } from '#modules/ledger/index.ts';
import { marginsOn, MarketTakenOver, newestDay, takeOver } from '#modules/market/index.ts';
import type { ListingPort } from '#src/ports/listing.ts';
import { useTestDatabase } from '#test/database.ts';
import { TestClock } from '#test/deps.ts';
import { DayClose } from './day-close.ts';
import { makeNextDay, mayBeginAfter } from './day-turnover.ts';
import { marginsHash } from './margins.ts';
import { openDay } from './open-day.ts';
import { seedOfDay } from './seeds.ts';
import type { RetryUntilDone } from './tenure.ts';
import type { VenueParts } from './venue-parts.ts';

const universe = readUniverse();
const TEN = { issuers: universe.issuers.slice(0, 10), indices: [], offerings: [] };
const NEWCOMER = universe.issuers[10]!;
const SEEDS = { installSecret: new Uint8Array(32).fill(3), fixedSeed: 'a test' };
const ist = (text: string) => Date.parse(`${text}+05:30`);
const once: RetryUntilDone = (_what, work) => work();
/** The server is killed before it writes the next day. */
const cutOff: RetryUntilDone = async (what, work) => {
  if (what === 'beginning a day') throw new Error('killed');
  await work();
};
const writerOf = (day: TradingDay, epoch = 0) => ({ marketDay: day.inputs.marketDay, epoch });

/** The first day, to its end, with all that it leaves behind stored. */
async function endFirstDay(parts: VenueParts): Promise<TradingDay> {
  const { day } = await openDay(parts, SEEDS);
  while (!day.isOver) day.advance(0);
  const close = new DayClose(
    {
      db: parts.db,
      clock: parts.clock,
      day: () => day,
      writer: () => writerOf(day),
      settler: { settledSoFar: async () => undefined },
      snapshots: {
        takeTrades: () => {
          const pack = day.trades.take();
          return pack ? [pack] : [];
        },
        noteFinished: () => undefined,
      },
      until: once,
    },
    false,
  );
  close.storeIfClosed();
  await close.storing;
  expect(close.isStored).toBe(true);
  return day;
}
const turn = (parts: VenueParts, ended: TradingDay, { until = once, epoch = 0 } = {}) =>
  makeNextDay(parts, SEEDS, { ended, universe: parts.universe, writer: writerOf(ended, epoch), until });

describe('the turn from one market day to the next', () => {
  const database = useTestDatabase({ per: 'test' });
  const partsOf = (more: Partial<VenueParts> = {}): VenueParts => ({
    config: { MARKET_PROFILE: 'compressed', MARKET_DAY_SECONDS: 10, MARKET_SEED: 'a test' },
    db: database.app,
    clock: new TestClock(),
    installSecret: SEEDS.installSecret,
    universe: TEN,
    log: pino({ level: 'silent' }),
    ...more,
  });
  it('publishes the hash of each seed before its first step, and the seed with the close', async () => {
    const parts = partsOf();
    const ended = await endFirstDay(parts);
    const { day: next } = (await turn(parts, ended))!;
    const records = (await recordsOfType(database.app, 'market.session')).map(({ json }) => JSON.parse(json));
    expect(records.map(({ session, marketDay }) => [session, marketDay])).toEqual([
      ['opening', 0],
      ['closing', 0],
      ['opening', 1],
    ]);
    expect(createHash('sha256').update(next.inputs.seed).digest('hex')).toBe(records[2].seedHash);
    expect(createHash('sha256').update(records[1].seed, 'hex').digest('hex')).toBe(records[0].seedHash);
    expect(records[2].seedHash).not.toBe(records[0].seedHash);
    expect(JSON.stringify(records[2])).not.toContain(Buffer.from(seedOfDay(SEEDS, 1, '2026-11-23')).toString('hex'));
    expect(next.step).toBe(0);
  });

  it('begins the next day with the closes and the participants of the day before', async () => {
    const parts = partsOf();
    const ended = await endFirstDay(parts);
    const { day: next } = (await turn(parts, ended))!;
    expect([next.inputs.marketDay, next.inputs.marketDate]).toEqual([1, '2026-11-23']);
    const closes = TEN.issuers.map(({ code }, share) => [code, ended.closingPrice(share)?.price]);
    expect(closes.some(([, close]) => close !== undefined)).toBe(true);
    for (const [share, { previousClose }] of next.spec.instruments.entries()) {
      const close = ended.closingPrice(share)?.price;
      if (close !== undefined) expect([share, previousClose]).toEqual([share, close]);
    }
    expect(next.inputs.participants).toEqual(JSON.parse(JSON.stringify(ended.closing!.factorState)));
  });

  it('begins with margins that follow from the day before, and stay as they were written', async () => {
    const parts = partsOf();
    const ended = await endFirstDay(parts);
    const first = new Map((await marginsOn(database.app, '2026-11-20')).map((margin) => [margin.code, margin]));
    const { margins } = (await turn(parts, ended))!;
    expect(margins.map(({ code }) => code)).toEqual(TEN.issuers.map(({ code }) => code));
    for (const [share, margin] of margins.entries()) {
      const issuer = TEN.issuers[share]!;
      const before = first.get(issuer.code)!;
      expect(before.dailyVariance).toBe(varianceOfYear(issuer.annualVolatilityBps));
      const close = ended.closingPrice(share)?.price;
      const base = issuer.referencePricePaise;
      if (close !== undefined) expect(margin.dailyVariance).toBe(varianceAfter(before.dailyVariance, { base, close }));
      expect(margin).toMatchObject(marginRate(margin, '2026-11-23'));
    }
    expect(
      margins.some((margin, share) => margin.dailyVariance !== first.get(TEN.issuers[share]!.code)?.dailyVariance),
    ).toBe(true);
    expect(await marginsOn(database.app, '2026-11-23')).toEqual(margins.toSorted((a, b) => (a.code < b.code ? -1 : 1)));
    expect((await openDay(parts, SEEDS)).margins).toEqual(margins);
    const [, , opening] = await recordsOfType(database.app, 'market.session');
    expect(JSON.parse(opening!.json).margins).toBe(marginsHash(margins));
  });

  it('gives the same day when it is cut off after the listings were taken', async () => {
    const taken: string[] = [];
    const listings: ListingPort = {
      take: async (marketDate) => {
        taken.push(marketDate);
        return [{ ...NEWCOMER, listedOn: '2026-11-23' }];
      },
      listedBy: async () => [],
    };
    const parts = partsOf({ listings });
    const ended = await endFirstDay(parts);
    await expect(turn(parts, ended, { until: cutOff })).rejects.toThrow('killed');
    expect((await newestDay(database.app))?.marketDay).toBe(0);
    const { day: next } = (await turn(parts, ended))!;
    expect(taken).toEqual(['2026-11-23', '2026-11-23']);
    expect(next.shareNumber(NEWCOMER.code)).toBe(TEN.issuers.length);
    // A restart in the middle of the new day has the newcomer too.
    const { day } = await openDay(parts, SEEDS);
    expect(day.market.hash()).toBe(next.market.hash());
  });

  it('is not made by a server that another has replaced', async () => {
    const parts = partsOf();
    const ended = await endFirstDay(parts);
    await takeOver(database.app);
    await expect(turn(parts, ended)).rejects.toThrow(MarketTakenOver);
    expect((await newestDay(database.app))?.marketDay).toBe(0);
    expect(await recordsOfType(database.app, 'market.session')).toHaveLength(2);
    expect(await turn(parts, ended, { epoch: 1 })).toBeDefined();
  });

  it('keeps a share out of the next day that was suspended after the close', async () => {
    const parts = partsOf();
    const ended = await endFirstDay(parts);
    const { code } = TEN.issuers[0]!;
    expect(ended.isTradable(0)).toBe(true);
    ended.apply({ kind: 'suspend', seq: 1, code, requestId: 'a request' }, 0);
    const { day: next } = (await turn(parts, ended))!;
    expect(next.isTradable(0)).toBe(false);
    expect((await newestDay(database.app))?.suspended).toContain(code);
  });

  it('makes no day when the server stops meanwhile', async () => {
    const parts = partsOf();
    const ended = await endFirstDay(parts);
    expect(await turn(parts, ended, { until: async () => undefined })).toBeUndefined();
    expect((await newestDay(database.app))?.marketDay).toBe(0);
  });
});

describe('the next market day', () => {
  it.each([
    ['compressed', '2026-11-20T12:00', true],
    ['nse', '2026-11-20T23:59', false],
    ['nse', '2026-11-23T08:44', false],
    ['nse', '2026-11-23T08:45', true],
  ] as const)('in the %s profile at %s may begin: %s', (profile, at, may) => {
    const day = { inputs: { plan: planDay(profile, 60), marketDate: '2026-11-20' } } as TradingDay;
    expect(mayBeginAfter(day, ist(`${at}:00`))).toBe(may);
  });
});
