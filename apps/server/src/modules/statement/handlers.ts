import { max, min, rupees } from '@khara/money';
import * as ledger from '#modules/ledger/index.ts';
import { readUnpaid } from '#modules/offerings/index.ts';
import { saleMoneyKept, readTotals } from '#modules/portfolio/index.ts';
import {
  frozen,
  readFunds,
  sumMoves,
  owedPaise,
  putIn,
  rateOn,
  selectedCurrency,
  presentWallets,
  worthPaise,
} from '#modules/wallet/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done } from '#src/kernel/result.ts';
import { billPage } from './bill.ts';

/** All that a member has and owes now, as the capital page sums it. Paise. */
export async function readCapital(deps: Pick<Deps, 'db' | 'keys' | 'market'>, userId: string) {
  const owner = ledger.userOwner(userId);
  const { marketDate } = deps.market.now();
  const [funds, shares, sums, allotments, owed] = await Promise.all([
    readFunds(deps.db, userId),
    readTotals(deps, userId),
    ledger.moveSums(deps.db, owner),
    ledger.allotted(deps.db, owner),
    ledger.owedBy(deps.db, owner),
  ]);
  const rate = rateOn(deps.keys, marketDate);
  const worth = worthPaise(funds, rate);
  // Allotted shares are there at what they cost until they are credited.
  const holdings = shares.holdingsValuePaise + ledger.onTheWay(allotments, marketDate);
  const total = worth.INR + worth.USDT + holdings - owedPaise(deps.keys, owed, marketDate);
  const moves = sumMoves(deps.keys, sums);
  return { funds, shares, sums, owed, rate, worth, holdings, total, moves, putIn: putIn(moves) };
}

export const handlers = {
  totalCapital: async (deps, { member }) => {
    const { marketDate } = deps.market.now();
    const [capital, selected, unpaid] = await Promise.all([
      readCapital(deps, member.userId),
      selectedCurrency(deps.db, member.userId),
      readUnpaid(deps.db, member.userId),
    ]);
    const { funds, shares, sums, owed, rate, worth, holdings, total, moves } = capital;
    const today = sumMoves(
      deps.keys,
      sums.filter((sum) => sum.marketDate === marketDate),
    );
    return done({
      totalAssets: rupees(total),
      availableAssets: rupees(worth.available),
      frozenAmount: rupees(worth.frozen),
      // What placements still ask for: a promise, not money.
      unpaidAmount: rupees(unpaid),
      holdingsValue: rupees(holdings),
      putIn: rupees(capital.putIn),
      todayProfit: rupees(shares.todayProfitPaise - today.charges),
      totalProfit: rupees(total - capital.putIn),
      chargesToday: rupees(today.charges),
      charges: rupees(moves.charges),
      wallets: presentWallets(funds, { selected, rate, owed }),
    });
  },
  rupeeWallet: async ({ db, market }, { member }) => {
    const { marketDate, marketTime } = market.now();
    const [{ INR: funds }, proceeds, unpaid, kept] = await Promise.all([
      readFunds(db, member.userId),
      ledger.saleProceeds(db, ledger.userOwner(member.userId), marketTime),
      readUnpaid(db, member.userId),
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
