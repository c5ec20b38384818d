import * as ledger from '#modules/ledger/index.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { readCursor, DEFAULT_SIZE, cutPage } from '#src/kernel/page.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { readFunds, presentWallets } from './balances.ts';
import {
  bankAccounts,
  confirmBankAccount,
  deleteBankAccount,
  saveBankAccount,
  stopBankAccount,
} from './bank-accounts.ts';
import { rateOn } from './conversion-rate.ts';
import { listChannels, presentChannels } from './channels.ts';
import * as conversions from './conversion-store.ts';
import { convert } from './convert.ts';
import { findBranch } from './ifsc.ts';
import { proofHandlers } from './proofs.ts';
import { revokeRecharge } from './revoke-recharge.ts';
import { revokeWithdrawal } from './revoke-withdrawal.ts';
import { NOT_ASKED, presentPayTo, presentRecharge } from './present-recharge.ts';
import { presentWithdrawal } from './present-withdrawal.ts';
import * as store from './recharge-store.ts';
import { signedPayTo, submitRecharge } from './submit-recharge.ts';
import { submitWithdrawal } from './submit-withdrawal.ts';
import { withdrawalPage } from './withdrawal-store.ts';

const readWallets = async (deps: Deps, userId: string) => {
  const [funds, selected, owed] = await Promise.all([
    readFunds(deps.db, userId),
    conversions.selectedCurrency(deps.db, userId),
    ledger.owedBy(deps.db, ledger.userOwner(userId)),
  ]);
  return presentWallets(funds, { selected, owed, rate: rateOn(deps.keys, deps.market.now().marketDate) });
};

export const handlers = {
  ...proofHandlers,
  wallets: async (deps, { member }, { currency }) => {
    const wallets = await readWallets(deps, member.userId);
    return done(wallets.filter((wallet) => currency === undefined || wallet.currency === currency));
  },
  selectWallet: async (deps, { member }, { currency }) => {
    await conversions.selectCurrency(deps.db, member.userId, currency);
    const [first] = await readWallets(deps, member.userId);
    if (!first) throw new Error('There is no wallet');
    return done(first);
  },
  channels: ({ rail }, { language }) => done(presentChannels(language, rail)),
  submitRecharge,
  recharges: async (deps, { member, language }, { currency, status, cursor, size = DEFAULT_SIZE }) => {
    const page = { memberId: member.userId, currency, status, before: readCursor(cursor), limit: size + 1 };
    const rows = await store.rechargePage(deps.db, page);
    const { shown, nextCursor } = cutPage(rows, size, ({ id }) => id);
    const credited = shown.filter((row) => row.status !== 'in_transfer').map((row) => row.orderNumber);
    const [receipts, strays] = await Promise.all([
      ledger.readReceipts(deps, 'recharge', credited),
      store.listUnmatched(
        deps.db,
        shown.map((row) => row.orderNumber),
      ),
    ]);
    const unmatched = new Map(strays.map((one) => [one.orderNumber, one]));
    return done({
      list: shown.map((row) =>
        presentRecharge(row, signedPayTo(deps, row) ?? NOT_ASKED, language, {
          receipt: receipts.get(row.orderNumber),
          unmatched: unmatched.get(row.orderNumber),
        }),
      ),
      nextCursor,
    });
  },
  revokeRecharge: (deps, caller, { id }) => revokeRecharge(deps, caller, id),
  payInAccount: ({ rail }, { language }, { currency }) =>
    done({
      currency,
      channels: listChannels(currency).map(({ type }) => ({
        channelType: type,
        payTo: presentPayTo(rail.payTo(currency, type), language),
      })),
      simulated: true,
    }),
  submitWithdrawal,
  withdrawals: async ({ db }, { member }, { currency, status, cursor, size = DEFAULT_SIZE }) => {
    const page = { memberId: member.userId, currency, status, before: readCursor(cursor), limit: size + 1 };
    const rows = await withdrawalPage(db, page);
    const { shown, nextCursor } = cutPage(rows, size, ({ id }) => id);
    return done({ list: shown.map(presentWithdrawal), nextCursor });
  },
  revokeWithdrawal: (deps, caller, { id }) => revokeWithdrawal(deps, caller, id),
  convert,
  bankAccounts: async (deps, { member }) => done(await bankAccounts(deps, member.userId)),
  saveBankAccount,
  stopBankAccount: (deps, caller, { id }) => stopBankAccount(deps, caller, id),
  confirmBankAccount,
  deleteBankAccount: (deps, caller, { id }) => deleteBankAccount(deps, caller, id),
  ifscInfo: (_deps, _caller, { ifsc }) => {
    const branch = findBranch(ifsc);
    return branch ? done(branch) : refuse('ifsc_invalid', { field: 'ifsc' });
  },
} satisfies HandlersFor<
  | 'wallets'
  | 'channels'
  | 'submitRecharge'
  | 'recharges'
  | 'revokeRecharge'
  | 'selectWallet'
  | 'payInAccount'
  | 'submitWithdrawal'
  | 'withdrawals'
  | 'revokeWithdrawal'
  | 'convert'
  | 'bankAccounts'
  | 'saveBankAccount'
  | 'stopBankAccount'
  | 'confirmBankAccount'
  | 'deleteBankAccount'
  | 'ifscInfo'
  | keyof typeof proofHandlers
>;
