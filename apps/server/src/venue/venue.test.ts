import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  type JournalledCommand,
  toOrderLine,
  type OrderEvent,
  replayDay,
  TradingDay,
  unpackMinutes,
  unpackTrades,
} from '@khara/market-day';
import fc from 'fast-check';
import pino from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { TestClock } from '#test/deps.ts';
import { idleSettlement } from '#test/idle-settlement.ts';
import { withSeparateCommit } from '#test/separate-commit.ts';
import type { Db, Tx } from '#src/ports/database.ts';
import type { AppliedCommand, MarketMove, SettlementPort, SettlementBatch } from '#src/ports/exchange.ts';
import { recordsOfType } from '#modules/ledger/index.ts';
import {
  readCloses,
  keepActions,
  keptDay,
  moveFrontier,
  takeOver,
  findTrade,
  tradedLines,
} from '#modules/market/index.ts';
import { priceText } from '@khara/money';
import { readUniverse } from '@khara/universe/node';
import { logNames } from '#src/security/log-names.ts';
import type { VenueParts } from './venue-parts.ts';
import { Venue } from './venue.ts';

const universe = readUniverse();
/** Forty shares and no index: a venue does the same with them, in a sixth of the time. */
const FORTY = { issuers: universe.issuers.slice(0, 40), indices: [], offerings: [] };
const TRADED = universe.issuers.filter(({ suspended }) => !suspended);

/**
 * The shortest day: 40 steps, two for every phase but continuous trading, which has fourteen (and eight more
 * for shares without a closing auction).
 */
const SHORT_DAY = 10;

/** The tables of the books below. */
const TABLES = `
  CREATE SCHEMA books;
  CREATE TABLE books.place (seq integer PRIMARY KEY, market_day integer, step integer, index integer, UNIQUE (market_day, step, index));
  CREATE TABLE books.event (market_day integer, event_no integer, event json, PRIMARY KEY (market_day, event_no));
  GRANT USAGE ON SCHEMA books TO khara_app;
  GRANT ALL ON ALL TABLES IN SCHEMA books TO khara_app;`;

/**
 * Stands in for the orders module: a journal, and the places and events that settled, written in the
 * transaction that moves the frontier. It lives on when a venue is dropped, as the database does.
 */
class Books {
  readonly journal: JournalledCommand[] = [];
  readonly daysSettled: number[] = [];
  /** What goes wrong with the next batches. */
  readonly failures: ('answer_lost' | 'nothing_done')[] = [];
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  places() {
    return this.#db.query<{ seq: number; marketDay: number; step: number; index: number }>(
      'books.places',
      'SELECT seq, market_day, step, index FROM books.place ORDER BY market_day, step, index',
    );
  }

  async settled(marketDay = 0): Promise<readonly OrderEvent[]> {
    const rows = await this.#db.query<{ event: OrderEvent }>(
      'books.events',
      'SELECT event FROM books.event WHERE market_day = $1 ORDER BY event_no',
      [marketDay],
    );
    return rows.map(({ event }) => event);
  }

  /** As a venue reaches them. */
  settlement(db: Db): SettlementPort {
    return idleSettlement({
      appliedCommands: async (marketDay, fromStep) =>
        (await this.places())
          .filter((place) => place.marketDay === marketDay && place.step >= fromStep)
          .map(({ seq, step, index }): AppliedCommand => ({ command: this.journal[seq - 1]!, step, index })),
      unappliedCommands: async () => {
        const applied = new Set((await this.places()).map(({ seq }) => seq));
        return this.journal.filter(({ seq }) => !applied.has(seq));
      },
      settleBatch: async (batch) => {
        const failure = this.failures.shift();
        if (failure === 'nothing_done') throw new Error('the database went away before the commit');
        await db.transaction((tx) => settle(tx, batch));
        if (failure === 'answer_lost') throw new Error('the database went away after the commit');
      },
      beginDay: async ({ marketDay }) => void this.daysSettled.push(marketDay),
    });
  }

  /** Journals a command, as the transaction that accepts an order does. */
  write(command: UnnumberedCommand<JournalledCommand>): JournalledCommand {
    const journalled = { ...command, seq: this.journal.length + 1 };
    this.journal.push(journalled);
    return journalled;
  }
}

type PlaceCommand = Extract<JournalledCommand, { kind: 'place' }>;
type UnnumberedCommand<Command> = Command extends JournalledCommand ? Omit<Command, 'seq'> : never;

async function settle(tx: Tx, batch: SettlementBatch): Promise<void> {
  const before = await moveFrontier(tx, batch);
  for (const { seq, step, index } of batch.applied) {
    await tx.query('books.add_place', 'INSERT INTO books.place VALUES ($1, $2, $3, $4) ON CONFLICT (seq) DO NOTHING', [
      seq,
      batch.marketDay,
      step,
      index,
    ]);
  }
  for (const event of batch.events.filter(({ eventNo }) => eventNo > before)) {
    // A plain insert: an event that came twice would break the key.
    await tx.query('books.add_event', 'INSERT INTO books.event VALUES ($1, $2, $3)', [
      batch.marketDay,
      event.eventNo,
      JSON.stringify(event),
    ]);
  }
}

