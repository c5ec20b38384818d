/** What the server is up to, as /healthz and the routes see it. */
export type ServerState = {
  /** True once everything that answers needs is there. */
  ready: boolean;
  /** True from SIGTERM on: no new orders, and whatever balances load should send callers elsewhere. */
  draining: boolean;
  /** Why no new money movement is taken, if so: a check contradicted the books, and two people have not yet recorded why. */
  moneyStopped: () => MoneyStop | undefined;
};

/** Name of the check, and since when (real ms). */
export type MoneyStop = { readonly check: string; readonly since: number };

export const newServerState = (): ServerState => ({
  ready: false,
  draining: false,
  moneyStopped: () => undefined,
});
