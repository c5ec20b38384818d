import * as z from 'zod/mini';
import { call } from './call.ts';
import { Receipt } from './capital.ts';
import { password } from './refusal-groups.ts';
import {
  CURRENCIES,
  RECHARGE_STATUSES,
  WITHDRAWAL_STATUSES,
  CHANNEL_TYPES,
  NETWORKS,
  BUSINESS_TYPES,
  Currency,
  ChannelType,
  Wallet,
  PayTo,
  RechargeOrder,
  withdrawal,
  WithdrawalOrder,
  BillLine,
} from './wallet-fields.ts';
import {
  Amount,
  Bool,
  Count,
  IdIn,
  MarketDate,
  Money,
  Page,
  Percent,
  RequestId,
  TransactionPassword,
  listOf,
  plainNumber,
} from './wire.ts';

export const walletCalls = {
  totalCapital: call({
    path: '/app/wallet/totalCapital',
    method: 'POST',
    access: 'member',
    doc: 'Everything owned, in rupees: money available and frozen, shares at their last price, less what is owed to the platform. Results are after charges.',
    body: {},
    data: z.object({
      /** Less what is owed (`owed` of the wallets), so below zero when more is owed than is there. */
      totalAssets: Money,
      availableAssets: Money,
      frozenAmount: Money,
      unpaidAmount: Money,
      /** Shares at their last price; allotted ones that are not credited yet at what they cost. */
      holdingsValue: Money,
      /** What came in less what was taken out. With `totalProfit` it is `totalAssets`, to the paisa. */
      putIn: Money,
      todayProfit: Money,
      totalProfit: Money,
      /** Taken off `todayProfit`, and off `totalProfit`: on trades, withdrawals and dividends. */
      chargesToday: Money,
      charges: Money,
      wallets: z.array(Wallet),
    }),
    refusals: [],
  }),
  wallets: call({
    path: '/app/wallet/userWallet',
    method: 'POST',
    access: 'member',
    doc: 'The wallets, or one of them.',
    body: { currency: z.optional(Currency) },
    data: z.array(Wallet),
    refusals: [],
  }),
  rupeeWallet: call({
    path: '/app/wallet/inrWallet',
    method: 'POST',
    access: 'member',
    doc: 'The rupee wallet: available, frozen by cause, withdrawable and why it is less than available.',
    body: {},
    data: z.object({
      available: Money,
      frozen: z.object({ orders: Money, subscriptions: Money, withdrawals: Money, margin: Money, total: Money }),
      unpaid: Money,
      /**
       * The part of `available` that buys nothing before a market date: money of shares that were sold before
       * they had settled, and what trades within the day gained.
       */
      availableTomorrow: z.object({ amount: Money, from: z.string() }),
      withdrawable: Money,
      /** Amounts of `available` that cannot be withdrawn yet, each with its reason: a stable name. */
      heldBack: z.array(z.object({ reason: z.string(), amount: Money })),
    }),
    refusals: [],
  }),
  selectWallet: call({
    path: '/app/wallet/selectWallet',
    method: 'POST',
    access: 'member',
    doc: 'Makes a wallet the one that is shown first.',
    body: { currency: Currency },
    data: Wallet,
    refusals: [],
  }),
  channels: call({
    path: '/app/wallet/currencyChannelType',
    method: 'POST',
    access: 'member',
    doc: 'How money can come in and go out, with limits.',
    body: {},
    data: z.array(
      z.object({
        currency: z.enum(CURRENCIES),
        channels: z.array(
          z.object({
            type: z.enum(CHANNEL_TYPES),
            name: z.string(),
            minRecharge: Money,
            maxRecharge: Money,
            minWithdrawal: Money,
            maxWithdrawal: Money,
            /** Of a withdrawal, tax included; paying in costs nothing. */
            fee: Money,
            eta: z.string(),
            /**
             * Who decides what is paid in and out by it: the sandbox's rail by itself, or people of the back office.
             */
            reviewer: z.enum(['sandbox', 'people']),
            networks: z.optional(z.array(z.string())),
          }),
        ),
      }),
    ),
    refusals: [],
  }),
  submitRecharge: call({
    path: '/app/wallet/submitRecharge',
    method: 'POST',
    access: 'member',
    doc: 'Asks to pay money in. In the sandbox it settles by itself within seconds; the paise of the amount choose the outcome.',
    body: {
      currency: Currency,
      channelType: ChannelType,
      amount: Amount,
      requestId: RequestId,
    },
    data: RechargeOrder,
    refusals: [
      'account_not_kept',
      'currency_not_supported',
      'channel_not_available',
      'amount_invalid',
      'amount_below_minimum',
      'amount_above_maximum',
      'too_many_open_recharges',
      'request_id_reused',
      'request_in_progress',
    ],
    movesMoney: true,
  }),
  recharges: call({
    path: '/app/wallet/rechargeList',
    method: 'POST',
    access: 'member',
    doc: 'Own recharge orders, newest first.',
    body: {
      currency: z.optional(Currency),
      status: z.optional(z.enum(RECHARGE_STATUSES, { error: 'invalid_input' })),
      ...Page,
    },
    data: listOf(RechargeOrder),
    refusals: [],
  }),
  revokeRecharge: call({
    path: '/app/wallet/revokeRecharge/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Gives up a recharge that is still in transfer; {id} is its order number. Repeatable.',
    body: { id: IdIn },
    data: RechargeOrder,
    refusals: ['unknown_order', 'recharge_not_revocable'],
    specified: false,
  }),
  payInAccount: call({
    path: '/app/capital/getBankInfo',
    method: 'POST',
    access: 'member',
    doc: 'The accounts that a recharge is paid into, channel by channel. The order number of a recharge is its reference; submitRecharge answers the details with it.',
    body: { currency: Currency },
    data: z.object({
      currency: z.enum(CURRENCIES),
      channels: z.array(z.object({ channelType: z.enum(CHANNEL_TYPES), payTo: PayTo })),
      simulated: z.literal(true),
    }),
    refusals: [],
  }),
  submitWithdrawal: call({
    path: '/app/wallet/submitWithdraw',
    method: 'POST',
    access: 'member',
    doc: 'Asks to pay money out: rupees to the bound bank account (`bankId`), USDT to an address of a network. The money is frozen at once. A remembered transaction password does for a target that was paid before; a new one needs it typed.',
    body: {
      currency: Currency,
      amount: Amount,
      bankId: z.optional(IdIn),
      network: z.optional(z.enum(NETWORKS, { error: 'network_required' })),
      address: z.optional(
        z.string({ error: 'address_invalid' }).check(plainNumber, z.maxLength(100, { error: 'address_invalid' })),
      ),
      transactionPassword: z.optional(TransactionPassword),
      requestId: RequestId,
    },
    data: z.object({ ...withdrawal, receipt: Receipt }),
    refusals: [
      'account_not_kept',
      'currency_not_supported',
      'amount_invalid',
      'bank_account_required',
      'unknown_account',
      'network_required',
      'address_required',
      'address_invalid',
      'withdrawal_below_minimum',
      'amount_above_maximum',
      'kyc_required',
      'holder_name_mismatch',
      'bank_account_stopped',
      'bank_account_waits',
      'transaction_password_required',
      'transaction_password_wrong',
      'transaction_password_paused',
      'transaction_password_default',
      'withdrawals_wait',
      'credit_score_low',
      'request_id_reused',
      'request_in_progress',
      'too_many_open_withdrawals',
      'funds_not_settled',
      'insufficient_funds',
    ],
    keptOnly: true,
    movesMoney: true,
  }),
  withdrawals: call({
    path: '/app/wallet/WithdrawList',
    method: 'POST',
    access: 'member',
    doc: 'Own withdrawals, newest first.',
    body: {
      currency: z.optional(Currency),
      status: z.optional(z.enum(WITHDRAWAL_STATUSES, { error: 'invalid_input' })),
      ...Page,
    },
    data: listOf(WithdrawalOrder),
    refusals: [],
  }),
  revokeWithdrawal: call({
    path: '/app/wallet/revokeWithdraw/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Gives up a withdrawal that has not been approved; its money is free again. {id} is its order number. Repeatable.',
    body: { id: IdIn },
    data: z.object({ ...withdrawal, receipt: Receipt }),
    refusals: ['unknown_order', 'withdrawal_not_revocable'],
    specified: false,
  }),
  convert: call({
    path: '/app/wallet/convert',
    method: 'POST',
    access: 'member',
    doc: 'Changes rupees into USDT or back at the published simulated rate of the market date. With `quoteOnly` nothing moves, and no password is asked for. `rate`, as a quote named it, makes the conversion refuse another one (rate_moved).',
    body: {
      from: Currency,
      to: Currency,
      amount: Amount,
      rate: z.optional(Amount),
      quoteOnly: z.optional(Bool),
      transactionPassword: z.optional(TransactionPassword),
      requestId: RequestId,
    },
    data: z.object({
      from: z.enum(CURRENCIES),
      to: z.enum(CURRENCIES),
      /** In `from`. */
      amount: Money,
      /** In `to`; a remainder stays with the desk. */
      received: Money,
      /** Rupees for one USDT: what is applied, and the middle between buying and selling. */
      rate: Money,
      middleRate: Money,
      /** In per cent of the middle rate, and what it costs here, in rupees. */
      spreadPercent: Percent,
      spreadCost: Money,
      marketDate: z.string(),
      /** Of a conversion that was made; null for a quote. */
      receipt: z.nullable(Receipt),
      simulated: z.literal(true),
    }),
    refusals: [
      'account_not_kept',
      ...password,
      'currencies_alike',
      'amount_invalid',
      'amount_below_minimum',
      'amount_above_maximum',
      'request_id_reused',
      'rate_moved',
      'request_in_progress',
      'insufficient_funds',
      'funds_not_settled',
    ],
    keptOnly: true,
    movesMoney: true,
    specified: false,
  }),
  bill: call({
    path: '/app/capital/capitalLogList',
    method: 'POST',
    access: 'member',
    doc: 'Every change of the money owned in a currency, newest first; `before` and `after` run without a gap.',
    body: {
      currency: z.optional(Currency),
      businessType: z.optional(z.enum(BUSINESS_TYPES, { error: 'invalid_input' })),
      from: z.optional(MarketDate),
      to: z.optional(MarketDate),
      ...Page,
    },
    data: listOf(BillLine),
    refusals: [],
  }),
};

/** Number of recharges that may wait for the rail at once; more would only be a flood. */
export const MAX_OPEN_RECHARGES: z.output<typeof Count> = 20;
/** Number of withdrawals that may be under way at once. */
export const MAX_OPEN_WITHDRAWALS: z.output<typeof Count> = 10;