const silence = () => new Promise<never>(() => undefined);

/**
 * A database as a process sees it that may be killed: from then on nothing is begun or committed, and no
 * answer arrives.
 */
function breakable(db: Db): { readonly db: Db; kill(): void } {
  let killed = false;
  const unlessKilled = async <T>(work: () => Promise<T>): Promise<T> => {
    if (killed) return silence();
    try {
      const result = await work();
      return killed ? await silence() : result;
    } catch (error) {
      if (killed) return silence();
      throw error;
    }
  };
  return {
    db: {
      ownKeys: db.ownKeys,
      query: (name, text, params) => unlessKilled(() => db.query(name, text, params)),
      transaction: (work) =>
        unlessKilled(() =>
          db.transaction(async (tx) => {
            const result = await work(withSeparateCommit(tx));
            if (killed) throw new Error('killed before the commit');
            return result;
          }),
        ),
      snapshot: (work) => unlessKilled(() => db.snapshot(work)),
      session: (release, work) => unlessKilled(() => db.session(release, work)),
      close: async () => undefined,
    },
    kill: () => {
      killed = true;
    },
  };
}

const partsOf = (db: Db, environment: Partial<VenueParts['config']> = {}): VenueParts => ({
  config: { MARKET_PROFILE: 'compressed', MARKET_DAY_SECONDS: SHORT_DAY, MARKET_SEED: 'a test', ...environment },
  db,
  clock: new TestClock(),
  installSecret: new Uint8Array(32).fill(3),
  universe: FORTY,
  log: pino({ level: process.env['KHARA_TEST_LOG'] ?? 'silent' }),
});

async function withDatabase(work: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await createTestDatabase();
  try {
    for (const [at, statement] of TABLES.split(';')
      .filter((text) => text.trim() !== '')
      .entries()) {
      await database.admin.query(`books.table_${at}`, statement);
    }
    await work(database);
  } finally {
    await database.drop();
  }
}

const withVenue = (
  work: (venue: Venue, books: Books, db: Db) => Promise<void>,
  more: Partial<Pick<VenueParts, 'universe'>> = {},
) =>
  withDatabase(async ({ app }) => {
    const books = new Books(app);
    const venue = await Venue.open({ ...partsOf(app), ...more });
    await venue.resume(books.settlement(app));
    await work(venue, books, app);
    await venue.stop();
  });

const minutesOf = (day: TradingDay): string => {
  const hash = createHash('sha256');
  for (let instrument = 0; instrument < day.tape.length; instrument += 1) {
    const minutes = day.tape.minutes(instrument, -1);
    if (minutes)
      for (const column of ['open', 'high', 'low', 'close', 'volume'] as const) hash.update(minutes.candles[column]);
  }
  return hash.digest('hex');
};

const order = (books: Books, orderId: number, more: Partial<PlaceCommand> = {}) =>
  books.write({
    kind: 'place',
    orderId,
    accountKey: 1,
    code: 'AAMRAI',
    side: 'buy',
    price: 132_540,
    quantity: 10,
    validity: 'day',
    market: false,
    ...more,
  });

