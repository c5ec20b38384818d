import type { Data } from '@khara/contract';
import { DECIMALS, rupees, showDecimal } from '@khara/money';
import * as ledger from '#modules/ledger/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { inPaise, type Rate } from './conversion-rate.ts';

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
export async function readFunds(db: Queryable, userId: string): Promise<{ readonly INR: Funds; readonly USDT: Funds }> {
  const balances = await ledger.readBalances(db, ledger.userOwner(userId));
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

/**
 * Whether the rupees that are still available are as many as sales brought that have not settled: those
 * cannot leave, neither out nor into USDT.
 */
export async function leavesSaleMoney(db: Queryable, userId: string, marketTime: string): Promise<boolean> {
  const { available } = (await readFunds(db, userId)).INR;
  return (await ledger.saleProceeds(db, ledger.userOwner(userId), marketTime)) <= available;
}

type Wallet = Data<'wallets'>[number];

/** What a wallet's money is worth in paise: USDT at the middle rate of the market date. */
export function worthPaise(
  funds: { readonly INR: Funds; readonly USDT: Funds },
  { middlePaise }: Pick<Rate, 'middlePaise'>,
) {
  const total = (currency: 'INR' | 'USDT'): bigint => funds[currency].available + frozen(funds[currency]);
  const usdt = (amount: bigint): bigint => inPaise(amount, middlePaise);
  return {
    INR: total('INR'),
    USDT: usdt(total('USDT')),
    available: funds.INR.available + usdt(funds.USDT.available),
    frozen: frozen(funds.INR) + usdt(total('USDT')) - usdt(funds.USDT.available),
  };
}

/** The wallets as the app shows them, the chosen one first. */
export function presentWallets(
  funds: { readonly INR: Funds; readonly USDT: Funds },
  { selected, rate, owed }: { readonly selected: 'INR' | 'USDT'; readonly rate: Rate; readonly owed: ledger.Owed },
): Wallet[] {
  const worth = worthPaise(funds, rate);
  const currencies = selected === 'INR' ? (['INR', 'USDT'] as const) : (['USDT', 'INR'] as const);
  return currencies.map((currency) => ({
    currency,
    available: showDecimal(funds[currency].available, DECIMALS[currency]),
    frozen: showDecimal(frozen(funds[currency]), DECIMALS[currency]),
    ...(owed[currency] > 0n && { owed: showDecimal(owed[currency], DECIMALS[currency]) }),
    value: rupees(worth[currency]),
    selected: currency === selected,
  }));
}
