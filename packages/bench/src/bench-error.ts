/** What a caller of the bench got wrong, with a stable reason; an action that cannot be done is none: see `Refusal`. */
export class BenchError extends Error {
  readonly reason: BenchReason;

  constructor(reason: BenchReason, message: string) {
    super(message);
    this.name = 'BenchError';
    this.reason = reason;
  }
}

/**
 * `whole_market`: funds and entitlements are worth what other shares are, so they are in a market of all shares alone.
 * `episode_over`: the agents' episode has ended, or has not begun.
 */
export type BenchReason =
  | 'unknown_option'
  | 'shares_invalid'
  | 'unknown_code'
  | 'whole_market'
  | 'days_invalid'
  | 'seed_invalid'
  | 'start_invalid'
  | 'cash_invalid'
  | 'limit_invalid'
  | 'depth_invalid'
  | 'day_seconds_invalid'
  | 'from_invalid'
  | 'reward_invalid'
  | 'agents_invalid'
  | 'actions_invalid'
  | 'span_invalid'
  | 'conditions_invalid'
  | 'request_invalid'
  | 'episode_over';