describe('the venue', () => {
  it('opens its first day with the reference prices as previous closes, and trades from the first step', () =>
    withVenue(
      async (venue, books) => {
        expect(venue.market.now()).toMatchObject({
          session: 'open',
          profile: 'compressed',
          marketDate: '2026-11-20',
          phase: 'continuous',
          phaseOfOthers: 'continuous',
        });
        expect(venue.market.now(), 'no day has closed yet').not.toHaveProperty('closedDate');
        expect(books.daysSettled).toEqual([0]);
        const { code, referencePricePaise } = TRADED[0]!;
        expect(venue.market.quote(code)).toMatchObject({
          lastPrice: referencePricePaise,
          previousClose: referencePricePaise,
        });
        expect(venue.market.quote('KHARA50')).toMatchObject({ lastPrice: 18_420_00 });
        expect(venue.market.depth(code, 5)!.bids.length).toBe(5);

        const changed = new Set<string>();
        venue.onQuotes((codes) => codes.forEach((changedCode) => changed.add(changedCode)));
        for (let step = 0; step < 10; step += 1) await venue.step();
        expect(changed.has('KHARA50') && changed.has(code)).toBe(true);
        const quote = venue.market.quote(code)!;
        expect(quote.volume).toBeGreaterThan(0);
        expect(venue.market.todayMinutes(code).at(-1)![4]).toBe(quote.lastPrice);
        expect(venue.market.spark(code, 24).at(-1)).toBe(quote.lastPrice);
        expect(venue.market.quote('DIVAKARI')!.volume).toBe(0); // suspended
        expect(venue.market.quote('NOSUCH')).toBeUndefined();
      },
      { universe },
    ));

  it('applies a command at once, settles what it caused, and remembers its place', () =>
    withVenue(async (venue, books) => {
      await venue.step();
      const { upper } = venue.market.protectedRange('AAMRAI')!;
      const first = order(books, 1, { market: true, validity: 'ioc', price: upper });
      const second = order(books, 2, { price: venue.market.quote('AAMRAI')!.bandLow });
      venue.submit(first);
      venue.submit(second);
      venue.submit(first); // handed over twice by someone who did not know
      await Promise.all([venue.settled(1), venue.settled(2)]);
      const settled = await books.settled();
      expect(settled.filter(({ kind }) => kind === 'filled').every(({ orderId }) => orderId === 1)).toBe(true);
      expect(settled.filter(({ kind }) => kind === 'opened').map(({ orderId }) => orderId)).toEqual([1, 2]);
      const { step } = venue.day;
      expect(await books.places()).toEqual([
        { marketDay: 0, seq: 1, step, index: 0 },
        { marketDay: 0, seq: 2, step, index: 1 },
      ]);
    }));

  it('settles in order and once, though transactions fail and answers are lost', () =>
    withVenue(async (venue, books) => {
      books.failures.push('answer_lost', 'nothing_done', 'answer_lost');
      for (let orderId = 1; orderId <= 6; orderId += 1) {
        const { upper } = venue.market.protectedRange('AAMRAI')!;
        const command = order(books, orderId, { market: true, validity: 'ioc', price: upper });
        venue.submit(command);
        await venue.settled(command.seq);
        await venue.step();
      }
      const settled = await books.settled();
      expect(settled.map(({ eventNo }) => eventNo)).toEqual(settled.map((_, at) => at + 1));
      expect(settled.filter(({ kind }) => kind === 'filled').length).toBeGreaterThan(5);
    }));

  it('ends a day: day orders expire, candles are stored, closes become previous closes, purchases settle', () =>
    withVenue(
      async (venue, books, db) => {
        const { bandLow } = venue.market.quote('ACHALGARH')!;
        venue.submit(order(books, 1, { code: 'ACHALGARH', price: bandLow }));
        const phases: string[] = [];
        venue.onSession(({ session, phase, phaseOfOthers }) => phases.push(`${session} ${phase} ${phaseOfOthers}`));
        const { plan } = venue.day.inputs;
        while (venue.day.step < plan.steps) await venue.step();
        const minutes = venue.market.todayMinutes('AAMRAI');
        const index = venue.market.quote('KHARA200')!;
        const closed = venue.market.quote('AAMRAI')!;
        const published = new Set<string>();
        venue.onQuotes((codes) => codes.forEach((code) => published.add(code)));
        await venue.step();
        expect(published.size).toBe(universe.issuers.length + universe.indices.length);

        expect((await books.settled()).at(-1)).toMatchObject({
          kind: 'expired',
          orderId: 1,
          reason: 'day_end',
        });
        expect(phases).toEqual([
          'open continuous continuous', // the afternoon's block window opens
          'open continuous continuous', // and closes
          'closing_auction cas_reference continuous',
          'closing_auction cas_entry_1 continuous',
          'closing_auction cas_entry_2 continuous',
          'closing_auction cas_match continuous',
          'closing_auction cas_match close_calc',
          'post_close close_calc close_calc',
          'post_close post_close post_close',
          'closed closed closed',
          'closed closed closed', // of the next day
        ]);
        expect(venue.market.now()).toMatchObject({
          marketDate: '2026-11-23',
          closedDate: '2026-11-20',
          session: 'closed',
          marketTime: '2026-11-23T08:45:00+05:30',
        });
        expect(books.daysSettled).toEqual([0, 1]);

        const rows = await db.query<{
          code: string;
          openPaise: bigint;
          highPaise: bigint;
          lowPaise: bigint;
          lastPaise: bigint;
          closePaise: bigint;
          volume: bigint;
          minutes: Uint8Array;
        }>('test.candles', "SELECT * FROM market.candle_day WHERE market_date = '2026-11-20' ORDER BY code");
        expect(rows).toHaveLength(universe.issuers.length + universe.indices.length);
        const row = rows.find(({ code }) => code === 'AAMRAI')!;
        const { candles, first } = unpackMinutes(row.minutes);
        expect(first + candles.length).toBe(375);
        expect(candles.length).toBe(minutes.length);
        const lineOf = await tradedLines({ db, market: venue.market }, [{ code: 'AAMRAI', marketDate: '2026-11-20' }]);
        const line = lineOf({ code: 'AAMRAI', marketDate: '2026-11-20' });
        expect(line, 'the first day has none before it').toHaveLength(23);
        expect(line.at(-1)).toBe(priceText(candles.close.at(-1)!));
        expect(lineOf({ code: 'THEWA', marketDate: '2026-11-20' }), 'only what was asked for').toEqual([]);
        expect(Number(row.openPaise)).toBe(candles.open[0]);
        expect(Number(row.highPaise)).toBe(candles.high.reduce((a, b) => Math.max(a, b)));
        expect(Number(row.lowPaise)).toBe(candles.low.reduce((a, b) => Math.min(a, b)));
        expect(Number(row.lastPaise)).toBe(closed.lastPrice);
        expect(Number(row.volume)).toBe(candles.volume.reduce((a, b) => a + b));
        expect(Number(row.volume)).toBe(closed.volume);
        expect(venue.market.quote('AAMRAI')).toMatchObject({ previousClose: Number(row.closePaise), volume: 0 });
        const indexRow = rows.find(({ code }) => code === 'KHARA200')!;
        expect(Number(indexRow.closePaise)).toBe(index.lastPrice);
        expect(venue.market.quote('KHARA200')!.previousClose).toBe(Number(indexRow.closePaise));

        const stored = await db.query<{ packed: Uint8Array }>(
          'test.trades',
          'SELECT packed FROM market.trades ORDER BY from_no',
        );
        const trades = stored.flatMap(({ packed }) => [...unpackTrades(packed)]);
        expect(trades.map(({ tradeNo }) => tradeNo)).toEqual(trades.map((_, at) => at + 1));
        const share = universe.issuers.findIndex(({ code }) => code === 'AAMRAI');
        const own = trades.filter((trade) => trade.share === share);
        expect(own.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(closed.volume);
        expect(await findTrade(db, '2026-11-20', own[1]!.tradeNo)).toEqual(own[1]);
        expect(await findTrade(db, '2026-11-20', trades.length + 1)).toBeUndefined();
        const [opening, closing] = (await recordsOfType(db, 'market.session')).map(({ json }) => JSON.parse(json));
        expect(opening).toMatchObject({ session: 'opening', marketDate: '2026-11-20', fixedSeed: true });
        expect(closing).toMatchObject({ session: 'closing', marketDate: '2026-11-20', tradeCount: trades.length });
        expect(createHash('sha256').update(closing.seed, 'hex').digest('hex')).toBe(opening.seedHash);

        for (let step = 0; step < 2 * plan.steps; step += 1) await venue.step();
        // The 24th is a holiday.
        expect(venue.market.now()).toMatchObject({ marketDate: '2026-11-25', closedDate: '2026-11-23' });
      },
      { universe },
    ));

  it('begins a day on the other side of its corporate actions, and indices go on without a step', () =>
    withDatabase(async ({ app }) => {
      const books = new Books(app);
      const venue = await Venue.open({ ...partsOf(app), universe });
      await venue.resume(books.settlement(app));
      const action = { exDate: '2026-11-23', announcedOn: '2026-11-20' };
      const split = { kind: 'split', oldFace: 10, newFace: 5 } as const;
      const dividend = { kind: 'dividend', perSharePaise: 500, paysOn: '2026-12-02' } as const;
      const actions = [
        { ...action, id: 'one', code: 'AAMRAI', terms: split },
        { ...action, id: 'two', code: 'KORKAI', terms: dividend },
      ];
      await app.transaction((tx) => keepActions(tx, action.exDate, actions, 0));
      const before = venue.market.instrument('AAMRAI')!.issuer!;
      while (!venue.day.isOver) await venue.step();
      const closes = new Map(
        ['AAMRAI', 'KORKAI'].map((code) => [code, venue.day.closingPrice(venue.day.shareNumber(code)!)!.price]),
      );
      await venue.step();
      const index = (await readCloses(app, '2026-11-20')).find(({ code }) => code === 'KHARA50');
      const { previousClose, bandHigh } = venue.market.quote('AAMRAI')!;
      expect(Math.abs(previousClose - closes.get('AAMRAI')! / 2)).toBeLessThanOrEqual(5); // on the tick
      expect(Math.abs(bandHigh - previousClose * 1.1)).toBeLessThan(10);
      expect(venue.market.quote('KORKAI')!.previousClose).toBe(closes.get('KORKAI'));
      expect(venue.market.instrument('AAMRAI')!.issuer!.sharesOutstanding).toBe(2 * before.sharesOutstanding);
      const moved = venue.market.quote('KHARA50')!.previousClose / index!.closePrice;
      // Half of one share's price would move it; neither a split nor a dividend does.
      expect(Math.abs(moved - 1)).toBeLessThan(0.0001);
      await venue.stop();
      const again = await Venue.open({ ...partsOf(app), universe });
      await again.resume(books.settlement(app));
      expect(again.day.market.hash()).toBe(venue.day.market.hash());
      await again.stop();
    }));

  it('refuses a data directory whose market began with another seed or in another profile', () =>
    withDatabase(async ({ app }) => {
      await Venue.open(partsOf(app));
      await expect(Venue.open(partsOf(app, { MARKET_SEED: 'another' }))).rejects.toThrow('another seed');
      await expect(Venue.open(partsOf(app, { MARKET_PROFILE: 'nse' }))).rejects.toThrow('compressed profile');
    }));

  it('goes on with a data directory that was begun on the date that is given, and with no other', () =>
    withDatabase(async ({ app }) => {
      await (await Venue.open(partsOf(app, { MARKET_START: '2026-11-23' }))).stop();
      const other = Venue.open(partsOf(app, { MARKET_START: '2026-11-24' }));
      await expect(other).rejects.toThrow('was begun on 2026-11-23, not on MARKET_START=2026-11-24');
      const again = await Venue.open(partsOf(app, { MARKET_START: '2026-11-23' }));
      expect(again.day.inputs.marketDate).toBe('2026-11-23');
      await again.stop();
    }));

  it('does not go on with a day that another version began, unless no member had an order in it', () =>
    withDatabase(async ({ app, admin }) => {
      const books = new Books(app);
      const venue = await Venue.open(partsOf(app));
      await venue.resume(books.settlement(app));
      for (let step = 0; step < 5; step += 1) await venue.step();
      await venue.stop();
      const asOfAnother = () => admin.query('test.engine', "UPDATE market.day SET engine = 'another'");
      await asOfAnother();
      const again = await Venue.open(partsOf(app));
      await again.resume(books.settlement(app));
      expect(again.day.step).toBe(again.day.inputs.firstStep); // from its beginning: its prices had no owner yet
      const command = order(books, 1);
      again.submit(command);
      await again.settled(command.seq);
      await again.stop();
      await asOfAnother();
      await expect(Venue.open(partsOf(app))).rejects.toThrow('begun by another version');
    }));

  it('lets participants hear news first: its article is asked for eight steps later, and again after a restart', () =>
    withDatabase(async ({ app }) => {
      const books = new Books(app);
      const steps = { news: new Map<string, number>(), article: new Map<string, number>() };
      let venue = await Venue.open(partsOf(app));
      const settlement: SettlementPort = {
        ...books.settlement(app),
        scheduledCommands: async (moment) => {
          if (moment.kind === 'news' || moment.kind === 'article')
            steps[moment.kind].set(`${moment.marketDate} ${moment.news.code}`, venue.day.step);
          return [];
        },
      };
      await venue.resume(settlement);
      while (venue.day.inputs.marketDay < 6) await venue.step();
      expect(steps.news.size).toBeGreaterThan(2);
      expect([...steps.article.keys()].toSorted()).toEqual([...steps.news.keys()].toSorted());
      for (const [key, step] of steps.news) expect(steps.article.get(key)).toBe(step + 8);
      while (!venue.day.news.some(({ step }) => step + 8 === venue.day.step)) await venue.step();
      await venue.stop(60_000); // however busy the machine: without its snapshot the day goes on from before
      steps.article.clear();
      venue = await Venue.open(partsOf(app));
      await venue.resume(settlement);
      expect(steps.article.size).toBeGreaterThan(0);
    }));

  it('takes the system’s own orders at the moments of the day, before members’, and once, whenever it is killed', () =>
    withDatabase(async ({ app }) => {
      const books = new Books(app);
      const asked: string[] = [];
      let orders = 0;
      const systems = new Map<string, readonly JournalledCommand[]>();
      const settlementOf = (db: Db): SettlementPort => ({
        ...books.settlement(db),
        scheduledCommands: async ({ kind, marketDate, marketTime }) => {
          if (kind === 'news' || kind === 'article') return [];
          const key = `${marketDate} ${kind}`;
          asked.push(`${key} ${marketTime.slice(11, 16)}`);
          if (kind === 'offers' || kind === 'block_window') return []; // no orders
          const known = systems.get(key);
          if (known) return known; // journalled before
          orders += 1;
          const placed = [order(books, orders, { market: true, validity: 'day' })];
          systems.set(key, placed);
          return placed;
        },
      });
      let venue = await Venue.open(partsOf(app));
      await venue.resume(settlementOf(app));
      const { plan } = venue.day.inputs;
      for (let step = 0; step <= plan.steps - plan.opensAt; step += 1) await venue.step();
      expect(venue.market.now().marketDate).toBe('2026-11-23');
      const power = breakable(app);
      venue = await Venue.open(partsOf(power.db));
      await venue.resume(settlementOf(power.db));
      while (venue.market.phase('AAMRAI') !== 'preopen_entry_1') await venue.step();
      power.kill();
      venue = await Venue.open(partsOf(app));
      await venue.resume(settlementOf(app));
      while (venue.market.phase('AAMRAI') !== 'cas_reference') await venue.step();
      await venue.stop();
      expect([...new Set(asked)]).toEqual([
        '2026-11-20 block_window 08:45', // these had passed when the first day began
        '2026-11-20 offers 09:00',
        '2026-11-20 pre_open 09:00',
        '2026-11-20 block_window 14:05',
        '2026-11-20 square_off_auctioned 14:20', // as near to 15:12 as so short a day has it
        '2026-11-20 square_off_others 15:25',
        '2026-11-20 pay_out 15:30',
        '2026-11-20 day_over 16:00',
        '2026-11-23 block_window 08:45',
        '2026-11-23 offers 09:00',
        '2026-11-23 pre_open 09:00',
        '2026-11-23 block_window 14:05',
        '2026-11-23 square_off_auctioned 14:20',
      ]);
      const places = await books.places();
      expect(places.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
      expect(places.map(({ index }) => index)).toEqual([0, 0, 0, 0, 0, 0, 0]);
      expect((await books.settled(1)).filter(({ orderId }) => orderId === 6)).toMatchObject([{ kind: 'opened' }, {}]);
    }));

  it('asks for the system’s own orders when all that came before is in the books', () =>
    withDatabase(async ({ app }) => {
      const books = new Books(app);
      const missing: number[] = [];
      const venue = await Venue.open(partsOf(app));
      await venue.resume({
        ...books.settlement(app),
        scheduledCommands: async () => {
          missing.push(books.journal.length - (await books.places()).length);
          return [];
        },
      });
      while (venue.market.phase('AAMRAI') !== 'cas_reference') {
        const command = order(books, books.journal.length + 1);
        venue.submit(command);
        await venue.step();
      }
      await venue.stop();
      expect(missing.length).toBeGreaterThan(0);
      expect(new Set(missing)).toEqual(new Set([0]));
    }));

  it('writes nothing more once another server has taken the market over', () =>
    withDatabase(async ({ app }) => {
      const books = new Books(app);
      const old = await Venue.open(partsOf(app));
      await old.resume(books.settlement(app));
      const successor = await Venue.open(partsOf(app));
      await successor.resume(books.settlement(app));
      await expect(old.save()).rejects.toThrow('another server');
      old.submit(order(books, 1, { price: 125_000 }));
      await old.over;
      await old.stop();
      await successor.stop();
      expect(await books.places()).toEqual([]);
    }));

  it('shows and publishes nothing after it stood still, until a commit says that the market is its own', () =>
    withDatabase(async ({ app }) => {
      const books = new Books(app);
      const moves: MarketMove[] = [];
      const old = await Venue.open({ ...partsOf(app), moved: (move) => moves.push(move) });
      await old.resume(books.settlement(app));
      old.run();
      await expect.poll(() => moves.length).toBeGreaterThan(2);
      const real = performance.now.bind(performance);
      let ahead = 0;
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead);
      onTestFinished(() => clock.mockRestore());
      // It is confirmed where no other server was faster, and goes on.
      ahead = 5_000;
      expect(old.standsStill).toBe(true);
      const { step } = old.day;
      await expect.poll(() => old.day.step).toBeGreaterThan(step + 1);
      expect(old.standsStill).toBe(false);
      // Another one has taken the market over meanwhile.
      const frontier = await takeOver(app);
      ahead = 10_000;
      expect(await old.over).toContain('another server');
      expect(old.standsStill).toBe(true);
      expect(moves.at(-1)!.step).toBeLessThanOrEqual(frontier!.step);
      await old.stop();
    }));

  it('begins the next day after the last note of the old one, however slow that is', () =>
    withDatabase(async ({ app }) => {
      let isSlow = false;
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      // A note is written when the database gets round to it.
      const slow: Db = {
        ...app,
        transaction: (work) =>
          app.transaction(async (tx) => {
            let late: Promise<void> | undefined;
            return work({
              ...withSeparateCommit(tx),
              query: async (name, text, params) => {
                if (text.includes('synchronous_commit') && isSlow) late = released;
                await late;
                return tx.query(name, text, params);
              },
            });
          }),
      };
      const books = new Books(app);
      const venue = await Venue.open(partsOf(slow));
      await venue.resume(books.settlement(app));
      while (!venue.day.isOver) {
        isSlow = venue.day.step === venue.day.inputs.plan.steps - 1;
        await venue.step();
      }
      const begun = venue.step();
      // Time enough for a day that waits for nothing.
      const isBegun = async () => (await app.query('t.days', 'SELECT 1 FROM market.day')).length > 1;
      for (let trip = 0; trip < 300 && !(await isBegun()); trip += 1);
      release();
      await begun;
      isSlow = false;
      await venue.step();
      await venue.stop(60_000);
      expect(venue.standsStill, 'its own note is no other server').toBe(false);
      expect(venue.market.now().marketDate).toBe('2026-11-23');
    }));

  it('stands still when only notes that wait for no standby are kept: an isolated database still takes those', () =>
    withDatabase(async ({ app }) => {
      let isIsolated = false;
      const underWay = new Set<Promise<unknown>>();
      // As a primary that has lost its standby: what waits for it hangs, and what does not is committed.
      const alone: Db = {
        ownKeys: app.ownKeys,
        query: (name, text, params) => app.query(name, text, params),
        transaction: (work) => {
          let isLight = false;
          const done = app.transaction((tx) =>
            work({
              ...withSeparateCommit(tx),
              query: (name, text, params) => {
                isLight ||= text.includes('synchronous_commit');
                return tx.query(name, text, params);
              },
            }),
          );
          underWay.add(done);
          void done.then(
            () => underWay.delete(done),
            () => underWay.delete(done),
          );
          return done.then((result) => (isLight || !isIsolated ? result : silence()));
        },
        snapshot: (work) => app.snapshot(work),
        session: (release, work) => app.session(release, work),
        close: async () => undefined,
      };
      vi.useFakeTimers({ toFake: ['performance'] });
      onTestFinished(() => void vi.useRealTimers());
      const books = new Books(app);
      const venue = await Venue.open(partsOf(alone, { MARKET_DAY_SECONDS: 900 }));
      await venue.resume(books.settlement(alone));
      const stepIn = async (ms: number) => {
        vi.advanceTimersByTime(ms);
        const { step } = venue.day;
        await venue.step();
        await Promise.all(underWay);
        await setImmediate();
        return venue.day.step - step;
      };
      // The database keeps what is committed.
      for (let time = 0; time < 10; time += 1) expect(await stepIn(1_000)).toBe(1);
      isIsolated = true;
      const made: number[] = [];
      for (let time = 0; time < 8; time += 1) made.push(await stepIn(1_000));
      expect(made.slice(-3)).toEqual([0, 0, 0]);
      expect(venue.standsStill, 'its supervisor hears of it').toBe(true);
      await venue.stop(1);
    }));

  it('stands still when stopped and goes on from the very step, whatever the length of a day is set to by then', () =>
    withDatabase(async ({ app }) => {
      const books = new Books(app);
      const venue = await Venue.open(partsOf(app));
      await venue.resume(books.settlement(app));
      for (let step = 0; step < 12; step += 1) await venue.step();
      await venue.stop();

      const again = await Venue.open(partsOf(app, { MARKET_DAY_SECONDS: 900 }));
      await again.resume(books.settlement(app));
      expect(again.day.step).toBe(venue.day.step);
      expect(again.day.market.hash()).toBe(venue.day.market.hash());
      expect(minutesOf(again.day)).toBe(minutesOf(venue.day));
      while (again.market.now().marketDate === '2026-11-20') await again.step();
      expect(again.day.inputs.plan.steps).toBe(3_600); // the next day has the new length
      await again.stop();
    }));
});

const ist = (text: string) => Date.parse(`${text}+05:30`);
const openAt = async (db: Db, clock: TestClock) => {
  const books = new Books(db);
  const venue = await Venue.open({ ...partsOf(db, { MARKET_PROFILE: 'nse' }), clock });
  await venue.resume(books.settlement(db));
  return { venue, books };
};
const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 60_000, interval: 20 });

