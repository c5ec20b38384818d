import type { JournalledCommand, TradingDay } from '@khara/market-day';
import type { ReachedMargin, SettlementPort, WatchedTrigger, Writer } from '#src/ports/exchange.ts';
import { dueEvents, type ResultsOf } from './due-events.ts';
import { MarginWatch, TriggerWatch } from './price-watches.ts';
import type { RetryUntilDone } from './tenure.ts';

/** First orders end, then positions are closed. What neither does waits for the next step. */
const MARGIN_ROUNDS = 2;

export type SystemCommandsParts = {
  /** The day that runs. */
  readonly day: () => TradingDay;
  readonly marketTime: () => string;
  readonly resultsOf: ResultsOf;
  readonly writer: () => Writer;
  readonly until: RetryUntilDone;
  /** Applies those that are not applied yet, and hands over what they cause. */
  readonly apply: (commands: readonly JournalledCommand[]) => void;
  /** Does something while no command of a member is applied, once all that happened before is settled. */
  readonly whileHeld: (work: () => Promise<void>) => Promise<void>;
  /** Resolves when all that has happened up to now is settled. */
  readonly settled: () => Promise<void>;
};

/**
 * Commands of the system: of triggers that fire, of margin calls, of the times of the day. Each is journalled by a
 * commit of its own, and applied after it at the place where the market stands meanwhile: by that commit it is durable
 * that the step was made which asked for it, and a server that starts again makes the same ones. So they go no way of
 * an order, whose transaction settles it as well.
 */
export class SystemCommands {
  readonly #parts: SystemCommandsParts;
  readonly #triggers = new TriggerWatch();
  readonly #margins = new MarginWatch();
  /** Intraday positions may have changed since they were read. */
  #areMarginsStale = true;
  /** A position is to be closed for its margin, and has no order yet. */
  #isClosingForMargin = true;
  #settlement: SettlementPort | undefined;
  /** The step up to which the system's orders were asked for; -1 when none was. */
  #scheduledUpTo = -1;
  /** The minute of the market in which orders were ended last whose minutes were over. */
  #timedAt = '';

  constructor(parts: SystemCommandsParts) {
    this.#parts = parts;
  }

  /** From here on commands are asked for. What was reached and did not fire before is reached again. */
  async begin(settlement: SettlementPort): Promise<void> {
    this.#settlement = settlement;
    await this.#loadTriggers();
  }

  watch(trigger: WatchedTrigger): void {
    this.#triggers.add(trigger);
  }

  unwatch(id: bigint): void {
    this.#triggers.remove(id);
  }

  marginsChanged(): void {
    this.#areMarginsStale = true;
  }

  placeFired(): void {
    this.#settlement?.placeFired();
  }

  /** Looks at the prices of a step for triggers. */
  look(day: TradingDay): void {
    this.#triggers.look(day);
  }

  /** Settles what is due at the start of a day. */
  beginDay(): Promise<void> {
    const { day, writer, until } = this.#parts;
    const { marketDay, marketDate } = day().inputs;
    this.#scheduledUpTo = -1;
    return until('settling what is due', async () => {
      await this.#settlement?.beginDay({ marketDay, marketDate }, writer());
      await this.#loadTriggers();
    });
  }

  async #loadTriggers(): Promise<void> {
    this.#triggers.load((await this.#settlement?.waitingTriggers()) ?? []);
  }

  /**
   * Fires what the last look has reached, before anything shows that step: a server that ends before this is durable
   * makes the step again, and reaches the same.
   */
  async fireTriggers(): Promise<void> {
    const settlement = this.#settlement;
    if (!this.#triggers.hasReached || !settlement) return;
    const reached = this.#triggers.take();
    const now = this.#now();
    await this.#parts.until('firing triggers', async () =>
      this.#parts.apply(await settlement.fireTriggers(reached, now, this.#parts.writer())),
    );
    this.placeFired();
  }

  /** Calls and closes intraday positions whose loss takes their margin, before anything shows this step. */
  async callMargins(): Promise<void> {
    const settlement = this.#settlement;
    if (!settlement) return;
    const { day, until, whileHeld } = this.#parts;
    if (this.#areMarginsStale) {
      this.#areMarginsStale = false;
      await until('reading margins', async () => this.#margins.load(await settlement.watchedMargins()));
    }
    const reached = this.#margins.reached(day());
    if (reached.length === 0 && !this.#isClosingForMargin) return;
    await whileHeld(async () => {
      let isDone = false;
      for (let round = 0; round < MARGIN_ROUNDS && !isDone; round += 1)
        isDone = await this.#marginRound(settlement, round === 0 ? reached : []);
      this.#isClosingForMargin = !isDone;
      this.marginsChanged();
    });
  }

  /** Answers whether nothing is left to be closed. */
  async #marginRound(settlement: SettlementPort, reached: readonly ReachedMargin[]): Promise<boolean> {
    const { apply, settled, until, writer } = this.#parts;
    const now = this.#now();
    // What is called stands in the books as the exchange has it.
    await settled();
    let isDone = false;
    await until('margin calls', async () => {
      const made = await settlement.callMargins(reached, now, writer());
      isDone = made.isDone;
      apply(made.commands);
    });
    return isDone;
  }

  #now(): { readonly marketTime: string; readonly step: number } {
    const { day, marketTime } = this.#parts;
    return { marketTime: marketTime(), step: day().step };
  }

  /** Ends orders whose minutes are over, once in each minute of the market. */
  async endTimed(): Promise<void> {
    const { apply, day, marketTime, until, writer } = this.#parts;
    const now = marketTime();
    const minute = now.slice(0, 16);
    if (minute === this.#timedAt || day().isOver) return;
    this.#timedAt = minute;
    await until('orders whose minutes are over', async () =>
      apply((await this.#settlement?.endTimed(now, writer())) ?? []),
    );
  }

  /**
   * Asks for the system's own commands for the times of the day that have come, and applies them before the
   * market goes on and before members' orders that came meanwhile. After a restart all earlier events are
   * asked for again: what is journalled already does not come twice.
   */
  async journalScheduled(): Promise<void> {
    const { apply, day, resultsOf, settled, until, whileHeld, writer } = this.#parts;
    const due = dueEvents(day(), this.#scheduledUpTo, resultsOf);
    this.#scheduledUpTo = day().step;
    const settlement = this.#settlement;
    if (due.length === 0 || !settlement) return;
    await whileHeld(async () => {
      // What an event finds in the books may not depend on how quickly the last fills got there.
      await settled();
      for (const event of due)
        await until(`commands of ${event.kind}`, async () =>
          apply(await settlement.scheduledCommands(event, writer())),
        );
    });
  }
}
