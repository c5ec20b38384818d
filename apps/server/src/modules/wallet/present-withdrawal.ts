import type { Data } from '@khara/contract';
import { DECIMALS, showDecimal } from '@khara/money';
import type { Withdrawal, WithdrawalStatus } from './withdrawal-store.ts';

type WithdrawalDto = Data<'withdrawals'>['list'][number];

/** A withdrawal as the app shows it. */
export function presentWithdrawal(row: Withdrawal): WithdrawalDto {
  const show = (amount: bigint): string => showDecimal(amount, DECIMALS[row.currency]);
  const steps: readonly (readonly [WithdrawalStatus, number | undefined])[] = [
    ['in_transfer', row.at],
    ['passed', row.passedAt],
    ['paid', row.paidAt],
    [row.status === 'revoked' ? 'revoked' : 'failed', row.endedAt],
  ];
  return {
    orderNumber: row.orderNumber,
    currency: row.currency,
    channelType: row.channel,
    amount: show(row.amount),
    fee: show(row.fee + row.tax),
    net: show(netAmount(row)),
    status: row.status,
    reason: row.reason ?? null,
    to: row.shownTo,
    at: row.at,
    updatedAt: row.updatedAt,
    timeline: steps.flatMap(([status, at]) => (at === undefined ? [] : [{ status, at }])),
    revocable: row.status === 'in_transfer',
    simulated: true,
  };
}

/** What is paid out. */
export const netAmount = ({ amount, fee, tax }: Pick<Withdrawal, 'amount' | 'fee' | 'tax'>): bigint =>
  amount - fee - tax;

/** A withdrawal as it stood when its request was first answered, whatever has become of it since. */
export const asFirstAnswered = (row: Withdrawal): Withdrawal => ({
  ...row,
  status: 'in_transfer',
  reason: undefined,
  passedAt: undefined,
  paidAt: undefined,
  endedAt: undefined,
  updatedAt: row.at,
});
