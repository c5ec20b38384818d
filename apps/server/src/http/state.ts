import type { MoneyStop } from '#modules/ledger/index.ts';

/** What the server is up to, as /healthz and the routes see it. */
export type ServerState = {
  /** True once everything that answers needs is there. */
  ready: boolean;
  /** True from SIGTERM on: no new orders, and whatever balances load should send callers elsewhere. */
  draining: boolean;
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
  moneyStopped: () => undefined,
  marketStandsStill: () => false,
  failingJobs: () => [],
});
