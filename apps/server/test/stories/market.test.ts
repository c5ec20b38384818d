import { memoryBus } from '#src/adapters/bus/memory-bus.ts';
import { openingInstant } from '@khara/market-day';
import { calls, type Body } from '@khara/contract';
import { rupees } from '@khara/money';
import { createHistory, historyDays, type History } from '@khara/history';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readUniverse } from '@khara/universe/node';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { createCharts, createMarketHandlers, createWatchlists, moveFrontier } from '#modules/market/index.ts';
import { keepActions } from '#modules/market/corporate-action-store.ts';
import { Venue } from '#src/venue/venue.ts';
import { companiesOn } from '#test/companies.ts';
import { TestClock, testDeps } from '#test/deps.ts';
import { useTestDatabase } from '#test/database.ts';
import { idleSettlement } from '#test/idle-settlement.ts';

const universe = readUniverse();
const database = useTestDatabase();

/** Only simulated participants trade in these tests. */
const noOrders = () =>
  idleSettlement({
    settleBatch: (batch) => database.app.transaction(async (tx) => void (await moveFrontier(tx, batch))),
  });

const clock = new TestClock();
let venue: Venue;
let history: History;
let deps: ReturnType<typeof testDeps>;
let handlers: ReturnType<typeof createMarketHandlers>;

const caller = (userId?: string, cacheBuster?: string): MemberCaller => ({
  language: 'en',
  address: '127.0.0.1',
  device: undefined,
  userAgent: 'test',
  cacheBuster,
  member: {
    userId: userId ?? 'nobody',
    accountKey: 1,
    sessionId: 's',
    tokenHash: 'h',
    deviceOnly: false,
    transactionPasswordUntil: undefined,
  },
});
const guest = (language: 'en' | 'hi' | 'zh-Hant' = 'en') => ({ ...caller(), language, member: undefined });

const listOf = async (body: Body<'marketList'>, as: Parameters<(typeof handlers)['marketList']>[1] = guest()) => {
  const result = await handlers.marketList(deps, as, body);
  if (result.refused !== undefined) throw new Error(result.refused);
  expect(calls.marketList.data.safeParse(result.value).error).toBeUndefined();
  return result.value;
};
const detailOf = async (code: string, as: Parameters<(typeof handlers)['marketDetail']>[1] = guest()) => {
  const result = await handlers.marketDetail(deps, as, { code });
  if (result.refused !== undefined) return result.refused;
  expect(calls.marketDetail.data.safeParse(result.value).error).toBeUndefined();
  return result.value;
};
type Row = readonly [number, string, string, string, string, number];
const candlesOf = async (body: Body<'candles'>): Promise<readonly Row[]> => {
  const result = await handlers.candles(deps, guest(), body);
  if (result.refused !== undefined) throw new Error(result.refused);
  return result.value.candles;
};
/** Candles put together to one, as an outside check would: prices as numbers. */
const sum = (rows: readonly Row[]) => ({
  open: Number(rows[0]![1]),
  high: Math.max(...rows.map((row) => Number(row[2]))),
  low: Math.min(...rows.map((row) => Number(row[3]))),
  close: Number(rows.at(-1)![4]),
  volume: rows.reduce((total, row) => total + row[5], 0),
});

beforeAll(async () => {
  venue = await Venue.open({
    config: { MARKET_PROFILE: 'compressed', MARKET_DAY_SECONDS: 10, MARKET_SEED: 'a test' },
    db: database.app,
    clock,
    installSecret: new Uint8Array(32),
    universe,
    log: pino({ level: 'silent' }),
  });
  await venue.resume(noOrders());
  history = createHistory({
    seed: new Uint8Array(32).fill(1),
    days: historyDays(venue.market.now().marketDate),
    issuers: universe.issuers,
    indices: universe.indices,
  });
  handlers = createMarketHandlers({
    charts: createCharts({ db: database.app, history, market: venue.market }),
    companies: companiesOn({ db: database.app, market: venue.market }, venue.market.now().marketDate),
    watchlists: createWatchlists(database.app, memoryBus(pino({ level: 'silent' }))),
  });
  deps = testDeps({ db: database.app, market: venue.market, clock });
  // Two whole days and a part of a third: 40 steps each, of which the first makes no step of its own.
  while (venue.day.inputs.marketDay < 2) await venue.step();
  for (let step = 0; step < 20; step += 1) await venue.step();
});
afterAll(() => venue.stop());

