import { setImmediate as turn } from 'node:timers/promises';
import type { MarketStatus, TradingDay } from '@khara/market-day';
import { tradesAfter } from '@khara/market-day';
import type { Universe } from '@khara/universe';
import * as store from '#modules/market/index.ts';
import type { Bus } from '#src/ports/bus.ts';
import { DatabaseAway } from '#src/ports/database.ts';
import type { MarketMove } from '#src/ports/exchange.ts';
import type { MarketFeed, MarketView } from '#src/ports/market.ts';
import { currentStatus } from './current-status.ts';
import { FollowedDay } from './followed-day.ts';
import type { OpenedDay } from './open-day.ts';
import { MAX_PLAYED, openFollowed, readProgress, type OpenedFollowed } from './open-followed.ts';
import { DayMargins } from './margins.ts';
import { QuotePublisher } from './quote-publisher.ts';
import { STALE_AFTER_MS } from './snapshots.ts';
import type { VenueParts } from './venue-parts.ts';
import { createView } from './view.ts';

/** Without a word of the market within this time the database is asked how far it has come. */
const SILENT_AFTER_MS = 400;
const LOOK_EVERY_MS = 120;
/**
 * Moves in a row that do not fit and that the database does not explain: then this day is another than the market's.
 */
const MAX_MISSES = 4;
/** Commands that were applied lately, for those who ask a moment later. */
const REMEMBERED = 10_000;

export type FollowerParts = Omit<VenueParts, 'moved'> & {
  readonly bus: Bus;
  /** Whether this server may take the market over. */
  readonly isStandby?: boolean;
};

/**
 * Shows a market that another server runs: it plays the same day from what that server says, and from the database
 * where something was not heard. It never shows what is not durable.
 */
export class Follower implements MarketFeed {
  readonly market: MarketView;
  readonly #parts: FollowerParts;
  readonly #publisher: QuotePublisher;
  readonly #applied = new AppliedCommands();
  #followed: FollowedDay;
  #universe: Universe;
  #margins: OpenedFollowed['margins'];
  #dayMargins: DayMargins;
  #epoch = 0;
  /** How far the market has come, as it was heard last. */
  #heardOf = { marketDay: 0, step: 0 };
  #heardAt = 0;
  #movedAt = performance.now();
  #shown = '';
  #phases = '';
  #misses = 0;
  #rebuilds = 0;
  #queue: (MarketMove | 'look')[] = [];
  #isTurning = false;
  #isEnded = false;
  readonly #ends: (() => void)[] = [];

