/** Ways by which money comes in and goes out. */
export type Channel = 'UPI' | 'IMPS' | 'NEFT' | 'RTGS' | 'TRC' | 'ERC';

/**
 * A payment that a rail is asked for: to collect one (`in`), or to make one (`out`). Asking again for the
 * same order number changes nothing.
 */
export type PaymentAsked = {
  readonly orderNumber: string;
  readonly currency: 'INR' | 'USDT';
  readonly channel: Channel;
  /** What is collected or paid, in minor units. */
  readonly amount: bigint;
} & (
  | { readonly direction: 'in' }
  | {
      readonly direction: 'out';
      /** What the member asked to withdraw: `amount` and its fee. */
      readonly askedAmount: bigint;
      readonly to: PayoutTarget;
    }
);

/** Where a payout goes: a bank account with its whole number, or an address of a network. */
export type PayoutTarget =
  | { readonly accountNumber: string; readonly ifsc: string; readonly holderName: string }
  | { readonly network: 'TRC' | 'ERC'; readonly address: string };

/** Where a payer would pay to, by the channel: a UPI id, a bank account, or an address; and what its QR code says. */
export type PayTo = {
  readonly name: string;
  readonly vpa?: string;
  readonly accountNumber?: string;
  readonly ifsc?: string;
  readonly network?: 'TRC' | 'ERC';
  readonly address?: string;
  readonly qr: string;
};

/** Where to pay a payment to, with the rail's signature. */
export type SignedPayTo = PayTo & { readonly signature: string };

/**
 * What a rail says became of a payment. It may say so late, twice, out of order, or again after a restart;
 * `id` is the rail's own number of the report. `reversed` takes back what was collected; `returned` brings
 * back what was paid out.
 */
export type RailReport = {
  readonly id: string;
  readonly orderNumber: string;
  readonly currency: 'INR' | 'USDT';
  /** What came or went, in minor units. */
  readonly amount: bigint;
  /** To which account, as the rail names it. */
  readonly account: string;
  /** Real instant in ms from which the rail says so. */
  readonly from: number;
  /** By the rail's key, of all the rest. */
  readonly signature: string;
} & (
  | {
      readonly direction: 'in';
      readonly outcome: 'paid' | 'failed' | 'reversed';
    }
  | {
      readonly direction: 'out';
      readonly outcome: 'paid' | 'failed' | 'returned';
      /** Why it came back: `name_mismatch` when the bank's holder has another name. */
      readonly reason?: string;
    }
);

/** A way for money to come in from outside and to leave. */
export type PaymentRail = {
  readonly name: string;
  /** Whether its money is paper. One that moves real money is not started beside simulated prices. */
  readonly simulated: boolean;
  /** Whether what it is asked for waits for people's decision in the back office. */
  readonly waitsForPeople: boolean;
  /** A payment that was collected is not taken back later than this after it was asked for, in ms. */
  readonly takesBackWithinMs: number;
  /** Asks for a payment. Answers where to pay to, for one that comes in. */
  create(payment: PaymentAsked): Promise<SignedPayTo | undefined>;
  /** Whether a report is the rail's own: nothing else may move money. */
  isReport(report: RailReport): boolean;
  /** Whether the rail has said that this payment is paid there: no other place is shown to a member. */
  isPayTo(payment: Pick<PaymentAsked, 'orderNumber' | 'currency' | 'channel' | 'amount'>, payTo: SignedPayTo): boolean;
  /** What it has reported of a payment, in the order of its reports: some of it may have got lost. */
  reported(orderNumber: string): Promise<readonly RailReport[]>;
  /**
   * Hands over what the rail has called back with since, each report at least once. One that `receive` fails
   * for comes again. Answers how many.
   */
  callback(receive: (report: RailReport) => Promise<void>): Promise<number>;
  /** True when the payment can no longer happen; false when it has, or is about to be reported. Repeatable. */
  cancel(orderNumber: string): Promise<boolean>;
  /** Where one would pay to by a channel, without a payment. */
  payTo(currency: 'INR' | 'USDT', channel: Channel): PayTo;
};
