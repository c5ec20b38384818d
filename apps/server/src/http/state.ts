/** What the server is up to, as /healthz and the routes see it. */
export type ServerState = {
  /** True once everything that answers needs is there. */
  ready: boolean;
  /** True from SIGTERM on: no new orders, and whatever balances load should send callers elsewhere. */
  draining: boolean;
};

export const newServerState = (): ServerState => ({ ready: false, draining: false });
