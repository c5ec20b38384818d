/** How often the clock is read. */
const LOOK_EVERY_MS = 250;
/** A process that did not look for this long stood still: another server may run the market by now. */
const PAUSED_AFTER_MS = 1_500;

/**
 * Notices that this process stood still: that it was stopped, that its machine was, or that one piece of work kept it
 * for long. What it knows may be old then, until it has been confirmed.
 */
export class Pause {
  readonly #confirm: () => Promise<void>;
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  #seenAt: number;
  #confirming: Promise<void> | undefined;

  /** `confirm` resolves when what this server knows is the newest there is, or when it does not matter any more. */
  constructor(confirm: () => Promise<void>, now: () => number = () => performance.now()) {
    this.#confirm = confirm;
    this.#now = now;
    this.#seenAt = now();
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  /** The confirmation under way after a pause; undefined where none is needed. */
  look(): Promise<void> | undefined {
    const now = this.#now();
    const hasPaused = now - this.#seenAt > PAUSED_AFTER_MS;
    this.#seenAt = now;
    if (hasPaused)
      this.#confirming ??= this.#confirm().finally(() => {
        this.#confirming = undefined;
      });
    return this.#confirming;
  }

  /** Whether what this server knows may be old. */
  get isOpen(): boolean {
    return this.look() !== undefined;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
