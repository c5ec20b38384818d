import { randomUUID } from 'node:crypto';
import { toRealInstant, runDrawJob, type DrawJob, type MarketStamp } from '@khara/offerings';
import { blockWindowAt, clock as at } from '@khara/rules';
import type { Body } from '@khara/contract';
import { readUniverse } from '@khara/universe/node';
import { newPosition } from '@khara/broker';
import { takePositionNumbers, writePositions } from '#modules/orders/index.ts';
import type { Db } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import type { EntropySource, OfferingSources } from '#src/ports/draws.ts';
import { beginBlockWindow, journalOffers } from '#modules/offerings/offering-commands.ts';
import { handlers, advanceOfferings } from '#modules/offerings/index.ts';
import { seededRandom, TestClock, testDeps } from './deps.ts';
import { granted, insertAccount, recharge } from './ledger-fixtures.ts';
import { withPushes } from './pushes.ts';

const NO_ENTROPY: EntropySource = {
  choose: () => Promise.resolve({ kind: 'none', chain: '', round: 0 }),
  valueOf: () => Promise.resolve({ value: new Uint8Array(32) }),
};

/** The offerings market on a real database, with a market clock that is moved by hand and prices that stand still. */
export function openOfferings(
  db: Db,
  options: {
    readonly entropy?: EntropySource;
    readonly seeds?: readonly string[];
    readonly random?: string;
    readonly demand?: number;
  } = {},
) {
  const universe = readUniverse();
  const clock = new TestClock();
  const speed = 29;
  let stamp: MarketStamp = '2026-11-20T09:15';
  const prices = new Map(universe.issuers.map((issuer) => [issuer.code, issuer.referencePricePaise]));
  /** Codes of shares that cannot be traded now. */
  const suspended = new Set<string>();
  const marketTime = () => `${stamp}:00+05:30`;
  const timeMs = () => at(Number(stamp.slice(11, 13)), Number(stamp.slice(14, 16)));
  const pushed: { readonly userId: string; readonly type: string; readonly data: unknown }[] = [];
  // Only what the module asks for; anything else would throw.
  const market = {
    now: () => ({
      profile: 'compressed',
      marketTime: marketTime(),
      marketDate: stamp.slice(0, 10),
      speed,
      blockWindow: blockWindowAt({ day: stamp.slice(0, 10), timeMs: timeMs() }),
    }),
    instruments: () =>
      universe.issuers.map((issuer) => ({
        code: issuer.code,
        kind: 'share',
        issuer,
        asset: `EQ:${issuer.isin}`,
        tick: issuer.tickPaise,
        tradable: !issuer.suspended && !suspended.has(issuer.code),
      })),
    instrument: (code: string) => market.instruments().find((one) => one.code === code),
    quote: (code: string) =>
      prices.has(code) ? { code, lastPrice: prices.get(code)!, previousClose: prices.get(code)! } : undefined,
    margin: () => undefined,
    blockReference: (code: string) => prices.get(code),
  };
  const offerings: OfferingSources = {
    seeds: universe.offerings
      .filter(({ code }) => options.seeds === undefined || options.seeds.includes(code))
      // Fewer simulated applicants than the market has, where a test needs only that there are too many.
      .map((seed) => ({ ...seed, expectedOversubscription: options.demand ?? seed.expectedOversubscription })),
    entropy: options.entropy ?? NO_ENTROPY,
    draws: { run: (job) => Promise.resolve(runDrawJob(job as DrawJob)) },
    publishedLists: new Map(),
  };
  const deps: Deps = withPushes(
    testDeps({
      db,
      clock,
      random: seededRandom(options.random),
      market: market as unknown as Deps['market'], // see above
      offerings,
    }),
    (userId, message) => pushed.push({ userId, type: message.type, data: 'data' in message ? message.data : null }),
  );

  return {
    deps,
    pushed,
    prices,
    suspended,
    run: () => advanceOfferings(deps),
    /** Real time goes by, and the market clock stands. */
    wait: (ms: number): void => clock.advance(ms),
    /** Moves the market clock to a stamp, and real time with it. */
    moveTo(next: MarketStamp): void {
      clock.advance(toRealInstant({ profile: 'compressed', marketTime: marketTime(), realMs: 0, speed }, next));
      stamp = next;
    },
    /** What offers of the day draw in its morning, as the venue asks for it. */
    morning: () =>
      journalOffers(deps, { kind: 'offers', marketDay: 0, marketDate: stamp.slice(0, 10), marketTime: marketTime() }),
    /** The block window that begins now, as the venue tells of it. */
    blockWindow: (asked: MarketStamp = stamp) =>
      beginBlockWindow(deps, {
        kind: 'block_window',
        marketDay: 0,
        marketDate: stamp.slice(0, 10),
        marketTime: `${asked}:00+05:30`,
      }),
    /** The same as moveTo, and does what is due then. */
    async goTo(next: MarketStamp): Promise<void> {
      this.moveTo(next);
      await this.morning();
      await advanceOfferings(deps);
    },
    async member(paise = 100_000_000n) {
      const userId = `m-${randomUUID().slice(0, 12)}`;
      await insertAccount(db, userId);
      if (paise > 0n) await recharge(db, userId, paise);
      return newApplicant(deps, userId);
    },
  };
}