describe('the venue in the nse profile', () => {
  it('goes with real time, leaves out what it missed, and a restart agrees with it', () =>
    withDatabase(async ({ app }) => {
      const clock = new TestClock(ist('2026-11-23T09:14:58'));
      const { venue, books } = await openAt(app, clock);
      expect(venue.market.now()).toMatchObject({
        session: 'closed',
        marketTime: '2026-11-23T09:14:58+05:30',
        at: ist('2026-11-23T09:14:58'),
        nextChangeAt: ist('2026-11-23T09:00:00'),
        speed: 1,
      });
      venue.run();
      await until(() => venue.day.step > 7_100); // of the night nothing is played
      clock.advance(4_000);
      await until(() => venue.day.market.step === 8); // two seconds of trading
      expect(venue.market.now().session).toBe('open');

      clock.advance(3_600_000); // an hour in which the server slept
      await until(() => venue.day.step === venue.day.inputs.plan.opensAt + 4 * 3_602);
      expect(venue.day.market.step).toBe(8);
      const { bandLow } = venue.market.quote('ACHALGARH')!;
      venue.submit(order(books, 1, { code: 'ACHALGARH', price: bandLow }));
      await venue.settled(1);
      clock.advance(1_000);
      await until(() => venue.day.market.step === 12);
      await venue.stop();

      const again = await openAt(app, clock);
      expect(again.venue.day.market.hash()).toBe(venue.day.market.hash());
      expect(again.venue.day.step).toBe(venue.day.step);
      expect(minutesOf(again.venue.day)).toBe(minutesOf(venue.day));

      clock.advance(9 * 3_600_000); // closes, though most of its steps were never made
      again.venue.run();
      await until(() => again.venue.day.isOver);
      expect(again.venue.market.now()).toMatchObject({
        session: 'closed',
        marketDate: '2026-11-23',
        closedDate: '2026-11-23',
        nextChangeAt: ist('2026-11-25T09:00:00'),
      });
      await expect.poll(async () => (await books.settled()).at(-1)).toMatchObject({ kind: 'expired' });
      // What was left out is part of its order log, which plays the same day again.
      await expect.poll(() => keptDay(app, '2026-11-23'), { timeout: 60_000 }).toBeDefined();
      const { head, closing } = (await keptDay(app, '2026-11-23'))!;
      const names = logNames(partsOf(app), '2026-11-23');
      const lines = (await books.settlement(app).appliedCommands(0, 0)).map(({ command, step, index }) =>
        JSON.stringify(toOrderLine(command, step, index, names)),
      );
      const replayed = replayDay([head, ...lines, JSON.stringify(closing)]);
      expect(replayed).toMatchObject({ isSame: true, commandCount: 1 });
      expect(replayed.head.leftOut.length).toBeGreaterThan(1);
      // The server slept through two trading days and a morning.
      clock.advance(ist('2026-11-27T12:00:00') - clock.now());
      await until(
        () => again.venue.market.now().marketDate === '2026-11-27' && again.venue.market.now().session === 'open',
      );
      expect(again.venue.day.market.step).toBe(0);
      await again.venue.stop();
    }));
});

