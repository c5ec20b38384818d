import { DECIMALS, showDecimal } from '@khara/money';
import { addCreditEvent, cureCredit } from '#modules/credit/index.ts';
import * as ledger from '#modules/ledger/index.ts';
import { toChanges, notify, type NoticeKey, type SentNotice } from '#modules/notices/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { RailReport } from '#src/ports/payment-rail.ts';
import { moneyParam } from '#src/kernel/format-message.ts';
import { netAmount } from './present-withdrawal.ts';
import * as store from './withdrawal-store.ts';
import type { Decider, WithdrawalReason, Withdrawal } from './withdrawal-store.ts';

/*
 * The steps of a withdrawal after it was asked for, each in the caller's transaction with its row locked:
 * approved or declined, paid, come back. Each answers the notices to announce after the commit.
 */

export type StepDeps = Pick<Deps, 'clock' | 'random' | 'jobs' | 'market'>;
type Notices = readonly SentNotice[];

/** in_transfer → passed; the payout is on its way. */
export async function approveWithdrawal(tx: Tx, deps: StepDeps, row: Withdrawal, by: Decider): Promise<Notices> {
  const orderNumber = row.orderNumber;
  await store.stepWithdrawal(tx, orderNumber, { status: 'passed', decidedBy: by, at: deps.clock.now() });
  await deps.jobs.send(tx, 'withdrawal_payout', { orderNumber });
  return [await notifyOfWithdrawal(tx, deps, row, 'withdrawalPassed')];
}

/** in_transfer → failed: people have declined it, and the money is free again at once. */
export async function declineWithdrawal(tx: Tx, deps: StepDeps, row: Withdrawal, by: Decider): Promise<Notices> {
  await releaseMoney(tx, deps, row);
  await store.stepWithdrawal(tx, row.orderNumber, {
    status: 'failed',
    reason: 'declined',
    decidedBy: by,
    at: deps.clock.now(),
  });
  return [await notifyOfWithdrawal(tx, deps, row, 'withdrawalFailed')];
}

/** 104 → 101. */
export async function releaseMoney(
  tx: Tx,
  { market }: Pick<Deps, 'market'>,
  row: Withdrawal,
  actor = 'system',
): Promise<void> {
  const released = await ledger.releaseHold(tx, {
    kind: 'withdraw_release',
    ref: row.orderNumber,
    hold: row.orderNumber,
    actor,
    marketDate: market.now().marketDate,
  });
  if (released.refused !== undefined || !released.value) throw new Error(`Withdrawal ${row.orderNumber} has no hold`);
}

/** What a report means for a withdrawal in its present state. */
export function decideEffect(
  row: Withdrawal,
  { outcome, currency, amount }: Extract<RailReport, { direction: 'out' }>,
): store.PayoutEffect {
  const { status, reason } = row;
  if (currency !== row.currency || amount !== netAmount(row)) return 'impossible';
  const hasCome = status === 'failed' && reason !== 'declined';
  if (outcome === 'paid') {
    if (status === 'passed') return 'paid';
    // Twice, or after the news that it came back.
    return status === 'paid' || hasCome ? 'none' : 'impossible';
  }
  // A payout that comes back before it was reported as paid was never paid, as far as the books know.
  if (status === 'passed') return 'released';
  if (status === 'paid') return outcome === 'returned' ? 'returned' : 'impossible';
  return hasCome ? 'none' : 'impossible';
}

/** What left by the rail, and what the platform kept of it: of a payment with sign 1, of its return with sign −1. */
const payoutLines = (row: Withdrawal, sign: 1n | -1n) =>
  [
    ledger.move(ledger.railOut(row.currency), sign * netAmount(row)),
    ledger.move(ledger.platformIn(row.currency, ledger.CODES.brokerage), sign * row.fee),
    ledger.move(ledger.platformIn(row.currency, ledger.CODES.taxesAndCharges), sign * row.tax),
  ].filter((line) => line.amount !== 0n);

/** The rail's event, by which the ledger lets the entry in. */
const addRailEvent = (
  tx: Tx,
  marketDate: string,
  row: Withdrawal,
  event: { readonly id: string; readonly purpose: 'withdraw_paid' | 'withdraw_return' },
): Promise<void> =>
  ledger.addSources(tx, marketDate, [
    {
      type: 'rail_event',
      ...event,
      owner: ledger.userOwner(row.memberId),
      asset: row.currency,
      amount: netAmount(row),
    },
  ]);