/** A member with the transaction password remembered, and the calls of the offerings market. */
export function newApplicant(deps: Deps, userId: string) {
  const caller: MemberCaller = {
    member: {
      userId,
      accountKey: 1,
      sessionId: userId,
      tokenHash: '',
      deviceOnly: false,
      transactionPasswordUntil: Number.MAX_SAFE_INTEGER,
    },
    language: 'en',
    address: '127.0.0.1',
    device: undefined,
    userAgent: 'test',
    cacheBuster: undefined,
  };
  type Subscription = Omit<Body<'subscribe'>, 'requestId'> & { readonly requestId?: string };
  return {
    userId,
    caller,
    subscribe: ({ requestId = randomUUID(), ...body }: Subscription) =>
      handlers.subscribe(deps, caller, { ...body, requestId }),
    revise: (id: string, lots: number, requestId: string = randomUUID()) =>
      handlers.reviseSubscription(deps, caller, { id, lots, requestId }),
    cancel: (id: string) => handlers.cancelSubscription(deps, caller, { id }),
    sign: (id: string) => handlers.signSubscription(deps, caller, { id }),
    enterKey: (id: string, accessKey: string) => handlers.checkAccessKey(deps, caller, { id, accessKey }),
    proof: (id: string) => handlers.drawProof(deps, caller, { id }),
    async offering(id: string) {
      const kinds = await Promise.all([
        handlers.newStocks(deps, caller, { id }),
        handlers.blockTrades(deps, caller, { id }),
      ]);
      const [stocks, blocks] = kinds;
      const found = [
        ...(stocks.refused === undefined ? stocks.value.list : []),
        ...(blocks.refused === undefined && blocks.value.scope === 'offers' ? blocks.value.list : []),
      ][0];
      if (!found) throw new Error(`there is no ${id}`);
      return found;
    },
    async applications() {
      const answers = await Promise.all([
        handlers.subscriptions(deps, caller, {}),
        handlers.blockTrades(deps, caller, { scope: 'records' }),
      ]);
      const [stocks, blocks] = answers;
      return [
        ...(stocks.refused === undefined ? stocks.value.list : []),
        ...(blocks.refused === undefined && blocks.value.scope === 'records' ? blocks.value.list : []),
      ];
    },
  };
}

/** A member's sale of a market date that brought this much, in paise, for shares that had not arrived. */
export const sellUnarrived = (db: Db, userId: string, marketDate: string, soldPaise: bigint): Promise<void> =>
  db.transaction(async (tx) => {
    const [id] = await takePositionNumbers(tx, 1);
    const share = { id: id!, userId, asset: 'EQ:INE000000000', code: 'AAMRAI', product: 'delivery' } as const;
    const sale = {
      side: 'sell',
      quantity: 70,
      valuePaise: soldPaise,
      charges: { total: 0n },
      at: 0,
      marketDate,
    } as const;
    const sold = { soldQuantity: 70, soldPaise, daySoldQuantity: 70, daySoldPaise: soldPaise, daySoldUnsettled: 70 };
    await writePositions(tx, [{ ...newPosition(share, sale), shortFirst: false, quantity: 0, costPaise: 0n, ...sold }]);
  });

/** One lottery, the same whenever it is held: over-subscribed by simulated applicants, with fixed ids and requests. */
export const LOTTERY = { seeds: ['NABHODEEP'], demand: 300, random: 'the same chance' };
const LOTTERY_ID = 'IPO-NABHODEEP-0';
export const LOTTERY_OPENS = '2026-11-20T10:00';
/** Closed, drawn, signed by the end of the window, listed. */
export const LOTTERY_STAMPS = ['2026-11-20T11:13', '2026-11-20T12:00', '2026-11-23T15:30', '2026-11-25T09:00'] as const;
const MEMBERS = 24;

/** Opens it and has all traders apply. */
export async function beginLottery(db: Db, offerings: ReturnType<typeof openOfferings>): Promise<void> {
  await offerings.run();
  await offerings.goTo(LOTTERY_OPENS);
  for (let index = 0; index < MEMBERS; index += 1) {
    // The id and the request decide about the commitment.
    const member = newApplicant(offerings.deps, `member-${String(index).padStart(4, '0')}`);
    await recharge(db, member.userId, 100_000_000n);
    await granted(
      Promise.resolve(member.subscribe({ id: LOTTERY_ID, lots: 1 + (index % 13), requestId: `request-${index}` })),
    );
  }
}
