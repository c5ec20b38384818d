import type { Tx } from './database.ts';

/** Work that is done by itself later, once or more often: each name with what it needs to know. */
export type JobData = {
  /** A report of a rail; amounts as text. */
  readonly rail_report: {
    readonly id: string;
    readonly orderNumber: string;
    readonly direction: 'in' | 'out';
    readonly outcome: string;
    readonly currency: 'INR' | 'USDT';
    readonly amount: string;
    readonly account: string;
    readonly from: number;
    readonly reason?: string;
    readonly signature: string;
  };
  readonly recharge_expiry: { readonly orderNumber: string };
  /** The sandbox decides of a withdrawal, or the time allowed to people is over. */
  readonly withdrawal_decision: { readonly orderNumber: string };
  readonly withdrawal_payout: { readonly orderNumber: string };
  /** An appeal was not decided in time. */
  readonly appeal_deadline: { readonly appealId: string };
  /** A credit score may have opened withdrawals again. */
  readonly credit_recovery: { readonly userId: string };
  /** A member asked to be reminded of the lesson: after three weeks, and after three months. */
  readonly lesson_reminder: { readonly userId: string; readonly askedAt: number; readonly when: 'weeks' | 'months' };
};
export type JobName = keyof JobData;

/**
 * The queue of jobs. A job is kept by the transaction that asks for it: it is there if and when that commits,
 * and survives everything from then on.
 */
export type JobQueue = {
  /** `at` is the earliest real instant in ms; now, when it is absent. */
  send<N extends JobName>(tx: Tx, name: N, data: JobData[N], at?: number): Promise<void>;
};
