import { createEnvOf, type Action } from '@khara/bench/of-universe';
import { replayDay } from '@khara/market-day';
import { beforeAll, describe, expect, it } from 'vitest';
import * as ledger from '#modules/ledger/index.ts';
import { orderLog } from '#modules/orders/journal/order-log.ts';
import { usableMoney } from '#modules/portfolio/index.ts';
import { useTestDatabase } from '#test/database.ts';
import { openTrading, type Trading } from '#test/trading.ts';

const CODE = 'AAMRAI';
const OTHER = 'ACHALGARH';
const CASH = 50_00_000_00;
const SEED = 'a bench';

/** What a member does at a step of trading, in the words of both; quantities that meet several levels of the book. */
type Deed = { readonly at: number; readonly order: Extract<Action, { code: string }> };
const order = (more: Partial<Deed['order']>): Deed['order'] => ({
  code: CODE,
  side: 'buy',
  quantity: 10,
  type: 'market',
  product: 'delivery',
  ...more,
});
const DEEDS: readonly (readonly Deed[])[] = [
  [
    { at: 3, order: order({ quantity: 900 }) },
    { at: 3, order: order({ code: OTHER, quantity: 5_000, product: 'intraday' }) },
    { at: 9, order: order({ side: 'sell', quantity: 350 }) },
    { at: 20, order: order({ code: OTHER, side: 'sell', quantity: 7_500, product: 'intraday' }) },
    { at: 21, order: order({ side: 'sell', quantity: 40 }) },
  ],
  [
    { at: 5, order: order({ side: 'sell', quantity: 500 }) },
    { at: 6, order: order({ code: OTHER, quantity: 3_000 }) },
    { at: 30, order: order({ code: OTHER, side: 'sell', quantity: 1_000 }) },
  ],
];

type Trader = ReturnType<Trading['member']>;
type Fill = Readonly<Record<'side' | 'product' | 'code', string>> & {
  readonly quantity: number;
  readonly price: number;
  readonly charges: number;
};
/** What two days came to: each trade of the market, each fill of the member, and its money after each day. */
type Played = {
  readonly tape: readonly (readonly number[])[];
  readonly fills: readonly Fill[];
  readonly cash: readonly number[];
  readonly usable: readonly number[];
  readonly margins: readonly number[];
};

/** Two days of the product: its exchange, its server and its database. */
async function playProduct(trading: Trading, member: Trader): Promise<Played> {
  const { deps, venue } = trading;
  const [cash, usable, margins, lines]: [number[], number[], number[], string[][]] = [[], [], [], []];
  const balance = async () => {
    const all = await ledger.readBalances(deps.db, ledger.userOwner(member.userId));
    return Number(all.find(({ asset, code }) => asset === 'INR' && code === ledger.CODES.available)?.amount ?? 0n);
  };
  for (const deeds of DEEDS) {
    const { marketDate } = deps.market.now();
    await trading.stepUntil(() => deps.market.now().session === 'open');
    const opened = venue.day.step;
    for (const { at, order: terms } of deeds) {
      await trading.stepUntil(() => venue.day.step === opened + at);
      await (terms.side === 'buy' ? member.buy(terms as never) : member.sell(terms as never));
    }
    await venue.step();
    const { usablePaise } = await usableMoney(deps.db, member.userId, marketDate);
    usable.push(Number(usablePaise));
    margins.push(...[CODE, OTHER].map((code) => deps.market.margin(code)!.rateBps));
    await trading.stepUntil(() => deps.market.now().marketDate !== marketDate);
    cash.push(await balance());
    const log = await orderLog(deps, { marketDate });
    if (log.refused !== undefined) throw new Error(log.refused);
    lines.push(Buffer.from(log.value.bytes).toString('utf8').split('\n'));
  }
  const fills = await deps.db.query<Fill>(
    'test.fills',
    `SELECT side, product, code, quantity, price_paise::int AS price,
       (brokerage_paise + stt_paise + exchange_paise + sebi_paise + stamp_paise + gst_paise + dp_paise)::int AS charges
     FROM trading.fill WHERE user_id = $1 ORDER BY market_day, trade_no`,
    [member.userId],
  );
  const tape = lines.flatMap((of, day) =>
    replayDay(of).trades.map(({ share, step, price, quantity }) => [day, share, step, price, quantity]),
  );
  return { tape, fills, cash, usable, margins };
}

/** The same two days of the bench: the same universe, seed and deeds. */
function playBench({ universe, deps }: Trading, start: string): Played {
  const codes = universe.issuers.filter(({ suspended }) => !suspended).map(({ code }) => code);
  const numbers = new Map(universe.issuers.map(({ code }, number) => [code, number]));
  const env = createEnvOf(universe, {
    shares: codes,
    days: 2,
    seed: SEED,
    start,
    cash: CASH,
    daySeconds: 60,
    from: 'opening',
  });
  const tape: (readonly number[])[] = [];
  const fills: Fill[] = [];
  const [cash, usable, margins]: [number[], number[], number[]] = [[], [], []];
  let seen = env.reset().observation;
  const step = (actions: readonly Action[] = []): boolean => {
    const day = seen.clock.day;
    const outcome = env.step(actions);
    expect(outcome.info.refusals).toEqual([]);
    const before = outcome.observation.clock.day === day ? day : day + 1;
    for (const code of codes)
      for (const [at, price, quantity] of outcome.observation.tape[code]!)
        tape.push([before, numbers.get(code)!, at, price, quantity]);
    for (const { side, product, code, quantity, price, charges } of outcome.observation.own.fills)
      fills.push({ side, product, code, quantity, price, charges: charges.total });
    seen = outcome.observation;
    return outcome.truncated;
  };
  for (const deeds of DEEDS) {
    const day = cash.length;
    while (seen.clock.day !== day || seen.clock.phase !== 'continuous') step();
    const opened = seen.clock.step;
    margins.push(...[CODE, OTHER].map((code) => seen.quote[code]!.marginBps));
    for (const at of new Set(deeds.map((deed) => deed.at))) {
      while (seen.clock.step < opened + at) step();
      step(deeds.filter((deed) => deed.at === at).map((deed) => deed.order));
    }
    usable.push(seen.own.usable);
    while (seen.clock.time !== '16:00:00') step();
    cash.push(seen.own.cash);
  }
  expect(deps.market.now().marketDate > start).toBe(true);
  return { tape, fills, cash, usable, margins };
}

const ordered = (tape: Played['tape']) => tape.map((trade) => JSON.stringify(trade)).toSorted();

describe('two days of one member', () => {
  const database = useTestDatabase();
  let product: Played;
  let bench: Played;

  beforeAll(async () => {
    const trading = await openTrading(database.app, { seed: SEED, daySeconds: '60' });
    const start = trading.deps.market.now().marketDate;
    const member = trading.member();
    await member.deposit(BigInt(CASH));
    product = await playProduct(trading, member);
    bench = playBench(trading, start);
  });

  it('have the same trades in the product and in the bench, to the byte', () => {
    expect(product.tape.length).toBeGreaterThan(1_000);
    expect(ordered(bench.tape)).toEqual(ordered(product.tape));
  });

  it('have the same fills with the same charges, by what was squared off too', () => {
    expect(bench.fills).toEqual(product.fills);
    expect(product.fills.length).toBeGreaterThan(8);
  });

  it('leave the same money after each contract note, and the same of it to use before', () => {
    expect(bench.cash).toEqual(product.cash);
    expect(bench.usable).toEqual(product.usable);
    expect(bench.margins).toEqual(product.margins);
  });
});
