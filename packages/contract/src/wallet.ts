import * as z from 'zod/mini';
import { call } from './call.ts';
import { Receipt } from './capital.ts';
import {
  Amount,
  Bool,
  Count,
  Id,
  IdIn,
  Instant,
  MarketDate,
  Money,
  Page,
  Percent,
  RequestId,
  TransactionPassword,
  listOf,
} from './wire.ts';

export const CURRENCIES = ['INR', 'USDT'] as const;
export const RECHARGE_STATUSES = ['in_transfer', 'passed', 'failed', 'revoked'] as const;
export const WITHDRAWAL_STATUSES = ['in_transfer', 'passed', 'paid', 'failed', 'revoked'] as const;
/** Ways by which money comes in and goes out: rupees by the first four, USDT by the networks. */
export const CHANNEL_TYPES = ['UPI', 'IMPS', 'NEFT', 'RTGS', 'TRC', 'ERC'] as const;
export const NETWORKS = ['TRC', 'ERC'] as const;
export const BUSINESS_TYPES = [
  'recharge',
  'recharge_return',
  'withdrawal',
  'withdrawal_refund',
  'buy',
  'sell',
  'charges',
  'subscription',
  'subscription_refund',
  'block',
  'placement',
  'dividend',
  'conversion',
  'adjustment',
] as const;

const Currency = z.enum(CURRENCIES, { error: 'currency_not_supported' });
const ChannelType = z
  .string({ error: 'channel_required' })
  .check(z.minLength(1, { error: 'channel_required' }), z.maxLength(20, { error: 'channel_not_available' }));
const Wallet = z.object({
  currency: z.enum(CURRENCIES),
  available: Money,
  frozen: Money,
  /** In rupees; USDT at the middle rate of the market date. */
  value: Money,
  /** The one that is shown first. */
  selected: z.boolean(),
});

/**
 * What a payer would enter. In the sandbox it is invalid on any real rail: a UPI id ends in @sandbox, an IFSC
 * begins with KHAR0, and an address fails its checksum; `note` says so in the reader's language.
 */
export const PayTo = z.object({
  name: z.string(),
  vpa: z.optional(z.string()),
  accountNumber: z.optional(z.string()),
  ifsc: z.optional(z.string()),
  network: z.optional(z.enum(NETWORKS)),
  address: z.optional(z.string()),
  /** Text of a QR code; it begins with `upi://pay` for UPI, else it is plain text marked as a sandbox's. */
  qr: z.string(),
  note: z.string(),
});

export const RechargeOrder = z.object({
  orderNumber: Id,
  currency: z.enum(CURRENCIES),
  channelType: z.string(),
  amount: Money,
  status: z.enum(RECHARGE_STATUSES),
  /** Why it failed: `rail_refused`, `reversed`, `expired`, `declined`; or null. */
  reason: z.nullable(z.string()),
  payTo: PayTo,
  at: Instant,
  updatedAt: Instant,
  expiresAt: Instant,
  /** Of the entry that credited it; null until it is credited. */
  receipt: z.nullable(Receipt),
  /**
   * Money that came for it and was not matched, being late or another amount: `held` apart until the bank
   * takes it back, or `sent_back`. Null when none did.
   */
  unmatched: z.nullable(
    z.object({ amount: Money, currency: z.enum(CURRENCIES), state: z.enum(['held', 'sent_back']), at: Instant }),
  ),
  /** Who decides it: the sandbox's rail by itself, or two people of the back office. */
  reviewer: z.enum(['sandbox', 'people']),
  simulated: z.literal(true),
});

const withdrawal = {
  orderNumber: Id,
  currency: z.enum(CURRENCIES),
  /** The channel of the bank account, or the network. */
  channelType: z.string(),
  amount: Money,
  /** Of the amount, charges and their tax. */
  fee: Money,
  /** What is paid out. */
  net: Money,
  status: z.enum(WITHDRAWAL_STATUSES),
  /** Why it failed: `payout_returned`, `name_mismatch`, `rail_refused`, `declined`; or null. */
  reason: z.nullable(z.string()),
  /** Where to: a bank account with its number masked, or an address. */
  to: z.object({
    holderName: z.optional(z.string()),
    bankName: z.optional(z.string()),
    ifsc: z.optional(z.string()),
    accountNumber: z.optional(z.string()),
    network: z.optional(z.enum(NETWORKS)),
    address: z.optional(z.string()),
  }),
  at: Instant,
  updatedAt: Instant,
  /** What happened and when, oldest first. A status that was skipped is not there. */
  timeline: z.array(z.object({ status: z.enum(WITHDRAWAL_STATUSES), at: Instant })),
  /** Can still be given up. */
  revocable: z.boolean(),
  simulated: z.literal(true),
};
export const WithdrawalOrder = z.object(withdrawal);

export const BillLine = z.object({
  id: Id,
  businessType: z.enum(BUSINESS_TYPES),
  currency: z.enum(CURRENCIES),
  changedAmount: Money,
  before: Money,
  after: Money,
  at: Instant,
  marketDate: z.string(),
  remark: z.string(),
  /** What it came from: an order, a fill, a recharge. */
  ref: z.string(),
});

export const walletCalls = {
  totalCapital: call({
    path: '/app/wallet/totalCapital',
    method: 'POST',
    access: 'member',
    doc: 'Everything owned, in rupees: money available and frozen, shares at their last price.',
    body: {},
    data: z.object({
      totalAssets: Money,
      availableAssets: Money,
      frozenAmount: Money,
      unpaidAmount: Money,
      holdingsValue: Money,
      todayProfit: Money,
      totalProfit: Money,
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
       * The part of `available` that buys nothing before a market date: a fifth of what the day's delivery
       * sales brought.
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
      address: z.optional(z.string({ error: 'address_invalid' }).check(z.maxLength(100, { error: 'address_invalid' }))),
      transactionPassword: z.optional(TransactionPassword),
      requestId: RequestId,
    },
    data: z.object({ ...withdrawal, receipt: Receipt }),
    refusals: [
      'currency_not_supported',
      'amount_invalid',
      'bank_account_required',
      'unknown_bank_account',
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
    doc: 'Changes rupees into USDT or back at the published simulated rate of the market date. With `quoteOnly` nothing moves. `rate`, as a quote named it, makes the conversion refuse another one (rate_moved).',
    body: {
      from: Currency,
      to: Currency,
      amount: Amount,
      rate: z.optional(Amount),
      quoteOnly: z.optional(Bool),
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
