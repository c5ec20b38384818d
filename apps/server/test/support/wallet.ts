import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { noticeHandlers } from './notice-handlers.ts';
import { quickPasswords } from './quick-passwords.ts';
import { sandboxRail } from '#src/adapters/sandbox-rail.ts';
import { buildApp } from '#src/app.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { hearRail, createJobHandlers } from '#src/jobs/index.ts';
import { createSessions, handlers as accounts } from '#modules/accounts/index.ts';
import { handlers as credit } from '#modules/credit/index.ts';
import { openApplications } from '#modules/offerings/index.ts';
import { restingOrders } from '#modules/placing/index.ts';
import { handlers as statement } from '#modules/statement/index.ts';
import { handlers as wallet } from '#modules/wallet/index.ts';
import { newMember, type Client } from './client.ts';
import type { TestDatabase } from './database.ts';
import { BANK_KEY, seededRandom, TestClock, testDeps } from './deps.ts';
import { testJobs } from './jobs.ts';
import { withPushes } from './pushes.ts';

export const OWN_PASSWORD = '918273';
export const HOLDER = 'Asha Rao';

async function recharge(own: Client, amount: string, more: { currency?: 'INR' | 'USDT'; channelType?: string } = {}) {
  const asked = { currency: 'INR' as const, channelType: 'UPI', ...more, amount, requestId: randomUUID() };
  return own.get('submitRecharge', asked);
}

/** Everything that money in and out goes through, under a clock that stands still until it is moved. */
export type WalletWorld = Awaited<ReturnType<typeof openWallet>>;

export async function openWallet(
  database: TestDatabase,
  {
    decides,
    environment = {},
  }: { decides?: 'sandbox' | 'people'; environment?: Readonly<Record<string, string>> } = {},
) {
  const clock = new TestClock();
  const random = seededRandom(randomUUID());
  const parts = testDeps({}, { TRUSTED_PROXIES: '127.0.0.1', ...environment });
  const jobs = testJobs(clock);
  const market = { marketDate: '2026-11-23', marketTime: '10:00:00' };
  /** What went out over whose sockets: owner, type and, of a wallet, its currency. */
  const pushed: (readonly [userId: string, type: string, currency?: string])[] = [];
  const deps: Deps = withPushes(
    {
      ...parts,
      db: database.app,
      clock,
      random,
      jobs,
      rail: sandboxRail({ db: database.app, clock, key: BANK_KEY, ...(decides && { decides }) }),
      moneyHolders: [restingOrders, openApplications],
      sessions: createSessions({ db: database.app, clock }),
      passwords: quickPasswords({ ...parts, random }),
      market: {
        now: () => ({ ...market, marketTime: `${market.marketDate}T${market.marketTime}+05:30` }),
      } as Deps['market'], // all that the wallet asks of it
    },
    (userId, message) =>
      pushed.push(message.type === 'wallet' ? [userId, message.type, message.data.currency] : [userId, message.type]),
  );
  const app: FastifyInstance = await buildApp(deps, {
    ...accounts,
    ...noticeHandlers,
    ...wallet,
    ...statement,
    ...credit,
  });
  const handlers = createJobHandlers(deps);

  /** What the rail has to tell and what jobs have to do by now, until there is nothing more. */
  async function settle(): Promise<void> {
    do await jobs.runDue(handlers);
    while ((await hearRail(deps)) > 0);
    await jobs.runDue(handlers);
  }
  /** Time passes in steps of a second, so that nothing that follows from something waits for the end. */
  async function pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      clock.advance(1000);
      await settle();
    }
  }
  const certify = (userId: string, name = HOLDER) =>
    database.admin.query(
      'test.certify',
      `UPDATE accounts.member SET kyc_status = 'certified', kyc_name = $2 WHERE id = $1`,
      [userId, name],
    );
  return {
    app,
    deps,
    clock,
    jobs,
    market,
    handlers,
    settle,
    pass,
    certify,
    recharge,
    pushed,
    /**
     * A member who may withdraw: certified, with money, a transaction password of their own and a bank
     * account in their name.
     */
    async newPayee({ money = '1000.00', channelType = 'NEFT' } = {}) {
      const member = await newMember(app);
      const { client: own, userId } = member;
      await certify(userId);
      await own.get('setTransactionPassword', { oldPassword: member.transactionPassword, newPassword: OWN_PASSWORD });
      const account = await own.get('saveBankAccount', {
        channelType,
        accountNumber: '000123456789',
        holderName: HOLDER,
        ifsc: 'KHAR0000001',
      });
      if (money !== '0.00') {
        await recharge(own, money);
        await pass(3);
        clock.advance(deps.rail.takesBackWithinMs); // no bank takes it back any more: it may leave
      }
      return { ...member, own, account };
    },
    /** What the wallet says of each payment is what the ledger has of it. */
    async close() {
      await app.close();
      const broken = await database.app.query(
        'test.wallet',
        'SELECT name, sample FROM wallet.check_all() WHERE violations <> 0',
      );
      expect(broken).toEqual([]);
    },
  };
}
