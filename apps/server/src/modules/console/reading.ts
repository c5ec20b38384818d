import { DECIMALS, showDecimal } from '@khara/money';
import { readSource } from '#modules/config/index.ts';
import { offeringChoices } from '#modules/offerings/index.ts';
import { done } from '#src/kernel/result.ts';
import { cutPage, presentPage, readCursor, wholePage } from '#src/kernel/page.ts';
import * as store from './store.ts';
import type { MoneyLine } from './store.ts';
import type { ConsoleHandlersFor } from './types.ts';

const showId = (id: bigint | null): string | null => (id === null ? null : String(id));
const amountIn = (currency: keyof typeof DECIMALS, amount: bigint): string => showDecimal(amount, DECIMALS[currency]);

const presentMoneyLine = (row: MoneyLine) => ({
  orderNumber: row.id,
  memberId: row.memberId,
  currency: row.currency,
  channel: row.channel,
  amount: amountIn(row.currency, row.amount),
  at: row.at,
  requestId: showId(row.requestId ?? null),
});

const OWNERS: Readonly<Record<string, string>> = { u: 'members', p: 'platform', x: 'outside' };

/** What the back office shows. Everything is read as `khara_console`. */
export const readingHandlers = {
  consoleStaff: async ({ backOffice }) => done({ staff: [...(await store.listStaff(backOffice))] }),
  consoleIdentities: async ({ backOffice }) => {
    const rows = await store.identities(backOffice);
    return done(
      wholePage(
        rows.map((row) => ({
          id: String(row.id),
          memberId: row.memberId,
          name: row.name,
          submittedAt: row.submittedAt,
          frontPhoto: row.frontId,
          backPhoto: row.backId,
          requestId: showId(row.requestId ?? null),
        })),
      ),
    );
  },
  consoleRecharges: async ({ backOffice }) =>
    done(wholePage((await store.recharges(backOffice)).map(presentMoneyLine))),
  consoleWithdrawals: async ({ backOffice }) => {
    const rows = await store.withdrawals(backOffice);
    return done(
      wholePage(
        rows.map((row) => ({
          ...presentMoneyLine(row),
          fee: amountIn(row.currency, row.fee),
          passesAt: Number(row.decidesBy),
        })),
      ),
    );
  },
  consoleAppeals: async ({ backOffice }) => {
    const rows = await store.appeals(backOffice);
    return done(
      wholePage(
        rows.map((row) => ({
          id: row.id,
          memberId: row.memberId,
          rule: row.rule,
          points: row.points,
          text: row.text,
          at: row.submittedAt,
          upheldAt: Number(row.decidesBy),
          requestId: showId(row.requestId ?? null),
        })),
      ),
    );
  },
  consoleOfferings: async ({ backOffice }) => {
    const rows = await store.offerings(backOffice);
    return done(
      wholePage(
        rows.map((row) => ({
          id: row.id,
          kind: row.kind,
          code: row.code,
          state: row.state,
          applications: row.applications,
          closesAt: row.closesAt ?? null,
          requestId: showId(row.requestId ?? null),
        })),
      ),
    );
  },
  consoleCalendar: ({ market }) => Promise.resolve(done(offeringChoices(market))),
  consoleLedger: async ({ backOffice }) => {
    const [totals, checkpoint, checks] = await Promise.all([
      store.ledgerTotals(backOffice),
      store.checkpoint(backOffice),
      store.checks(backOffice),
    ]);
    return done({
      totals: totals.map(({ owner, accounts, ...total }) => ({
        ...total,
        owner: OWNERS[owner] ?? owner,
        accounts: Number(accounts),
      })),
      checkpoint: checkpoint ? { size: Number(checkpoint.size), note: checkpoint.note } : null,
      checks: checks.map(({ name, violations }) => ({ name, violations: Number(violations) })),
    });
  },
  consoleAudit: async ({ backOffice }, _caller, { cursor, size = 50 }) => {
    const rows = await store.audit(backOffice, readCursor(cursor), size + 1);
    return presentPage(rows, size, ({ id, actor, ...row }) => ({ ...row, id: String(id), staff: actor }));
  },
  consoleAccounts: async ({ backOffice }, _caller, { id, cursor, size = 50 }) => {
    const rows = await store.accounts(backOffice, id, readCursor(cursor), size + 1);
    const { shown, nextCursor } = cutPage(rows, size, ({ number }) => number);
    const list = shown.map(({ number: _number, ...row }) => ({ ...row, erasesAt: row.erasesAt ?? null }));
    return done({ list, nextCursor });
  },
  consoleHealth: async ({ backOffice, config, market, booksStopped }) => {
    const [waiting, stop] = await Promise.all([store.waitingCounts(backOffice), store.booksStop(backOffice)]);
    const now = market.now();
    return done({
      phase: now.phase,
      marketTime: now.marketTime,
      withdrawalsWaiting: Number(waiting.withdrawals),
      oldestWithdrawalAt: waiting.oldestWithdrawal === undefined ? null : Number(waiting.oldestWithdrawal),
      identitiesWaiting: Number(waiting.identities),
      appealsOpen: Number(waiting.appeals),
      supportUnread: Number(waiting.unread),
      unsealed: Number(waiting.unsealed),
      jobsFailed: Number(waiting.jobsFailed),
      booksStopped: booksStopped() || stop !== undefined,
      source: readSource(config),
      booksStop: stop ? { id: String(stop.id), check: stop.checkName } : null,
    });
  },
} satisfies ConsoleHandlersFor<
  | 'consoleStaff'
  | 'consoleIdentities'
  | 'consoleRecharges'
  | 'consoleWithdrawals'
  | 'consoleAppeals'
  | 'consoleOfferings'
  | 'consoleCalendar'
  | 'consoleLedger'
  | 'consoleAudit'
  | 'consoleAccounts'
  | 'consoleHealth'
>;