type Act =
  | { readonly kind: 'step' }
  | { readonly kind: 'kill' }
  | { readonly kind: 'settle' }
  | { readonly kind: 'save' }
  | {
      readonly kind: 'place';
      readonly share: number;
      readonly side: 'buy' | 'sell';
      readonly depth: number;
      readonly quantity: number;
      readonly market: boolean;
      readonly shape: 'plain' | 'stop' | 'hidden';
    }
  | { readonly kind: 'cancel' | 'expire'; readonly which: number }
  | { readonly kind: 'modify'; readonly which: number; readonly quantity: number };
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Act>({ kind: 'step' }) },
  { weight: 2, arbitrary: fc.constant<Act>({ kind: 'kill' }) },
  { weight: 3, arbitrary: fc.constant<Act>({ kind: 'settle' }) },
  { weight: 1, arbitrary: fc.constant<Act>({ kind: 'save' }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      share: fc.nat(5),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      depth: fc.integer({ min: -20, max: 20 }),
      quantity: fc.integer({ min: 1, max: 5_000 }),
      market: fc.boolean(),
      shape: fc.constantFrom('plain' as const, 'plain' as const, 'stop' as const, 'hidden' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('cancel' as const, 'cancel' as const, 'expire' as const),
      which: fc.nat(20),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('modify' as const),
      which: fc.nat(20),
      quantity: fc.integer({ min: 1, max: 3_000 }),
    }),
  },
);

