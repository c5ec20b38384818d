import { rupees } from '@khara/money';
import { beforeEach, describe, expect, it } from 'vitest';
import * as ledger from '#modules/ledger/index.ts';
import { collectDebts, MAX_LOSSES_PAISE } from '#modules/wallet/index.ts';
import { verifyLosses } from '#src/verify/ledger.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { testDeps } from '#test/deps.ts';
import { takenBack } from '#test/ledger-fixtures.ts';
import { openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';

const CODE = 'AAMRAI';

describe('what the platform bears for a member', () => {
  const database = useTestDatabase({ per: 'test' });
  let trading: Trading;
  beforeEach(async () => {
    trading = await openTrading(database.app);
    await trading.stepUntil(() => trading.deps.market.phase(CODE) === 'continuous');
  });
  const date = () => trading.deps.market.now().marketDate;
  const lose = ({ userId }: Trader, amount: bigint) => takenBack(database.app, userId, amount, date());
  const findings = () => verifyLosses(database.admin, testDeps().keys);
  const isProved = async () => {
    await provesTheTrading(database.app);
    await provesTheBooks(database.app);
  };
  const owed = async ({ userId }: Trader) => (await ledger.owedBy(database.app, ledger.userOwner(userId))).INR;

  it('lets them sell and close, and buy nothing by any door, until the sale has paid it', async () => {
    const member = await trading.registered();
    await member.deposit(10_00_000_00n);
    await member.buy({ code: CODE, quantity: 20 });
    await member.buy({ code: CODE, quantity: 5, product: 'intraday' });
    const low = rupees(BigInt(trading.quote(CODE).bandLow));
    const resting = await member.buy({ code: CODE, quantity: 1, price: low });
    const before = await member.balance(101);
    await lose(member, 500_00n);

    const one = { code: CODE, quantity: 1 };
    const refusals = [
      await member.tryBuy(one),
      await member.tryBuy({ ...one, product: 'intraday' }),
      await member.tryModify({ id: resting.id, quantity: 9 }),
      await member.tryChangeProduct({ code: CODE, product: 'delivery', quantity: 1 }),
      await member.tryPlaceBasket({ id: (await member.saveBasket({ orders: [{ ...one, side: 'buy' }] })).id }),
    ];
    expect(refusals.map(({ refused }) => refused)).toEqual(Array(5).fill('debt_open'));
    expect(refusals[0]).toMatchObject({ details: { owed: 'INR 500.00' } });
    expect((await member.preview({ ...one, side: 'buy' })).warnings).toContain('debt_open');
    expect((await member.preview({ ...one, side: 'sell' })).warnings).not.toContain('debt_open');
    expect(await member.balance(101)).toBe(before);

    await member.sell({ code: CODE, quantity: 5, product: 'intraday' });
    await member.sell({ code: CODE, quantity: 20 });
    await collectDebts(trading.deps)();
    expect(await owed(member)).toBe(0n);
    expect((await member.bill())[0]).toMatchObject({ kind: 'debt_paid', businessType: 'debt_paid', amount: -500_00n });
    expect(await member.noticeKeys()).toContain('debtPaid');
    expect((await member.tryBuy(one)).refused).toBeUndefined();
    await isProved();
  });

  it('opens no intraday position on a date whose losses pass their limit, and moves all other money', async () => {
    const [member, other] = [trading.member(), trading.member()];
    await member.deposit(10_00_000_00n);
    await lose(other, MAX_LOSSES_PAISE);
    const five = { code: CODE, quantity: 5, product: 'intraday' } as const;
    await member.buy(five);
    expect(await findings()).toMatchObject([{ name: 'losses_within_limit', violations: 0 }]);

    await lose(member, 1n);
    await collectDebts(trading.deps)(); // what is paid back is no loss
    expect((await member.tryBuy(five)).refused).toBeUndefined();
    const third = trading.member();
    await lose(third, 1n);
    expect((await member.tryBuy(five)).refused).toBe('intraday_paused');
    expect((await member.trySell({ ...five, quantity: 11 })).refused).toBe('intraday_paused');
    expect((await member.preview({ ...five, side: 'buy' })).warnings).toContain('intraday_paused');
    expect(await findings()).toMatchObject([{ violations: 1, sample: `on ${date()} the platform bore ₹1000000.01` }]);

    await member.sell({ ...five, quantity: 10 });
    await member.buy({ code: CODE, quantity: 1 });
    const change = { code: CODE, product: 'intraday', quantity: 1 } as const;
    expect((await member.tryChangeProduct(change)).refused).toBe('intraday_paused');
    const today = date();
    await trading.stepUntil(() => date() > today && trading.deps.market.phase(CODE) === 'continuous');
    expect((await member.tryBuy(five)).refused).toBeUndefined();
    await isProved();
  });
});