  private constructor(parts: FollowerParts, { followed, margins, universe }: OpenedFollowed) {
    this.#parts = parts;
    this.#universe = universe;
    this.#margins = margins;
    this.#dayMargins = new DayMargins(margins);
    this.#followed = this.#kept(followed.day);
    const day = () => this.#followed.day;
    this.market = createView({ day, margins: () => this.#dayMargins, now: currentStatus(day, parts.clock) });
    this.#publisher = new QuotePublisher(this.market);
    this.#ends.push(
      parts.bus.subscribe('market_moved', (move) => {
        this.#heardAt = performance.now();
        this.#hear(move);
      }),
    );
    const timer = setInterval(() => {
      if (performance.now() - this.#heardAt > SILENT_AFTER_MS && this.#queue.length === 0) this.#hear('look');
    }, LOOK_EVERY_MS).unref();
    this.#ends.push(() => clearInterval(timer));
  }

  /** The running day, as far as it is durable; undefined before the first one of the installation. */
  static async open(parts: FollowerParts): Promise<Follower | undefined> {
    const opened = await openFollowed(parts, followerOptions(parts));
    return opened && new Follower(parts, opened);
  }

  get at() {
    const { inputs, step } = this.#followed.day;
    return { marketDay: inputs.marketDay, step };
  }

  /** What days to come are made of: see `Venue.universe`. */
  get universe(): Universe {
    return this.#universe;
  }

  /** Of the server that runs the market, as it was heard last. */
  get epoch(): number {
    return this.#epoch;
  }

  /** How often the day had to be made again from a snapshot, although it was the same. */
  get rebuilds(): number {
    return this.#rebuilds;
  }

  /** How many steps of this day the market is known to be ahead; of a later one all of them. */
  get lagSteps(): number {
    const { marketDay, step } = this.at;
    const { marketDay: heardDay, step: heardStep } = this.#heardOf;
    if (heardDay > marketDay) return this.day.inputs.plan.steps - step + heardStep;
    return heardDay === marketDay ? Math.max(0, heardStep - step) : 0;
  }

  /** Whether prices do not move although they should. */
  get standsStill(): boolean {
    return performance.now() - this.#movedAt > STALE_AFTER_MS && !this.day.isOver;
  }

  /** State of the day that is followed, for tests and figures. */
  get day(): TradingDay {
    return this.#followed.day;
  }

  /** Resolves when a command has its place in the market, and what it caused is settled; or when `signal` says so. */
  settled(seq: number, signal: AbortSignal): Promise<void> {
    return this.#applied.has(seq, signal);
  }

  onQuotes(listener: (codes: readonly string[]) => void): () => void {
    return this.#publisher.onQuotes(listener);
  }

  onSession(listener: (now: MarketStatus) => void): () => void {
    return this.#publisher.onSession(listener);
  }

  /** Ends following: nothing moves any more. */
  async stop(): Promise<void> {
    this.#isEnded = true;
    for (const end of this.#ends.splice(0)) end();
    while (this.#isTurning) await turn();
  }

  /**
   * Ends following, and answers the day for a server that has taken the market over at this frontier; undefined when it
   * is not the one that is followed, or the database knows less: then it is opened from there.
   */
  async handOver(frontier: store.Frontier): Promise<OpenedDay | undefined> {
    await this.stop();
    const { day, letGo } = this.#followed;
    const { marketDay } = day.inputs;
    if (frontier.marketDay !== marketDay || day.step > frontier.step || letGo > frontier.settledEvent) return undefined;
    const [newest, stored] = await Promise.all([
      store.newestDay(this.#parts.db),
      store.storedTradesUpTo(this.#parts.db, marketDay),
    ]);
    const trades = day.trades.take();
    const unsavedTrades = trades && tradesAfter(trades, stored);
    const isStored = newest?.closedAt !== undefined;
    return {
      day,
      margins: this.#margins,
      universe: this.#universe,
      isStored,
      isFollowed: true,
      ...(unsavedTrades && { unsavedTrades }),
    };
  }

  // ---- what is heard ------------------------------------------------------------------------------------------------

  #hear(what: MarketMove | 'look'): void {
    if (this.#isEnded) return;
    this.#queue.push(what);
    if (this.#isTurning) return;
    this.#isTurning = true;
    void this.#turn();
  }

  async #turn(): Promise<void> {
    for (let what = this.#queue.shift(); what !== undefined && !this.#isEnded; what = this.#queue.shift()) {
      try {
        if (what === 'look') await this.#look();
        else await this.#follow(what);
      } catch (error) {
        this.#parts.log.warn({ err: error }, 'the market could not be followed');
        // The database may be away: then what is shown stays as it is, and the next look goes on from there.
        if (!(error instanceof DatabaseAway)) await this.#rebuild('what was heard does not fit').catch(() => undefined);
      }
    }
    this.#isTurning = false;
  }

  async #follow(move: MarketMove): Promise<void> {
    // A server that takes the market over says so in the database before it says anything on the bus. An epoch that the
    // database does not know is no server's: it must not make this one deaf to the one that runs the market.
    if (move.epoch > this.#epoch) await this.#look();
    if (move.epoch !== this.#epoch) return; // of a server that was replaced, or of none
    this.#heardOf = move;
    const { marketDay } = this.at;
    if (move.marketDay < marketDay) return;
    if (move.marketDay > marketDay) return this.#rebuild();
    let played = this.#followed.play(move);
    if (played === 'missing') {
      await this.#look();
      if (this.at.marketDay !== move.marketDay) return;
      played = this.#followed.play(move);
    }
    this.#misses = played === 'missing' ? this.#misses + 1 : 0;
    if (played === 'differs' || this.#misses > MAX_MISSES) return this.#rebuild('the day differs from the market');
    this.#show();
  }

  /** Asks the database how far the market has come, and goes there. */
  async #look(): Promise<void> {
    const { marketDay, step } = this.at;
    const { frontier, commands } = await this.#parts.db.snapshot((tx) => readProgress(tx, marketDay, step));
    if (!frontier || this.#isEnded) return;
    this.#epoch = Math.max(this.#epoch, frontier.epoch);
    this.#heardOf = frontier;
    if (frontier.marketDay > marketDay) return this.#rebuild();
    if (frontier.step - step > MAX_PLAYED) return this.#rebuild('the market has gone far ahead');
    this.#followed.catchUp(commands, { toStep: frontier.step, at: this.#parts.clock.now(), isNoted: true });
    this.#show();
  }

  /** Makes the day anew, from the newest snapshot. Until then what was shown last is shown. */
  async #rebuild(why?: string): Promise<void> {
    if (why !== undefined) {
      this.#rebuilds += 1;
      this.#parts.log.warn({ why }, 'the market is followed anew');
    }
    this.#misses = 0;
    const opened = await openFollowed(this.#parts, followerOptions(this.#parts));
    if (!opened || this.#isEnded) return;
    this.#followed = this.#kept(opened.followed.day);
    this.#universe = opened.universe;
    this.#margins = opened.margins;
    this.#dayMargins = new DayMargins(opened.margins);
    this.#show();
  }

  #kept(day: TradingDay): FollowedDay {
    return new FollowedDay(day, { ...followerOptions(this.#parts), onApplied: ({ seq }) => this.#applied.add(seq) });
  }

  #show(): void {
    const { day } = this.#followed;
    const { marketDate, session } = this.market.now();
    const shown = `${marketDate} ${day.step}`;
    if (shown !== this.#shown) this.#movedAt = performance.now();
    this.#shown = shown;
    const phases = `${marketDate} ${session} ${day.phaseNo}`;
    if (phases !== this.#phases) this.#publisher.publishSession();
    this.#phases = phases;
    this.#publisher.publishQuotes(day);
  }
}

const followerOptions = ({ isStandby = false }: FollowerParts) => ({ keepsTrades: isStandby });

/** Commands that were applied lately, and those that are waited for. */
class AppliedCommands {
  readonly #seqs = new Set<number>();
  readonly #waiting = new Map<number, Set<() => void>>();

  add(seq: number): void {
    this.#seqs.add(seq);
    if (this.#seqs.size > REMEMBERED) this.#seqs.delete(this.#seqs.values().next().value!);
    for (const resolve of this.#waiting.get(seq) ?? []) resolve();
    this.#waiting.delete(seq);
  }

  has(seq: number, signal: AbortSignal): Promise<void> {
    if (this.#seqs.has(seq) || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const same = this.#waiting.get(seq) ?? new Set();
      this.#waiting.set(seq, same.add(resolve));
      signal.addEventListener(
        'abort',
        () => {
          same.delete(resolve);
          if (same.size === 0) this.#waiting.delete(seq);
          resolve();
        },
        { once: true },
      );
    });
  }
}
