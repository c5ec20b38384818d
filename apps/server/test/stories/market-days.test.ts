import { SIGNS } from '#test/deps.ts';
import { rupees } from '@khara/money';
import { describe, expect, it } from 'vitest';
import { squareOffRest } from '#modules/day/index.ts';
import { openPool } from '#src/adapters/postgres.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';

/*
 * Market days with many accounts that trade at random: every shape of order, both products, changes and
 * cancels, and orders of the evening. After each day the books are proved. MARKET_DAYS=full runs ten days
 * with 300 accounts (five minutes); otherwise three days with a few.
 */
const FULL = process.env['MARKET_DAYS'] === 'full';
const DAYS = FULL ? 10 : 3;
const ACCOUNTS = FULL ? 300 : 12;
/** Actions of members between two steps. */
const CONCURRENCY = FULL ? 12 : 3;
const DAY_SECONDS = FULL ? '40' : '12';
/** The 26th is a settlement holiday: the market is open, nothing settles. */
const START = FULL ? Date.UTC(2026, 7, 20, 4) : Date.UTC(2026, 7, 25, 4);
const SETTLES: Readonly<Record<string, string>> = {
  '2026-08-20': '2026-08-21',
  '2026-08-21': '2026-08-24',
  '2026-08-24': '2026-08-25',
  '2026-08-25': '2026-08-27',
  '2026-08-26': '2026-08-27',
  '2026-08-27': '2026-08-28',
  '2026-08-28': '2026-08-31',
  '2026-08-31': '2026-09-01',
  '2026-09-01': '2026-09-02',
  '2026-09-02': '2026-09-03',
};
const DEPOSIT = 5_00_000_00n;

describe('market days with many accounts', () => {
  const database = useTestDatabase({ provesBooks: !FULL }); // each day is proved, with more patience

  it(
    `keep the books right through ${DAYS} days`,
    async () => {
      const trading = await openTrading(database.app, { daySeconds: DAY_SECONDS, start: START, seed: 'market days' });
      const random = seeded(2026);
      const members = Array.from({ length: ACCOUNTS }, () => trading.member());
      for (const member of members) await member.deposit(DEPOSIT);
      const answers = new Map<string, number>();
      const count = (answer: string) => answers.set(answer, (answers.get(answer) ?? 0) + 1);

      for (let day = 0; day < DAYS; day += 1) {
        const { marketDate } = trading.deps.market.now();
        const dayNo = trading.venue.day.inputs.marketDay;
        while (trading.venue.day.inputs.marketDay === dayNo) {
          await Promise.all(
            Array.from({ length: CONCURRENCY }, async () => count(await act(trading, pick(random, members), random))),
          );
          // What the server's job does.
          await squareOffRest(trading.deps);
          await trading.venue.step();
          if (trading.venue.day.isOver) {
            await everythingSettled(trading);
            await proveDay(trading, members, marketDate);
            if (FULL) console.log(`${marketDate} is proved`);
          }
        }
        await nothingIsOverdue(trading);
      }
      if (FULL)
        console.log(`${DAYS} days proved`, Object.fromEntries([...answers].sort(([a], [b]) => a.localeCompare(b))));
      expect(answers.get('done') ?? 0).toBeGreaterThan(ACCOUNTS);
    },
    FULL ? 3_600_000 : 120_000,
  );

  async function everythingSettled(trading: Trading): Promise<void> {
    await expect
      .poll(
        async () => {
          const [row] = await database.admin.query<{ open: bigint }>(
            't.open',
            `SELECT count(*) AS open FROM trading.command WHERE applied_step IS NULL`,
          );
          await trading.venue.save();
          return row?.open;
        },
        { timeout: 60_000, interval: 20 },
      )
      .toBe(0n);
  }

  /** At the end of a day: the checks of ledger and orders, and what they must add up to when counted another way. */
  async function proveDay(trading: Trading, members: readonly Trader[], marketDate: string): Promise<void> {
    // Ten days are more than a statement of the server may take.
    const patience = { statement_timeout: 600_000, query_timeout: 600_000, idle_in_transaction_session_timeout: 0 };
    const patient = openPool({ ...database.connection('khara_app'), ...patience, max: 1, ...SIGNS });
    try {
      await provesTheBooks(patient);
      await patient.transaction(provesTheTrading);
    } finally {
      await patient.close();
    }

    // Shares: what fills brought is what members hold, but for purchases that were paid out in money as they were not
    // delivered, and what the market is short of, instrument by instrument.
    const shares = await database.admin.query<{ asset: string; net: bigint; held: bigint; cleared: bigint }>(
      't.shares',
      `SELECT f.asset, (sum(CASE f.side WHEN 'buy' THEN f.quantity ELSE -f.quantity END)
           - coalesce((SELECT sum(s.closed_out) FROM trading.short_delivery s WHERE s.asset = f.asset), 0))::bigint AS net,
         coalesce((SELECT sum(a.balance) FROM ledger.account a WHERE a.asset = f.asset AND a.owner LIKE 'u:%'), 0)::bigint AS held,
         coalesce((SELECT -sum(p.amount) FROM ledger.posting p WHERE p.asset = f.asset AND p.code IN (210, 311)), 0)::bigint AS cleared
       FROM trading.fill f WHERE f.product = 'delivery' GROUP BY f.asset`,
    );
    for (const { asset, net, held, cleared } of shares) {
      expect([asset, held]).toEqual([asset, cleared]);
      if (!(await hadAction(asset))) expect([asset, held]).toEqual([asset, net]);
    }

    // Cash: what came in is what members have, what the market took or gave, and what was charged or absorbed.
    const [cash] = await database.admin.query<{ users: bigint; others: bigint }>(
      't.cash',
      `SELECT coalesce(sum(p.amount) FILTER (WHERE p.owner LIKE 'u:%'), 0)::bigint AS users,
         coalesce(-sum(p.amount) FILTER (WHERE p.owner NOT LIKE 'u:%' AND p.code <> 301), 0)::bigint AS others
       FROM ledger.posting p WHERE p.asset = 'INR'`,
    );
    expect(cash!.users - cash!.others).toBe(DEPOSIT * BigInt(members.length));

    // The day left nothing open but what waits for the next pre-open, and no intraday position that could
    // have been closed.
    const open = await database.admin.query(
      't.left',
      `SELECT id, state FROM trading."order" WHERE trading.is_open_state(state) AND NOT after_market`,
    );
    expect(open).toEqual([]);
    const [frozen] = await database.admin.query<{ needed: bigint; frozen: bigint }>(
      't.frozen',
      `SELECT coalesce((SELECT sum(frozen_paise) FROM trading."order" WHERE state = 'pending'), 0)::bigint AS needed,
         coalesce((SELECT sum(balance) FROM ledger.account WHERE code = 102), 0)::bigint AS frozen`,
    );
    expect(frozen!.frozen).toBe(frozen!.needed);

    // T+1: what was bought on a day settles on the day that NSE's calendar says, over weekend and settlement holiday.
    const dues = await database.admin.query<{ boughtOn: string; settlesOn: string }>(
      't.dues',
      `SELECT DISTINCT f.market_date::text AS bought_on, d.settles_on::text AS settles_on FROM trading.fill f
       JOIN trading.settlement_due d ON d.user_id = f.user_id AND d.asset = f.asset AND d.settles_on > f.market_date
       WHERE f.market_date = $1 AND f.product = 'delivery' AND f.side = 'buy'`,
      [marketDate],
    );
    for (const due of dues) expect(due).toEqual({ boughtOn: marketDate, settlesOn: SETTLES[marketDate] });
  }

  /**
   * When a day has begun: all that was due before it is free, unless an order for the pre-open keeps it for a
   * sale, or it was not delivered and comes later; nothing settled before its day.
   */
  async function nothingIsOverdue(trading: Trading): Promise<void> {
    const { marketDate } = trading.deps.market.now();
    const overdue = await database.admin.query(
      't.overdue',
      `SELECT d.* FROM trading.settlement_due d
       WHERE (d.settles_on < $1 AND d.sold + d.settled < d.bought
           AND NOT EXISTS (SELECT FROM trading."order" o WHERE o.user_id = d.user_id AND o.asset = d.asset AND o.frozen_unsettled > 0)
           AND NOT EXISTS (SELECT FROM trading.short_delivery s WHERE s.user_id = d.user_id AND s.asset = d.asset
             AND s.settles_on = d.settles_on AND s.arrives_on >= $1))
          OR (d.settles_on > $1 AND d.settled > 0)`,
      [marketDate],
    );
    expect(overdue).toEqual([]);
  }

  /** Whether a company changed or gave shares itself: then fills alone do not say how many there are. */
  const hadAction = async (asset: string): Promise<boolean> =>
    (
      await database.admin.query(
        't.credits',
        `SELECT 1 AS one FROM ledger.posting p WHERE p.asset = $1 AND p.code = 311 LIMIT 1`,
        [asset],
      )
    ).length > 0;
});

