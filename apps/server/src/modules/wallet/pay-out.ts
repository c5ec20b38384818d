import type { Deps } from '#src/kernel/deps.ts';
import type { PayoutTarget, RailReport } from '#src/ports/payment-rail.ts';
import * as bank from './bank-store.ts';
import { refusedDebtor } from './debts.ts';
import { readNumber } from './bank-number.ts';
import { netAmount } from './present-withdrawal.ts';
import {
  decideEffect,
  payWithdrawal,
  refusedByRail,
  refusePayout,
  returnWithdrawal,
  pushToDevices,
  type StepDeps,
} from './withdrawal-steps.ts';
import * as store from './withdrawal-store.ts';
import type { Withdrawal } from './withdrawal-store.ts';

type PayOutDeps = StepDeps & Pick<Deps, 'db' | 'pushes' | 'log'>;

/**
 * Asks the rail to pay an approved withdrawal. It knows it by its order number: asking twice is asking once. That of a
 * member who owes by now is not paid.
 */
export async function payOut(deps: PayOutDeps & Pick<Deps, 'rail' | 'keys'>, orderNumber: string): Promise<void> {
  const row = await deps.db.transaction((tx) => store.lockWithdrawal(tx, orderNumber));
  if (row?.status !== 'passed') return;
  if ((await refusedDebtor(deps.db, row.memberId)) && (await deps.rail.cancel(orderNumber))) {
    const notices = await deps.db.transaction(async (tx) => {
      const locked = await store.lockWithdrawal(tx, orderNumber);
      return locked?.status === 'passed' ? await refusePayout(tx, deps, locked, 'debt_open') : [];
    });
    return pushToDevices(deps, row, notices);
  }
  await deps.rail.create({
    orderNumber,
    direction: 'out',
    currency: row.currency,
    channel: row.channel,
    amount: netAmount(row),
    askedAmount: row.amount,
    to: await readTarget(deps, row),
  });
}

async function readTarget(deps: Pick<Deps, 'db' | 'keys'>, row: Withdrawal): Promise<PayoutTarget> {
  const { network, address } = row.shownTo;
  if (network && address) return { network, address };
  const account = row.bankAccountId === undefined ? undefined : await bank.accountById(deps.db, row.bankAccountId);
  if (!account) throw new Error(`Withdrawal ${row.orderNumber} goes nowhere`);
  return { accountNumber: readNumber(deps, account), ifsc: account.ifsc, holderName: account.holderName };
}

/**
 * Takes a rail's report of a payout. Safe to run any number of times, and in any order: a withdrawal is paid
 * once and comes back once.
 */
export async function receivePayoutReport(
  deps: PayOutDeps,
  report: Extract<RailReport, { direction: 'out' }>,
): Promise<void> {
  const at = deps.clock.now();
  const { id, orderNumber, outcome, reason } = report;
  const settled = await deps.db.transaction(async (tx) => {
    const row = await store.lockWithdrawal(tx, orderNumber);
    // It is tried again: taken for what cannot be, the report would count for nothing once the row is put right.
    if (!row && (await store.isThere(tx, orderNumber))) throw new Error(`Withdrawal ${orderNumber} is not as recorded`);
    const effect = row ? decideEffect(row, report) : 'impossible';
    const isNew = await store.insertPayoutReport(tx, { id, orderNumber, outcome, reason, effect, at });
    if (!isNew) return undefined;
    if (effect === 'impossible')
      deps.log.error({ orderNumber, outcome, status: row?.status }, 'a rail reports what cannot be');
    if (!row || effect === 'none' || effect === 'impossible') return undefined;
    const notices =
      effect === 'paid'
        ? await payWithdrawal(tx, deps, row)
        : effect === 'returned'
          ? await returnWithdrawal(tx, deps, row, reason)
          : await refusedByRail(tx, deps, row, report);
    return { row, notices, effect };
  });
  if (!settled) return;
  deps.log.info({ orderNumber, outcome, effect: settled.effect }, 'rail report');
  await pushToDevices(deps, settled.row, settled.notices);
}