/** passed → paid: 104 → 302, the fee to 201 and its tax to 202. */
export async function payWithdrawal(tx: Tx, deps: StepDeps, row: Withdrawal): Promise<Notices> {
  const { orderNumber, memberId: userId, amount } = row;
  const { marketDate } = deps.market.now();
  await addRailEvent(tx, marketDate, row, { id: orderNumber, purpose: 'withdraw_paid' });
  const captured = await ledger.captureHold(tx, {
    kind: 'withdraw_paid',
    ref: orderNumber,
    hold: orderNumber,
    actor: 'system',
    marketDate,
    captured: amount,
    released: 0n,
    lines: payoutLines(row, 1n),
  });
  if (captured.refused !== undefined) throw new Error(`The payout of ${orderNumber} was refused: ${captured.refused}`);
  await store.stepWithdrawal(tx, orderNumber, { status: 'paid', at: deps.clock.now() });
  const cured = await cureCredit(tx, deps, { userId, rule: 'payout_returned' });
  return [await notifyOfWithdrawal(tx, deps, row, 'withdrawalPaid'), cured];
}

/** paid → failed: the rail brings it back, 302 → 101, with the fee and its tax: what did not arrive costs nothing. */
export async function returnWithdrawal(
  tx: Tx,
  deps: StepDeps,
  row: Withdrawal,
  reason: string | undefined,
): Promise<Notices> {
  const { orderNumber, memberId: userId, currency, amount } = row;
  const { marketDate } = deps.market.now();
  const ref = returnRef(orderNumber);
  await addRailEvent(tx, marketDate, row, { id: ref, purpose: 'withdraw_return' });
  const posted = await ledger.post(tx, {
    kind: 'withdraw_return',
    ref,
    actor: 'system',
    marketDate,
    lines: [...payoutLines(row, -1n), ledger.move(ledger.available(userId, currency), amount)],
  });
  if (posted.refused !== undefined) throw new Error(`The return of ${orderNumber} was refused: ${posted.refused}`);
  return [await comeBack(tx, deps, row, reason), await notifyOfWithdrawal(tx, deps, row, 'withdrawalReturned')];
}

/** passed → failed: it came back before it was paid. */
export async function refusedByRail(
  tx: Tx,
  deps: StepDeps,
  row: Withdrawal,
  { outcome, reason }: Extract<RailReport, { direction: 'out' }>,
): Promise<Notices> {
  if (outcome !== 'returned') return refusePayout(tx, deps, row, 'rail_refused');
  await releaseMoney(tx, deps, row);
  return [await comeBack(tx, deps, row, reason), await notifyOfWithdrawal(tx, deps, row, 'withdrawalFailed')];
}

/** passed → failed: it is not paid, and the money is free again. */
export async function refusePayout(
  tx: Tx,
  deps: StepDeps,
  row: Withdrawal,
  reason: 'rail_refused' | 'debt_open',
): Promise<Notices> {
  await releaseMoney(tx, deps, row);
  await store.stepWithdrawal(tx, row.orderNumber, { status: 'failed', reason, at: deps.clock.now() });
  return [await notifyOfWithdrawal(tx, deps, row, 'withdrawalFailed')];
}

/** Why it came back is what the credit score has a rule for. */
async function comeBack(tx: Tx, deps: StepDeps, row: Withdrawal, why: string | undefined): Promise<SentNotice> {
  const reason: WithdrawalReason & ('name_mismatch' | 'payout_returned') =
    why === 'name_mismatch' ? 'name_mismatch' : 'payout_returned';
  const { orderNumber, memberId: userId } = row;
  await store.stepWithdrawal(tx, orderNumber, { status: 'failed', reason, at: deps.clock.now() });
  const facts = { money: moneyText(row), orderNumber };
  return addCreditEvent(tx, deps, { userId, rule: reason, about: orderNumber, facts });
}

const moneyText = ({ currency, amount }: Pick<Withdrawal, 'currency' | 'amount'>): string =>
  moneyParam(currency, showDecimal(amount, DECIMALS[currency]));

/** Tells a withdrawal's owner what became of it. */
export const notifyOfWithdrawal = (
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  row: Pick<Withdrawal, 'memberId' | 'orderNumber' | 'currency' | 'amount'>,
  key: NoticeKey,
): Promise<SentNotice> =>
  notify(tx, {
    userId: row.memberId,
    category: 'transaction',
    key,
    params: { money: moneyText(row), orderNumber: row.orderNumber },
    link: '/pages/wallet/withdrawal/records',
    about: `withdrawal:${row.orderNumber}:${key}`,
    at: clock.now(),
  });

/** After the commit: tells a member's devices of notices, and that the wallet has changed. */
export const pushToDevices = (
  { pushes }: Pick<Deps, 'pushes'>,
  { memberId: userId, currency }: Pick<Withdrawal, 'memberId' | 'currency'>,
  notices: Notices,
): void => pushes.changed([...toChanges(notices), { userId, kind: 'wallet', currency }]);

/** What comes back is an event of its own beside what was paid. */
const RETURN = ':return';
export const returnRef = (orderNumber: string): string => `${orderNumber}${RETURN}`;
/** The order number in a ledger reference of this module. */
export const readOrderNumber = (ref: string): string => (ref.endsWith(RETURN) ? ref.slice(0, -RETURN.length) : ref);