/** One act of a member: mostly orders near the market, sometimes changes, cancels and what must be refused. */
async function act(trading: Trading, member: Trader, random: () => number): Promise<string> {
  const { market } = trading.deps;
  const code = pick(random, trading.codes);
  const { tick } = market.instrument(code)!;
  const { lastPrice } = market.quote(code)!;
  const near = (ticks: number): bigint => BigInt(Math.max(1, Math.round(lastPrice / tick) + ticks) * tick);
  const apart = Math.floor(random() * 40) - 20;
  const chance = random();
  const side = random() < 0.55 ? 'buy' : 'sell';
  const product = random() < 0.4 ? 'intraday' : 'delivery';
  const quantity = 1 + Math.floor(random() * 30);
  if (chance < 0.14) {
    const open = (await member.orders({ state: 'open', size: 5 })).at(0);
    if (!open) return 'nothing open';
    if (chance < 0.06) return what(await member.tryCancel(open.id));
    const change = random() < 0.5 ? { quantity: open.filledQuantity + quantity } : { price: near(apart) };
    return what(await member.tryModify({ id: open.id, ...change }));
  }
  const order = { code, quantity, product } as const;
  const place = side === 'buy' ? member.tryBuy : member.trySell;
  if (chance < 0.45) return what(await place(order));
  if (chance < 0.8) return what(await place({ ...order, price: rupees(near(apart)) }));
  if (chance < 0.86) return what(await place({ ...order, price: rupees(near(apart)), validity: 'ioc' }));
  if (chance < 0.9)
    return what(await place({ ...order, quantity: 30, disclosedQuantity: 3, price: rupees(near(apart)) }));
  const ticks = 1 + Math.floor(random() * 10);
  const ahead = side === 'buy' ? ticks : -ticks;
  const triggerPrice = near(ahead);
  if (chance < 0.95) return what(await place({ ...order, type: 'sl_m', triggerPrice }));
  return what(await place({ ...order, type: 'sl', triggerPrice, price: rupees(near(2 * ahead)) }));
}

const what = (result: { readonly refused?: string | undefined }): string => result.refused ?? 'done';
const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

/** Numbers in [0, 1) that look random and are the same on every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
