import { max, min, rupees } from '@khara/money';
import * as ledger from '#modules/ledger/index.ts';
import { unpaidOf } from '#modules/offerings/index.ts';
import { saleMoneyKept, totalsOf } from '#modules/orders/index.ts';
import { frozen, fundsOf, rateOn, selectedCurrency, presentWallets, worthPaise } from '#modules/wallet/index.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done } from '#src/kernel/result.ts';
import { billPage } from './bill.ts';

export const handlers = {
  totalCapital: async (deps, { member }) => {
    const [funds, shares, selected, unpaid] = await Promise.all([
      fundsOf(deps.db, member.userId),
      totalsOf(deps, member.userId),
      selectedCurrency(deps.db, member.userId),
      unpaidOf(deps.db, member.userId),
    ]);
    const rate = rateOn(deps.keys, deps.market.now().marketDate);
    const worth = worthPaise(funds, rate);
    return done({
      totalAssets: rupees(worth.INR + worth.USDT + shares.holdingsValuePaise),
      availableAssets: rupees(worth.available),
      frozenAmount: rupees(worth.frozen),
      // What placements still ask for: a promise, not money.
      unpaidAmount: rupees(unpaid),
      holdingsValue: rupees(shares.holdingsValuePaise),
      todayProfit: rupees(shares.todayProfitPaise),
      totalProfit: rupees(shares.profitPaise),
      wallets: presentWallets(funds, { selected, rate }),
    });
  },
  rupeeWallet: async ({ db, market }, { member }) => {
    const { marketDate, marketTime } = market.now();
    const [{ INR: funds }, proceeds, unpaid, kept] = await Promise.all([
      fundsOf(db, member.userId),
      ledger.saleProceeds(db, ledger.userOwner(member.userId), marketTime),
      unpaidOf(db, member.userId),
      saleMoneyKept(db, member.userId, marketDate),
    ]);
    // What today's sales brought can buy at once, and leave tomorrow; as far as it has not been spent.
    const unsettled = max(0n, min(proceeds, funds.available));
    return done({
      available: rupees(funds.available),
      frozen: {
        orders: rupees(funds.orders),
        subscriptions: rupees(funds.subscriptions),
        withdrawals: rupees(funds.withdrawals),
        margin: rupees(funds.margin),
        total: rupees(frozen(funds)),
      },
      unpaid: rupees(unpaid),
      availableTomorrow: { amount: rupees(max(0n, min(kept.paise, funds.available))), from: kept.usableOn },
      withdrawable: rupees(funds.available - unsettled),
      heldBack: unsettled === 0n ? [] : [{ reason: 'unsettled_sales', amount: rupees(unsettled) }],
    });
  },
  bill: async (deps, { member, language }, body) =>
    done(await billPage(deps, { userId: member.userId, language }, body)),
} satisfies HandlersFor<'totalCapital' | 'rupeeWallet' | 'bill'>;