const change = (row: { readonly changePercent: string }) => Number(row.changePercent);

describe('marketList', () => {
  it('shows all shares by code, page by page, each once', async () => {
    const codes: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await listOf({ size: 100, ...(cursor && { cursor }) });
      codes.push(...page.list.map(({ code }) => code));
      cursor = page.nextCursor;
      const { rising, unchanged, falling, untraded } = page.breadth;
      expect(rising + unchanged + falling + untraded).toBe(universe.issuers.length);
    }
    expect(codes).toEqual(universe.issuers.map(({ code }) => code).toSorted());
  });

  it('ranks gainers, losers and the active', async () => {
    const gainers = (await listOf({ type: 'gainers', size: 50 })).list.map(change);
    expect(gainers).toEqual([...gainers].sort((a, b) => b - a));
    expect(gainers.at(-1)!).toBeGreaterThanOrEqual(0);
    const losers = (await listOf({ type: 'losers', size: 50 })).list.map(change);
    expect(losers).toEqual([...losers].sort((a, b) => a - b));
    const active = (await listOf({ type: 'active', size: 50 })).list.map(({ value }) => Number(value));
    expect(active).toEqual([...active].sort((a, b) => b - a));
    expect(active[0]).toBeGreaterThan(0);
  });

  it('finds by code and by the name in any language, whatever its case, and filters by sector', async () => {
    const share = universe.issuers.find(({ code }) => code === 'AAMRAI')!;
    for (const keyword of [
      'aamr',
      share.names.en.toUpperCase(),
      share.names.en.replaceAll(' ', '\u3000 '),
      share.names.hi,
      share.names['zh-Hant'],
      share.names['zh-Hans'],
    ]) {
      expect((await listOf({ keyword })).list.map(({ code }) => code)).toContain('AAMRAI');
    }
    expect((await listOf({ keyword: 'no such thing' })).list).toEqual([]);
    const banks = await listOf({ sector: 'it', size: 100 });
    expect(banks.list.map(({ code }) => code)).toEqual(
      universe.issuers.filter(({ sectorKey }) => sectorKey === 'it').map(({ code }) => code),
    );
    for (const keyword of ['khara५०', ' KHARA ５０'])
      expect((await listOf({ keyword, type: 'indices' })).list.map(({ code }) => code)).toEqual(['KHARA50']);
    expect((await listOf({ keyword: 'khara', type: 'indices' })).list.length).toBe(universe.indices.length);
  });

  it('names things in the reader’s language and gives sparks when asked', async () => {
    const { list } = await listOf({ keyword: 'AAMRAI', spark: true }, guest('hi'));
    expect(list[0]!.name).toBe(universe.issuers[0]!.names.hi);
    expect(list[0]!.spark!.length).toBeGreaterThan(0);
    expect(list[0]!.spark!.length).toBeLessThanOrEqual(24);
    expect(list[0]!.spark!.at(-1)).toBe(list[0]!.price);
    expect(
      (await listOf({ type: 'indices' })).list.every(({ tradable, marketCap }) => !tradable && marketCap === null),
    ).toBe(true);
  });

  it('a cursor that is none of ours shows nothing instead of everything', async () => {
    expect(await listOf({ cursor: 'nonsense' })).toMatchObject({ list: [], nextCursor: null });
  });
});

