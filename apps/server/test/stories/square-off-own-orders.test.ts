import type { JournalledCommand } from '@khara/market-day';
import { rupees } from '@khara/money';
import { beforeEach, describe, expect, it } from 'vitest';
import { squareOffRest } from '#modules/day/index.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trader, type Trading, unlimitPositions } from '#test/trading.ts';

const CODE = 'HARIDRA';
const CRORE = 1_00_00_000_00n;

const short = async ({ positions }: Trader) =>
  (await positions()).find(({ code, product }) => code === CODE && product === 'intraday');

describe('an order of the system that closes a position', () => {
  const database = useTestDatabase({ per: 'test' });
  let trading: Trading;
  const now = () => trading.deps.market.now().marketTime.slice(11, 16);
  beforeEach(async () => {
    trading = await openTrading(database.app, { codes: [CODE], daySeconds: '300', start: Date.UTC(2026, 7, 24, 4) });
    unlimitPositions(trading);
    await trading.stepUntil(() => trading.deps.market.phase(CODE) === 'continuous' && now() >= '15:08');
  });

  it('is not kept away by an order of the member against it: that one ends first', async () => {
    const [member, other] = [trading.member(), trading.member()];
    for (const one of [member, other]) await one.deposit(100n * CRORE);
    await member.buy({ ...trading.atAnyPrice(CODE, 'buy'), quantity: 500 });
    const met = { code: CODE, quantity: 8_000, price: rupees(BigInt(trading.quote(CODE).lastPrice + 100)) };
    await member.trySell({ ...met, product: 'intraday' });
    await other.tryBuy({ ...met, product: 'delivery' });
    for (const { id } of await member.orders({ state: 'open' })) await member.tryCancel(id);
    expect((await short(member))?.quantity).toBeGreaterThan(5_000);
    const near = Math.ceil((trading.quote(CODE).lastPrice * 1.002) / 50) * 50;
    const own = await member.sell({ code: CODE, quantity: 500, price: rupees(BigInt(near)), product: 'delivery' });
    const far = rupees(BigInt(trading.quote(CODE).bandLow));
    const unmet = await member.buy({ code: CODE, quantity: 1, price: far, product: 'delivery' });

    await trading.stepUntil(() => now() >= '15:13');
    // How much of the book a step gives back differs with what was journalled by then.
    while ((await short(member)) && trading.deps.market.now().session !== 'closed') {
      await squareOffRest(trading.deps);
      await trading.venue.step();
    }
    expect(await short(member)).toBeUndefined();
    expect(await member.detail(own.id)).toMatchObject({ state: 'expired', reason: 'self_trade' });
    expect(await member.detail(unmet.id)).toMatchObject({ state: 'open' });
    await provesTheTrading(database.app);
    await provesTheBooks(database.app);
  });

  it('comes again where an order of the member rested between its commit and the exchange', async () => {
    const member = trading.member();
    await member.deposit(100n * CRORE);
    await member.buy({ ...trading.atAnyPrice(CODE, 'buy'), quantity: 2_000, product: 'intraday' });
    const far = rupees(BigInt(trading.quote(CODE).bandLow));
    await member.buy({ code: CODE, quantity: 1, price: far, product: 'intraday' });
    await trading.stepUntil(() => now() >= '15:12');
    const late: JournalledCommand[] = [];
    const submit = (command: JournalledCommand) => void late.push(command);
    const { venue } = trading;
    const between = { ...trading.deps, venue: Object.assign(Object.create(venue), { submit }) as typeof venue };
    while (late.length === 0) {
      await trading.venue.step();
      await squareOffRest(between);
    }
    const [bid] = trading.deps.market.depth(CODE, 1)!.bids;
    const own = await member.buy({ code: CODE, quantity: 1, price: rupees(BigInt(bid![0])), product: 'delivery' });
    expect(own.state).toBe('open');
    for (const command of late) venue.submit(command);
    await venue.settled(late.at(-1)!.seq);
    const closing = (await member.orders()).find(({ bySystem }) => bySystem);
    expect(closing).toMatchObject({ state: 'cancelled', reason: 'self_trade' });
    while ((await short(member)) && trading.deps.market.now().session !== 'closed') {
      await squareOffRest(trading.deps);
      await venue.step();
    }
    expect(await short(member)).toBeUndefined();
    expect(await member.detail(own.id)).toMatchObject({ state: 'expired', reason: 'self_trade' });
    await provesTheTrading(database.app);
  });
});
