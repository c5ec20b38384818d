import * as z from 'zod/mini';
import { call } from './call.ts';
import { Amount, Count, Id, IdIn, Instant, MarketDate, Money, Page, RequestId, listOf } from './wire.ts';

export const CURRENCIES = ['INR', 'USDT'] as const;
export const RECHARGE_STATUSES = ['in_transfer', 'passed', 'failed', 'revoked'] as const;
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
const Wallet = z.object({ currency: z.enum(CURRENCIES), available: Money, frozen: Money, value: Money });

export const RechargeOrder = z.object({
  orderNumber: Id,
  currency: z.enum(CURRENCIES),
  channelType: z.string(),
  amount: Money,
  status: z.enum(RECHARGE_STATUSES),
  /** Why it failed: a stable name, or null. */
  reason: z.nullable(z.string()),
  /** What a payer would enter; in the sandbox it is invalid on any real rail. */
  payTo: z.object({ name: z.string(), vpa: z.optional(z.string()), qr: z.string(), note: z.string() }),
  at: Instant,
  updatedAt: Instant,
  expiresAt: Instant,
  simulated: z.literal(true),
});

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
      withdrawable: Money,
      /** Amounts of `available` that cannot be withdrawn yet, each with its reason: a stable name. */
      heldBack: z.array(z.object({ reason: z.string(), amount: Money })),
    }),
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
            type: z.string(),
            name: z.string(),
            minRecharge: Money,
            maxRecharge: Money,
            minWithdrawal: Money,
            maxWithdrawal: Money,
            fee: Money,
            eta: z.string(),
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
      channelType: z
        .string({ error: 'channel_required' })
        .check(z.minLength(1, { error: 'channel_required' }), z.maxLength(20, { error: 'channel_not_available' })),
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
