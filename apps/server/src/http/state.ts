import type { MoneyStop } from '#modules/ledger/index.ts';

/** What the server is up to, as /healthz and the routes see it. */
export type ServerState = {
  /** True once everything that answers needs is there. */
  ready: boolean;
  /** True from SIGTERM on: whatever balances load sends callers elsewhere. */
  draining: boolean;
  /** No order and nothing else that moves money is taken any more: from SIGTERM on where no balancer is waited for. */
  closing: boolean;
  /**
   * Why no new money movement is taken, if so: a check contradicted the books, and two people have not yet
   * recorded why.
   */
  moneyStopped: () => MoneyStop | undefined;
  /** Whether prices do not move although they should. */
  marketStandsStill: () => boolean;
  /** What should happen by itself and failed the last time, by name. */
  failingJobs: () => readonly string[];
};

export const newServerState = (): ServerState => ({
  ready: false,
  draining: false,
  closing: false,
  moneyStopped: () => undefined,
  marketStandsStill: () => false,
  failingJobs: () => [],
});