describe('marketDetail', () => {
  it('has depth, the range of the year and what the figures are made of', async () => {
    const detail = await detailOf('AAMRAI');
    if (typeof detail === 'string') throw new Error(detail);
    expect(detail.depth!.bids).toHaveLength(5);
    expect(Number(detail.depth!.bids[0]![0])).toBeLessThan(Number(detail.depth!.asks[0]![0]));
    expect(Number(detail.high52)).toBeGreaterThanOrEqual(Number(detail.high!));
    expect(Number(detail.low52)).toBeLessThanOrEqual(Number(detail.low!));
    expect(detail).toMatchObject({
      kind: 'share',
      tickSize: '0.10',
      lotSize: 1,
      sectorKey: 'fmcg',
      untradableReason: null,
    });
    expect(detail.position).toBeUndefined();
    const year = await candlesOf({ code: 'AAMRAI', interval: '1d', limit: 260 });
    expect(sum(year).high).toBeGreaterThanOrEqual(Number(detail.high52));
  });

  it('says what the company makes in the reader’s language', async () => {
    expect(await detailOf('BOITA', guest('hi'))).toMatchObject({ description: expect.stringContaining('शिपयार्ड') });
    expect(await detailOf('BOITA', guest('zh-Hant'))).toMatchObject({ description: expect.stringContaining('船廠') });
  });

  it('says why a share cannot be traded, shows an index without a book, and does not know the rest', async () => {
    expect(await detailOf('DIVAKARI')).toMatchObject({ tradable: false, untradableReason: 'not_tradable', open: null });
    const own = universe.indices
      .find(({ code }) => code === 'KHARA50')!
      .constituents.map((code) => venue.market.quote(code)!);
    const traded = {
      volume: own.reduce((sum, { volume }) => sum + volume, 0),
      value: rupees(own.reduce((sum, { valuePaise }) => sum + valuePaise, 0n)),
    };
    expect(traded.volume).toBeGreaterThan(0);
    expect(await detailOf('KHARA50')).toMatchObject({
      kind: 'index',
      depth: null,
      bandLow: null,
      isin: null,
      ...traded,
    });
    expect((await listOf({ type: 'indices', keyword: 'KHARA50' })).list[0]).toMatchObject(traded);
    expect(await detailOf('NOSUCH')).toBe('unknown_code');
  });

  it('shows the reader’s own position', async () => {
    const portfolio = {
      heldIn: async (userId: string) => ({
        positionId: '7',
        quantity: userId === 'u1' ? 10 : 0,
        buyingPaise: 130_000n,
        marketValuePaise: 1_325_400n,
        profitPaise: 25_400n,
        costPaise: 1_300_000n,
        todayProfitPaise: -1_050n,
        breakEvenPaise: 130_395n,
      }),
    };
    const result = await handlers.marketDetail(
      { ...deps, portfolio: { ...deps.portfolio, ...portfolio } },
      caller('u1'),
      { code: 'AAMRAI' },
    );
    expect(result).toMatchObject({
      value: {
        position: {
          positionId: '7',
          quantity: 10,
          buyingPrice: '1300.00',
          totalProfit: '254.00',
          profitPercent: '1.95',
          todayProfit: '-10.50',
          breakEven: '1303.95',
        },
      },
    });
  });
});

