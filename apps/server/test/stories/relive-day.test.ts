import { playShare, readShareDay } from '@khara/market-day';
import { rupees } from '@khara/money';
import { expect, it } from 'vitest';
import { logNames } from '#src/security/log-names.ts';
import { dayLog } from '#modules/orders/journal/order-log.ts';
import { useTestDatabase } from '#test/database.ts';
import { openTrading, type Trader } from '#test/trading.ts';

const database = useTestDatabase();

const CODES = ['AAMRAI', 'ACHALGARH', 'ALANKRITI'];
const ORDERS = 1_000;

/** Whole numbers below a limit, the same on every run. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

it('a closed day played again, share by share, gives 1,000 random orders the fills that the ledger has', async () => {
  const trading = await openTrading(database.app, { daySeconds: '60', seed: 'relived', codes: CODES });
  const { venue, deps } = trading;
  const first = venue.day.inputs.marketDate;
  await trading.stepUntil(() => deps.market.now().marketDate !== first); // the first day has no pre-open
  const date = deps.market.now().marketDate;
  const members: Trader[] = [];
  for (let n = 0; n < 12; n += 1) {
    const member = trading.member();
    await member.deposit(5_00_00_000_00n);
    members.push(member);
  }
  const below = numbers(20_261_123);
  const one = <T>(of: readonly T[]): T => of[below(of.length)]!;
  const standing: { readonly member: Trader; readonly id: string }[] = [];
  let placed = 0;
  while (placed < ORDERS && deps.market.now().marketDate === date) {
    for (let n = 0; n < 8 && placed < ORDERS; n += 1) {
      const member = one(members);
      const code = one(CODES);
      const { lastPrice, bandLow, bandHigh } = trading.quote(code);
      const { tick } = deps.market.instrument(code)!;
      const away = (below(40) - 20) * tick;
      const price = rupees(BigInt(Math.min(bandHigh, Math.max(bandLow, lastPrice + away))));
      const terms = { code, quantity: 1 + below(300), ...(below(3) > 0 && { price }) };
      const answer = await (below(3) === 0 ? member.trySell(terms) : member.tryBuy(terms));
      if (answer.refused === undefined) {
        placed += 1;
        standing.push({ member, id: answer.value.id });
      }
      if (below(9) === 0 && standing.length > 0) {
        const { member: owner, id } = one(standing);
        await owner.tryCancel(id);
      }
    }
    await venue.step();
  }
  expect(placed).toBe(ORDERS);
  await trading.stepUntil(() => deps.market.now().marketDate !== date);

  const rows = await database.app.query<{ orderId: bigint; pricePaise: bigint; quantity: number }>(
    'test.fills',
    'SELECT order_id, price_paise, quantity FROM trading.fill WHERE market_date = $1 ORDER BY trade_no, order_id',
    [date],
  );
  const orders = await database.app.query<{ id: bigint; code: string }>(
    'test.orders',
    'SELECT id, code FROM trading."order" WHERE market_date = $1',
    [date],
  );
  const relived = new Map<string, string[]>();
  for (const code of CODES) {
    const answer = await dayLog(deps, { marketDate: date, code });
    if (answer.refused !== undefined) throw new Error(answer.refused);
    const read = readShareDay(Buffer.from(answer.value.bytes).toString('utf8').split('\n'), code);
    if ('refused' in read) throw new Error(read.refused);
    const played = playShare(read);
    if ('refused' in played) throw new Error(played.refused);
    for (const event of played.events) {
      if (event.kind !== 'filled') continue;
      const of = String(event.orderId);
      relived.set(of, [...(relived.get(of) ?? []), `${event.quantity} at ${event.price}`]);
    }
  }
  const stored = new Map<string, string[]>();
  for (const { orderId: order_id, pricePaise: price_paise, quantity } of rows)
    stored.set(String(order_id), [...(stored.get(String(order_id)) ?? []), `${quantity} at ${price_paise}`]);
  const names = logNames(deps.keys, date);
  const same = orders.filter(({ id }) => {
    const [was, now] = [stored.get(String(id)), relived.get(String(names.order(Number(id))))];
    return JSON.stringify(was) === JSON.stringify(now);
  });
  expect(orders).toHaveLength(ORDERS);
  expect(stored.size).toBeGreaterThan(ORDERS / 3);
  expect(same).toHaveLength(ORDERS);
}, 240_000);
