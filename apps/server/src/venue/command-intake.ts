import type { JournalledCommand } from '@khara/market-day';

/** Commands known by their number; older ones are settled and no caller holds them any more. */
const REMEMBERED = 100_000;

/**
 * Takes members' commands to the exchange: each once, and in the order of their arrival. It holds them before
 * the market was resumed, and while one day gives way to the next.
 */
export class CommandIntake {
  readonly #apply: (command: JournalledCommand) => void;
  readonly #seen = new Set<number>();
  #held: JournalledCommand[] | undefined = [];

  constructor(apply: (command: JournalledCommand) => void) {
    this.#apply = apply;
  }

  get isHolding(): boolean {
    return this.#held !== undefined;
  }

  /** A command may be handed over again after an unknown outcome: it is applied once. */
  isNew(seq: number): boolean {
    if (this.#seen.has(seq)) return false;
    this.#seen.add(seq);
    if (this.#seen.size > REMEMBERED) this.#seen.delete(this.#seen.values().next().value!);
    return true;
  }

  /** Applies a new command, or keeps it until `release`. */
  take(command: JournalledCommand): void {
    if (this.#held) this.#held.push(command);
    else this.#apply(command);
  }

  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const command of held) this.#apply(command);
  }
}
