import type { Data } from '@khara/contract';
import { DECIMALS, rupees, showDecimal } from '@khara/money';
import * as ledger from '#modules/ledger/index.ts';
import type { Queryable } from '../../db.ts';

/** Money of one currency: what can be spent, and what is frozen by cause, in minor units. */
export type Funds = {
  readonly available: bigint;
  readonly orders: bigint;
  readonly subscriptions: bigint;
  readonly withdrawals: bigint;
  readonly margin: bigint;
};

export const frozen = (funds: Funds): bigint => funds.orders + funds.subscriptions + funds.withdrawals + funds.margin;

/** What a member has of each currency, as the ledger says. */
export async function fundsOf(db: Queryable, userId: string): Promise<{ readonly INR: Funds; readonly USDT: Funds }> {
  const balances = await ledger.balancesOf(db, ledger.userOwner(userId));
  const of = (currency: 'INR' | 'USDT'): Funds => {
    const amount = (code: ledger.Code): bigint =>
      balances.find((balance) => balance.asset === currency && balance.code === code)?.amount ?? 0n;
    return {
      available: amount(ledger.CODES.available),
      orders: amount(ledger.CODES.frozenForOrders),
      subscriptions: amount(ledger.CODES.frozenForSubscriptions),
      withdrawals: amount(ledger.CODES.frozenForWithdrawals),
      margin: amount(ledger.CODES.frozenAsMargin),
    };
  };
  return { INR: of('INR'), USDT: of('USDT') };
}

type Wallet = Data<'wallets'>[number];

/** The wallets as the app shows them. Only rupees can be held yet, so that a USDT has no rate to be valued at and none to be valued. */
export function shownWallets(funds: { readonly INR: Funds; readonly USDT: Funds }): Wallet[] {
  if (funds.USDT.available + frozen(funds.USDT) !== 0n) throw new Error('USDT is held, and there is no rate for it');
  return (['INR', 'USDT'] as const).map((currency) => ({
    currency,
    available: showDecimal(funds[currency].available, DECIMALS[currency]),
    frozen: showDecimal(frozen(funds[currency]), DECIMALS[currency]),
    value: rupees(currency === 'INR' ? funds.INR.available + frozen(funds.INR) : 0n),
    selected: currency === 'INR',
  }));
}
