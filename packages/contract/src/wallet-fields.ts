import * as z from 'zod/mini';
import { Receipt } from './capital.ts';
import { Id, Instant, Money } from './wire.ts';

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
  'intraday',
  'charges',
  'contract_note',
  'product_change',
  'auction',
  'subscription',
  'subscription_refund',
  'block',
  'placement',
  'dividend',
  'share_part',
  'buyback',
  'conversion',
  'debt_paid',
  'adjustment',
] as const;

export const Currency = z.enum(CURRENCIES, { error: 'currency_not_supported' });
export const ChannelType = z
  .string({ error: 'channel_required' })
  .check(z.minLength(1, { error: 'channel_required' }), z.maxLength(20, { error: 'channel_not_available' }));
export const Wallet = z.object({
  currency: z.enum(CURRENCIES),
  available: Money,
  frozen: Money,
  /** What the platform has paid for the member and is not paid back: money that comes pays it first. */
  owed: z.optional(Money),
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

export const withdrawal = {
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
  /** Why it failed: `payout_returned`, `name_mismatch`, `rail_refused`, `declined`, `debt_open`; or null. */
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
