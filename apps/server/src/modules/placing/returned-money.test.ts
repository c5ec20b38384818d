import { randomUUID } from 'node:crypto';
import { calls } from '@khara/contract';
import { rupees } from '@khara/money';
import { beforeEach, describe, expect, it } from 'vitest';
import { sandboxRail } from '#src/adapters/sandbox-rail.ts';
import { hearRail, createJobHandlers } from '#src/jobs/index.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import * as ledger from '#modules/ledger/index.ts';
import { openApplications } from '#modules/offerings/index.ts';
import { collectDebts, handlers as wallet } from '#modules/wallet/index.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { BANK_KEY, type TestClock } from '#test/deps.ts';
import { testJobs } from '#test/jobs.ts';
import { openOfferings } from '#test/offerings-market.ts';
import { openTrading, provesTheTrading, valueOf, type Trading } from '#test/trading.ts';
import { restingOrders } from './resting-order-store.ts';

const CODE = 'AAMRAI';
const ISSUE = 'IPO-NABHODEEP-0';
/** The sandbox's bank takes money back within this time, in ms. */
const TAKES_BACK_MS = 25_000;

/** The bank of the sandbox beside a market: recharges that it credits, and takes back. */
function openBank(parts: Deps) {
  const clock = parts.clock as TestClock;
  const jobs = testJobs(clock);
  const rail = sandboxRail({ db: parts.db, clock, key: BANK_KEY });
  const deps: Deps = { ...parts, rail, jobs, moneyHolders: [restingOrders, openApplications] };
  const handlers = createJobHandlers(deps);
  async function pass(ms: number): Promise<void> {
    clock.advance(ms);
    do await jobs.runDue(handlers);
    while ((await hearRail(deps)) > 0);
    await jobs.runDue(handlers);
  }
  return {
    deps,
    pass,
    async recharge(caller: MemberCaller, amount: string): Promise<void> {
      const asked = { currency: 'INR', channelType: 'UPI', amount, requestId: randomUUID() };
      valueOf(await wallet.submitRecharge(deps, caller, calls.submitRecharge.body.parse(asked)));
      await pass(5_000);
    },
    collect: collectDebts(deps),
  };
}

describe('money that a bank takes back while it is frozen', () => {
  const database = useTestDatabase({ per: 'test' });
  const owed = async (userId: string) => (await ledger.owedBy(database.app, ledger.userOwner(userId))).INR;

  describe('for orders', () => {
    let trading: Trading;
    let bank: ReturnType<typeof openBank>;
    beforeEach(async () => {
      trading = await openTrading(database.app);
      bank = openBank(trading.deps);
      await trading.stepUntil(() => trading.deps.market.phase(CODE) === 'continuous');
    });
    const low = () => rupees(BigInt(trading.quote(CODE).bandLow));

    it('buys nothing: the newest orders end, and what was held pays the bank; older money stays where it is', async () => {
      const member = await trading.registered();
      const price = low();
      const asked = { code: CODE, price, quantity: 5 };
      await bank.recharge(member.caller, `${Math.ceil(Number(price) * 5.2)}.00`);
      const own = await member.buy(asked);
      await bank.recharge(member.caller, `${Math.ceil(Number(price) * 5.2)}.23`);
      const [first, second] = [
        await member.buy({ ...asked, quantity: 2 }),
        await member.buy({ ...asked, quantity: 3 }),
      ];
      const intraday = await member.buy({ ...asked, quantity: 1, product: 'intraday' });
      await bank.pass(TAKES_BACK_MS);
      await trading.venue.step(); // the market takes them out, and it is settled soon

      for (const { id } of [first, second, intraday])
        await expect.poll(() => member.detail(id)).toMatchObject({ state: 'expired', reason: 'money_returned' });
      expect(await member.detail(own.id)).toMatchObject({ state: 'open' });
      expect(await member.noticeKeys()).toEqual(expect.arrayContaining(['rechargeReversed', 'orderUnpaid']));
      await bank.collect();
      expect(await owed(member.userId)).toBe(0n);
      await provesTheTrading(database.app);
      await provesTheBooks(database.app);
    });

    it('buys nothing at the next pre-open', async () => {
      const member = await trading.registered();
      await trading.stepUntil(() => trading.deps.market.phase(CODE) === 'closed');
      const price = low();
      await bank.recharge(member.caller, `${Math.ceil(Number(price) * 5.2)}.23`);
      const { id } = await member.buy({ code: CODE, price, quantity: 5 });
      await bank.pass(TAKES_BACK_MS);
      expect(await member.detail(id)).toMatchObject({ state: 'cancelled', reason: 'money_returned' });
      expect(await member.noticeKeys()).toContain('orderUnpaid');
      await bank.collect();
      expect([await owed(member.userId), await member.balance(102)]).toEqual([0n, 0n]);
      await provesTheTrading(database.app);
      await provesTheBooks(database.app);
    });

    it('ends nothing where other money is free', async () => {
      const member = await trading.registered();
      const price = low();
      await bank.recharge(member.caller, `${Math.ceil(Number(price) * 5.2)}.23`);
      const { id } = await member.buy({ code: CODE, price, quantity: 5 });
      await member.deposit(BigInt(Math.ceil(Number(price) * 5.2) * 100 + 23));
      await bank.pass(TAKES_BACK_MS);
      expect(await member.detail(id)).toMatchObject({ state: 'open' });
      expect(await owed(member.userId)).toBe(0n);
    });
  });

  describe('for an application', () => {
    it('is not drawn with: the application is taken back while its list is open, and is owed after that', async () => {
      const offerings = openOfferings(database.app, { seeds: ['NABHODEEP', 'ROHIDA'], demand: 300 });
      const bank = openBank(offerings.deps);
      await offerings.run();
      await offerings.goTo('2026-11-20T10:00');
      const member = await offerings.member(0n);
      await bank.recharge(member.caller, '14756.23');
      await bank.recharge(member.caller, '14756.00');
      const { id } = valueOf(await member.subscribe({ id: ISSUE, lots: 1 }));
      await bank.pass(TAKES_BACK_MS);
      const stateOf = async (of: string) => (await member.applications()).find((one) => one.id === of)?.state;
      expect(await stateOf(id)).toBe('subscribed'); // what was free covered it
      expect(await owed(member.userId)).toBe(0n);

      const other = await offerings.member(0n);
      await bank.recharge(other.caller, '14756.23');
      const applied = valueOf(await other.subscribe({ id: ISSUE, lots: 1 }));
      await bank.pass(TAKES_BACK_MS);
      expect((await other.applications())[0]).toMatchObject({
        id: applied.id,
        state: 'cancelled',
        frozenAmount: '0.00',
      });
      expect(await owed(other.userId)).toBe(0n);
      const notices = await database.app.query<{ key: string }>(
        'test.notices_of',
        'SELECT key FROM notices.notice WHERE member_id = $1 ORDER BY id',
        [other.userId],
      );
      expect(notices.map(({ key }) => key)).toContain('applicationUnpaid');

      const late = await offerings.member(0n);
      await bank.recharge(late.caller, '14756.23');
      valueOf(await late.subscribe({ id: ISSUE, lots: 1 }));
      await offerings.goTo('2026-11-20T11:12');
      await bank.pass(TAKES_BACK_MS);
      expect(await owed(late.userId)).toBeGreaterThan(0n);
      await provesTheBooks(database.app);
    });
  });
});
