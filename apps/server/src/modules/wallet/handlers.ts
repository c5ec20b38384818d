import { max, min, rupees } from '@khara/money';
import * as ledger from '#modules/ledger/index.ts';
import type { HandlersFor } from '../../handler.ts';
import { done } from '../../result.ts';
import { frozen, fundsOf, shownWallets } from './balances.ts';
import { billPage } from './bill.ts';
import { shownChannels } from './channels.ts';
import { proofHandlers } from './proofs.ts';
import { revokeRecharge } from './revoke-recharge.ts';
import { NOT_ASKED, shownRecharge } from './shown-recharge.ts';
import * as store from './store.ts';
import { submitRecharge } from './submit-recharge.ts';

const DEFAULT_SIZE = 20;
const idOf = (cursor: string): bigint => (/^\d{1,18}$/.test(cursor) ? BigInt(cursor) : 0n);

export const handlers = {
  ...proofHandlers,
  totalCapital: async (deps, { member }) => {
    const [funds, shares] = await Promise.all([fundsOf(deps.db, member.userId), deps.portfolio.totals(member.userId)]);
    const { available } = funds.INR;
    return done({
      totalAssets: rupees(available + frozen(funds.INR) + shares.holdingsValuePaise),
      availableAssets: rupees(available),
      frozenAmount: rupees(frozen(funds.INR)),
      // What placements still ask for; there are none yet that could be applied for.
      unpaidAmount: rupees(0n),
      holdingsValue: rupees(shares.holdingsValuePaise),
      todayProfit: rupees(shares.todayProfitPaise),
      totalProfit: rupees(shares.profitPaise),
      wallets: shownWallets(funds),
    });
  },
  wallets: async ({ db }, { member }, { currency }) => {
    const wallets = shownWallets(await fundsOf(db, member.userId));
    return done(wallets.filter((wallet) => currency === undefined || wallet.currency === currency));
  },
  rupeeWallet: async ({ db, market }, { member }) => {
    const [{ INR: funds }, proceeds] = await Promise.all([
      fundsOf(db, member.userId),
      ledger.saleProceeds(db, ledger.userOwner(member.userId), market.now().marketDate),
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
      unpaid: rupees(0n),
      withdrawable: rupees(funds.available - unsettled),
      heldBack: unsettled === 0n ? [] : [{ reason: 'unsettled_sales', amount: rupees(unsettled) }],
    });
  },
  channels: (_deps, { language }) => done(shownChannels(language)),
  submitRecharge,
  recharges: async (deps, { member, language }, { currency, status, cursor, size = DEFAULT_SIZE }) => {
    const before = cursor === undefined ? undefined : idOf(cursor);
    const page = { memberId: member.userId, currency, status, before, limit: size + 1 };
    const rows = await store.rechargePage(deps.db, page);
    const shown = rows.slice(0, size);
    const credited = shown.filter((row) => row.status !== 'in_transfer').map((row) => row.order_number);
    const receipts = await ledger.receiptsOf(deps, 'recharge', credited);
    const last = rows.length > size ? shown.at(-1) : undefined;
    return done({
      list: shown.map((row) =>
        shownRecharge(row, row.pay_to ?? NOT_ASKED, language, receipts.get(row.order_number) ?? null),
      ),
      nextCursor: last ? String(last.id) : null,
    });
  },
  revokeRecharge: (deps, caller, { id }) => revokeRecharge(deps, caller, id),
  bill: async (deps, { member, language }, body) =>
    done(await billPage(deps, { userId: member.userId, language }, body)),
} satisfies HandlersFor<
  | 'totalCapital'
  | 'wallets'
  | 'rupeeWallet'
  | 'channels'
  | 'submitRecharge'
  | 'recharges'
  | 'revokeRecharge'
  | 'bill'
  | keyof typeof proofHandlers
>;
