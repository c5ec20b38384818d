import type { Refusal } from '@khara/contract';

/**
 * Neither a refusal nor a defect: the server cannot do this now, and the same request may be sent again. The
 * HTTP boundary answers 429 (too much from this caller) or 503 (too much for the server, or it is closing)
 * with Retry-After.
 */
export class TryLater extends Error {
  override readonly name = 'TryLater';
  readonly status: 429 | 503;
  readonly reason: Refusal;
  readonly afterSeconds: number;

  constructor(status: 429 | 503, reason: Refusal, afterSeconds: number) {
    super(reason);
    this.status = status;
    this.reason = reason;
    this.afterSeconds = afterSeconds;
  }
}