/** Lives of a venue, each another one on every run. */
const LIVES = process.env['TESTS'] === 'all' ? 12 : 5;

describe('a venue that is killed', () => {
  it('comes back as if nothing had happened: every acknowledged command once, every event once, the same market', () =>
    withDatabase(async ({ app, admin }) => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 30, maxLength: 140 }), async (acts) => {
          await admin.query(
            'test.wipe',
            'TRUNCATE market.day, market.frontier, market.snapshot, market.candle_day, market.trades, market.pace, books.place, books.event',
          );
          run += 1; // other market dates: what the log says of a day it says once
          const parts = { ...partsOf(app), clock: new TestClock(ist('2026-11-20T10:00:00') + run * 14 * 86_400_000) };
          const books = new Books(app);
          let power = breakable(app);
          const start = async () => {
            power = breakable(app);
            const opened = await Venue.open({ ...parts, db: power.db });
            await opened.resume(books.settlement(power.db));
            return opened;
          };
          let venue = await start();
          let orders = 0;
          for (const one of acts) {
            if (one.kind === 'step') {
              await venue.step();
            } else if (one.kind === 'kill') {
              power.kill();
              venue = await start();
            } else if (one.kind === 'settle') {
              await venue.settled(books.journal.length);
            } else if (one.kind === 'save') {
              if (!venue.day.closing) await venue.save();
            } else if (one.kind === 'place') {
              orders += 1;
              venue.submit(books.write(placed(venue, one, orders)));
            } else if (orders > 0) {
              const orderId = 1 + (one.which % orders);
              const price = venue.market.quote(TRADED[0]!.code)!.lastPrice;
              if (one.kind === 'cancel') venue.submit(books.write({ kind: 'cancel', orderId }));
              else if (one.kind === 'modify')
                venue.submit(books.write({ kind: 'modify', orderId, price, quantity: one.quantity }));
              else venue.submit(books.write({ kind: 'expire', orderId, reason: 'square_off' }));
            }
          }
          await venue.stop();

          const places = await books.places();
          expect(places.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(books.journal.map(({ seq }) => seq));
          // The running day played once more without a break, with its commands at their places, is the same day.
          const { day } = venue;
          const plain = new TradingDay(day.inputs, FORTY);
          for (const { seq, step } of places.filter((place) => place.marketDay === day.inputs.marketDay)) {
            while (plain.step < step) plain.advance(0);
            plain.apply(books.journal[seq - 1]!, 0);
          }
          while (plain.step < day.step) plain.advance(0);
          expect(day.market.hash()).toBe(plain.market.hash());
          expect(day.market.openOrders()).toEqual(plain.market.openOrders());
          expect(minutesOf(day)).toBe(minutesOf(plain));
          expect(day.hashes).toEqual(plain.hashes);
          expect(await books.settled(day.inputs.marketDay)).toEqual(plain.take().events);
        }),
        { numRuns: LIVES },
      );
    }));
});

const placed = (
  venue: Venue,
  { share, side, depth, quantity, market, shape }: Extract<Act, { kind: 'place' }>,
  orderId: number,
) => {
  const { code, tickPaise } = TRADED[share]!;
  const { lastPrice, bandLow, bandHigh } = venue.market.quote(code)!;
  const price = Math.max(bandLow, Math.min(bandHigh, lastPrice + depth * tickPaise));
  const validity = market && shape === 'plain' ? ('ioc' as const) : ('day' as const);
  const trigger = lastPrice + (side === 'buy' ? 3 : -3) * tickPaise;
  return {
    kind: 'place' as const,
    orderId,
    accountKey: 1 + (orderId % 3),
    code,
    side,
    price,
    quantity,
    validity,
    market: market && shape !== 'hidden',
    ...(shape === 'stop' && { triggerPrice: trigger }),
    ...(shape === 'hidden' && { disclosedQuantity: Math.ceil(quantity / 4) }),
  };
};
