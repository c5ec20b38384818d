import type { JournalledCommand, MarketStatus } from '@khara/market-day';
import type { Universe } from '@khara/universe';
import { DatabaseAway } from '#src/ports/database.ts';
import type {
  Match,
  OrderGateway,
  OrderMatching,
  SettlementPort,
  WatchedTrigger,
  Writer,
} from '#src/ports/exchange.ts';
import type { ClockAct, MarketClock, MarketFeed, MarketView } from '#src/ports/market.ts';
import { FeedListeners } from './feed-listeners.ts';
import { restAfter } from './tenure.ts';
import { Venue } from './venue.ts';
import type { VenueParts } from './venue-parts.ts';

/**
 * The market of this process, over the venues that run it one after another. Where the books have moved on without
 * what a venue has matched, the next one is made from what is durable, as after a restart, and the process goes on:
 * members may move their money and set their limits at any moment (decision 3). The tenure of the one before is
 * over, so that nothing it still has under way is written.
 */
export class ReopeningVenue implements OrderGateway, OrderMatching, MarketFeed, MarketClock {
  readonly market: MarketView;
  /** Resolves with the reason when this process has nothing left to do: see `Venue.over`. */
  readonly over: Promise<string>;
  readonly #notifyOver: (why: string) => void;
  readonly #parts: VenueParts;
  readonly #listeners = new FeedListeners();
  #venue: Venue;
  /** The next venue, while it is made. */
  #next: Promise<Venue> | undefined;
  /** What the next venue has to hear: what came before is in the database when it is made. */
  #unheard: ((venue: Venue) => void)[] = [];
  #settlement: SettlementPort | undefined;
  #isRunning = false;
  #isStopping = false;
  #isPaused = false;

  private constructor(parts: VenueParts, venue: Venue) {
    this.#parts = parts;
    this.#venue = venue;
    const { promise, resolve } = Promise.withResolvers<string>();
    this.over = promise;
    this.#notifyOver = resolve;
    this.market = viewOver(() => this.#venue.market);
    this.#follow(venue);
  }

  /** See `Venue.open`. */
  static async open(parts: VenueParts): Promise<ReopeningVenue> {
    return new ReopeningVenue(parts, await Venue.open(parts));
  }

  /** See `Venue.resume`. */
  async resume(settlement: SettlementPort): Promise<void> {
    this.#settlement = settlement;
    await this.#venue.resume(settlement);
  }

  run(): void {
    this.#isRunning = true;
    this.#venue.run();
  }

  act(act: ClockAct): void {
    this.#isPaused = act === 'pause';
    this.#say((venue) => venue.act(act));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#next?.catch(() => undefined);
    await this.#venue.stop();
  }

  /**
   * See `OrderMatching.place`. Throws MatchUnwritable where the books have moved on: the next venue takes the orders.
   */
  async place<T>(write: (match: Match) => Promise<T>): Promise<T> {
    const venue = this.#next ? await this.#next : this.#venue;
    try {
      return await venue.place(write);
    } catch (error) {
      throw (error instanceof DatabaseAway && venue.movedOn) || error;
    }
  }

  /** See `Venue.advance`. */
  async advance(isEnough: (made: number) => Promise<boolean>): Promise<number> {
    const venue = this.#next ? await this.#next : this.#venue;
    return venue.advance(isEnough);
  }

  get writer(): Writer {
    return this.#venue.writer;
  }

  get at() {
    return this.#venue.at;
  }

  /** See `Venue.universe`. */
  get universe(): Universe {
    return this.#venue.universe;
  }

  get standsStill(): boolean {
    return this.#venue.standsStill;
  }

  submit(command: JournalledCommand): void {
    this.#say((venue) => venue.submit(command));
  }

  watch(trigger: WatchedTrigger): void {
    this.#say((venue) => venue.watch(trigger));
  }

  unwatch(id: bigint): void {
    this.#say((venue) => venue.unwatch(id));
  }

  marginsChanged(): void {
    this.#say((venue) => venue.marginsChanged());
  }

  placeFired(): void {
    this.#say((venue) => venue.placeFired());
  }

  async settled(seq: number): Promise<void> {
    const venue = this.#next ? await this.#next : this.#venue;
    await venue.settled(seq);
  }

  onQuotes(listener: (codes: readonly string[]) => void): () => void {
    return this.#listeners.onQuotes(listener);
  }

  onSession(listener: (now: MarketStatus) => void): () => void {
    return this.#listeners.onSession(listener);
  }

  #say(what: (venue: Venue) => void): void {
    if (this.#next) this.#unheard.push(what);
    else what(this.#venue);
  }

  #follow(venue: Venue): void {
    venue.onQuotes((codes) => this.#listeners.quotesChanged(codes));
    venue.onSession((now) => this.#listeners.sessionChanged(now));
    void venue.over.then((why) => {
      if (!venue.movedOn || this.#isStopping) return this.#notifyOver(why);
      this.#next = this.#reopened(venue);
      this.#next.catch((error: unknown) => {
        this.#parts.log.error({ err: error }, 'the market could not be opened again');
        this.#notifyOver(why);
      });
    });
  }

  /** Makes the next venue; waits for the database, and throws what else goes wrong. */
  async #reopened(before: Venue): Promise<Venue> {
    const began = performance.now();
    await before.leave();
    for (let failures = 1; ; failures += 1) {
      try {
        this.#venue = await Venue.open(this.#parts); // settlement looks at it while it is resumed
        await this.#venue.resume(this.#settlement!); // so was the one before
        break;
      } catch (error) {
        if (!(error instanceof DatabaseAway) || this.#isStopping) throw error;
        await restAfter(failures);
      }
    }
    const venue = this.#venue;
    this.#follow(venue);
    if (this.#isPaused) venue.act('pause');
    if (this.#isRunning) venue.run();
    this.#next = undefined;
    for (const what of this.#unheard.splice(0)) what(venue);
    const ms = Math.round(performance.now() - began);
    this.#parts.log.warn({ ms, epoch: venue.writer.epoch }, 'the market was opened again: the books had moved on');
    return venue;
  }
}

/** The view of whichever venue runs. */
const viewOver = (view: () => MarketView): MarketView => ({
  now: () => view().now(),
  phase: (code) => view().phase(code),
  blockReference: (code) => view().blockReference(code),
  instruments: () => view().instruments(),
  instrument: (code) => view().instrument(code),
  quote: (code) => view().quote(code),
  margin: (code) => view().margin(code),
  protectedRange: (code) => view().protectedRange(code),
  depth: (code, levels) => view().depth(code, levels),
  queueAhead: (code, orderId) => view().queueAhead(code, orderId),
  unitValue: (code) => view().unitValue(code),
  spark: (code, points) => view().spark(code, points),
  todayMinutes: (code) => view().todayMinutes(code),
});