describe('candles', () => {
  it('run without a gap from generated history over stored days to the running one', async () => {
    for (const code of ['AAMRAI', 'KHARA200']) {
      const days = await candlesOf({ code, interval: '1d', limit: 6 });
      expect(days.map(([t]) => t)).toEqual(
        ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-23', '2026-11-25']
          .map(openingInstant)
          .slice(-5)
          .toSpliced(0, 0, openingInstant('2026-11-17')),
      );
      const running = days.at(-1)!;
      const quote = venue.market.quote(code)!;
      expect(Number(running[4]) * 100).toBeCloseTo(quote.lastPrice);
      expect(Number(running[1]) * 100).toBeCloseTo(quote.openPrice!);
      expect(running[5]).toBe(quote.volume);
    }
  });

  it('agree at every interval on every day: generated, stored and running', async () => {
    for (const code of ['AAMRAI', 'KHARABANK', 'KORKAI']) {
      const days = await candlesOf({ code, interval: '1d', limit: 6 });
      for (const interval of ['1m', '5m', '15m', '1h'] as const) {
        const rows = await candlesOf({ code, interval, limit: 1_000 });
        const whole = days.filter(([t]) => rows[0]![0] < t || rows.length < 1_000); // the oldest may be cut off
        for (const day of whole) {
          const inDay = rows.filter(([t]) => t >= day[0] && t < day[0] + 86_400_000);
          expect(sum(inDay)).toEqual(sum([day]));
        }
        expect(whole.length).toBeGreaterThan(1);
        expect(rows.every((row, at) => at === 0 || row[0] > rows[at - 1]![0])).toBe(true);
      }
    }
  });

  it('of a finished day end at its official close, which is the previous close of the next one', async () => {
    for (const code of ['AAMRAI', 'ACHALGARH', 'KHARA50', 'KHARAFIFTY']) {
      const previousClose = venue.market.quote(code)!.previousClose;
      for (const interval of ['1m', '1h', '1d'] as const) {
        const rows = await candlesOf({ code, interval, limit: 1_000 });
        const before = rows.findLast(([t]) => t < openingInstant('2026-11-25'))!;
        expect(Math.round(Number(before[4]) * 100)).toBe(previousClose);
      }
    }
  });

  it('page backwards without a gap or a repeat', async () => {
    for (const interval of ['1m', '1h', '1d', '1w', '1M'] as const) {
      const limit = 40;
      const newest = await candlesOf({ code: 'AAMRAI', interval, limit });
      const older = await candlesOf({ code: 'AAMRAI', interval, limit, to: newest[0]![0] });
      const both = await candlesOf({ code: 'AAMRAI', interval, limit: 2 * limit });
      expect([...older, ...newest]).toEqual(both);
    }
    expect(await candlesOf({ code: 'AAMRAI', interval: '1d', to: 0 })).toEqual([]);
    const all = await candlesOf({ code: 'AAMRAI', interval: '1M', limit: 1_000 });
    expect(all.length).toBeGreaterThanOrEqual(60);
  });

  it('say by what older prices were divided, so that what was noted of them can follow', async () => {
    const code = 'SIMLIPAL';
    const exDate = venue.market.now().marketDate;
    await database.app.transaction((tx) =>
      keepActions(
        tx,
        exDate,
        [
          {
            id: `${code}-${exDate}`,
            code,
            exDate,
            announcedOn: '2026-11-20',
            terms: { kind: 'split', oldFace: 10, newFace: 2 },
          },
        ],
        clock.now(),
      ),
    );
    const answer = await handlers.candles(deps, guest(), { code, interval: '1d', limit: 3 });
    expect(answer).toMatchObject({ value: { adjustments: [[openingInstant(exDate), 5, 1]] } });
    expect(calls.candles.data.safeParse('value' in answer ? answer.value : undefined).error).toBeUndefined();
    expect(await handlers.candles(deps, guest(), { code: 'AAMRAI', interval: '1d' })).toMatchObject({
      value: { adjustments: [] },
    });
  });

  it('refuse an unknown code and a limit beyond a thousand', async () => {
    expect(await handlers.candles(deps, guest(), { code: 'NOSUCH', interval: '1d' })).toMatchObject({
      refused: 'unknown_code',
    });
    expect(await handlers.candles(deps, guest(), { code: 'AAMRAI', interval: '1d', limit: 1_001 })).toMatchObject({
      refused: 'invalid_input',
      field: 'limit',
    });
  });

  it('are a thousand at once where a thousand are asked for', async () => {
    expect(await candlesOf({ code: 'THEWA', interval: '1h', limit: 1_000 })).toHaveLength(1_000);
  });
});

const toggle = async (userId: string, code: string, r?: string) => {
  const result = await handlers.toggleWatch(deps, caller(userId, r), { code });
  return result.refused ?? result.value.collected;
};

describe('collectMarket', () => {
  it('puts a share on the watchlist and takes it off', async () => {
    expect(await toggle('w1', 'AAMRAI')).toBe(true);
    clock.advance(1);
    expect(await toggle('w1', 'KHARA50')).toBe(true);
    const { list } = await listOf({ type: 'watchlist' }, caller('w1'));
    expect(list.map(({ code, collected }) => [code, collected])).toEqual([
      ['KHARA50', true],
      ['AAMRAI', true],
    ]);
    expect((await listOf({ keyword: 'AAMRAI' }, caller('w1'))).list[0]!.collected).toBe(true);
    expect((await listOf({ keyword: 'AAMRAI' }, caller('w2'))).list[0]!.collected).toBe(false);
    expect(await toggle('w1', 'AAMRAI')).toBe(false);
    expect((await listOf({ type: 'watchlist' }, caller('w1'))).list.map(({ code }) => code)).toEqual(['KHARA50']);
    expect(await toggle('w1', 'NOSUCH')).toBe('unknown_code');
    expect((await listOf({ type: 'watchlist' })).list).toEqual([]); // a guest
  });

  it('answers a repeat with the same r like the first, for a minute, even when both arrive at once', async () => {
    expect(await Promise.all(Array.from({ length: 5 }, () => toggle('w3', 'THEWA', 'r1')))).toEqual(
      Array(5).fill(true),
    );
    expect(await toggle('w3', 'THEWA', 'r2')).toBe(false);
    expect(await toggle('w3', 'THEWA', 'r1')).toBe(true); // the first answer, though it is off by now
    expect((await listOf({ type: 'watchlist' }, caller('w3'))).list).toEqual([]);
    clock.advance(60_000);
    expect(await toggle('w3', 'THEWA', 'r1')).toBe(true);
    expect((await listOf({ type: 'watchlist' }, caller('w3'))).list).toHaveLength(1);
  });
});
