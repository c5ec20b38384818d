import { setTimeout as rest } from 'node:timers/promises';
import { beat, beginTenure } from '#modules/market/index.ts';
import { answerOrder, type OrderDesk } from '#modules/placing/index.ts';
import { createPlacing, FiredTriggers, tendTriggers, withWaiting } from '#modules/standing/index.ts';
import { createPortfolio } from '#modules/portfolio/index.ts';
import { createSettlementPort } from '#modules/day/index.ts';
import { journalledElsewhere } from '#modules/orders/index.ts';
import { withOfferings } from '#modules/offerings/index.ts';
import { LeaderLock } from '#src/adapters/leader-lock.ts';
import { postOutside } from '#src/adapters/post-outside.ts';
import { withPostbacks } from '#src/http/kite/postbacks.ts';
import type { NodeQuestions } from '#src/http/serve-nodes.ts';
import { listMarketJobs, runEvery, type RunningJobs } from '#src/jobs/index.ts';
import { createBatcher } from '#src/kernel/batcher.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Bus } from '#src/ports/bus.ts';
import { Candidate, type Won } from '#src/venue/candidate.ts';
import { Follower } from '#src/venue/follower.ts';
import { hasToWait } from '#src/venue/other-version.ts';
import { Venue } from '#src/venue/venue.ts';
import type { VenueParts } from '#src/venue/venue-parts.ts';

const BEAT_EVERY_MS = 250;
/** How often the journal is read for what other servers put there: while the bus is away, and while it is up. */
const TAIL_MS = { away: 100, up: 1_000 } as const;
/** After something went wrong while the market was taken over or followed. */
const TRY_AGAIN_MS = 200;
/** How often it checks whether the day of another version is over. */
const WAIT_MS = 1_000;

export type MarketKeeperParts = {
  /** All but the market of the tenure. */
  readonly deps: Omit<Deps, 'market' | 'venue' | 'portfolio'>;
  readonly venueParts: Omit<VenueParts, 'moved'>;
  readonly bus: Bus;
  readonly questions: NodeQuestions;
  readonly lock: LeaderLock;
  readonly address: string;
};

/**
 * Stands by and runs the market in turns: it follows the market until no other server runs it, takes it over where it
 * stands, and stands by again when another one has taken it over.
 */
export class MarketKeeper {
  readonly #parts: MarketKeeperParts;
  readonly #candidate: Candidate;
  readonly #stopping = new AbortController();
  #follower: Follower | undefined;
  #venue: Venue | undefined;
  #loops: RunningJobs | undefined;
  #takeOverMs: number | undefined;
  #running: Promise<void> | undefined;

  constructor(parts: MarketKeeperParts) {
    this.#parts = parts;
    const { deps, lock, address, bus } = parts;
    const node = deps.config.NODE_NAME;
    this.#candidate = new Candidate({ db: deps.db, lock, node, address, log: deps.log });
    bus.subscribe('market_left', ({ epoch }) => this.#candidate.hearLeft(epoch));
  }

  get isLeader(): boolean {
    return this.#venue !== undefined;
  }

  /** Of the market, as this server knows it. */
  get epoch(): number {
    return this.#venue?.writer.epoch ?? this.#follower?.epoch ?? 0;
  }

  get at() {
    return this.#venue?.at ?? this.#follower?.at;
  }

  get rebuilds(): number {
    return this.#follower?.rebuilds ?? 0;
  }

  /** How many steps the market is ahead of what this server could take over. */
  get lagSteps(): number {
    return this.#venue ? 0 : (this.#follower?.lagSteps ?? 0);
  }

  /** What is done again and again, while this server runs the market. */
  get loops(): RunningJobs | undefined {
    return this.#loops;
  }

  /** Whether this server neither runs the market nor could take it over at once. */
  get standsStill(): boolean {
    if (this.#venue) return this.#venue.standsStill;
    return this.#follower === undefined || this.#follower.standsStill;
  }

  /** From the moment in which the market was this server's until it went on, ms. */
  get takeOverMs(): number | undefined {
    return this.#takeOverMs;
  }

  run(): void {
    this.#running = this.#run();
  }

  /** Gives the market to another server: everything is settled, and the lock is free. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { log } = this.#parts.deps;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        this.#follower = await this.#follow();
        if (!this.#follower && (await hasToWait(this.#parts.deps.db))) {
          await rest(WAIT_MS, undefined, { ref: false, signal }).catch(() => undefined);
          continue;
        }
        const won = await this.#candidate.won(signal);
        if (won) await this.#lead(won);
      } catch (error) {
        log.error({ err: error }, 'this server could not keep the market');
        await this.#parts.lock.release();
        await rest(TRY_AGAIN_MS, undefined, { ref: false });
      }
      await this.#follower?.stop();
      this.#follower = undefined;
    }
    await this.#parts.lock.release();
  }

  /** Undefined where there is nothing to follow yet, or nothing that this version can: it is opened when it is won. */
  async #follow(): Promise<Follower | undefined> {
    const { venueParts, bus, deps } = this.#parts;
    const began = performance.now();
    try {
      const follower = await Follower.open({ ...venueParts, bus, isStandby: true });
      const ms = Math.round(performance.now() - began);
      if (follower) deps.log.info({ step: follower.at.step, ms }, 'this server stands by for the market');
      return follower;
    } catch (error) {
      deps.log.warn({ err: error }, 'the market cannot be followed');
      return undefined;
    }
  }

  async #lead({ frontier }: Won): Promise<void> {
    const { deps, bus, questions, lock, venueParts, address } = this.#parts;
    const { db, log, config } = deps;
    const began = performance.now();
    const parts: VenueParts = { ...venueParts, moved: (move) => bus.publish('market_moved', move) };
    const followed = frontier && (await this.#follower?.handOver(frontier));
    const venue = followed ? Venue.of(parts, followed) : await Venue.open(parts);
    const taken = frontier ?? (await beginTenure(db, { after: 0, node: config.NODE_NAME, address }));
    if (!taken) return; // another server was first
    const { epoch } = taken;
    const beating = setInterval(() => {
      void beat(db, epoch).catch(() => undefined);
      if (!lock.isHeld) void lock.take();
    }, BEAT_EVERY_MS).unref();
    let end: (() => Promise<void>) | undefined;
    let desk: OrderDesk | undefined;
    try {
      const { placing, settlement, own } = this.#tenureParts(venue);
      desk = placing.desk;
      await desk.takeOver();
      await venue.resume(settlement, taken);
      venue.run();
      this.#venue = venue;
      this.#takeOverMs = Math.round(performance.now() - began);
      log.info({ epoch, ms: this.#takeOverMs, isWarm: followed !== undefined }, 'this server runs the market');
      questions.begin(answerOrder(own, placing.desk));
      end = this.#hearOthers(own, venue);
      await Promise.race([venue.over, aborted(this.#stopping.signal)]);
    } finally {
      await end?.();
      // What was asked before is answered; what comes now is asked of the next server.
      await venue.leave();
      desk?.giveAllBack();
      questions.end();
      clearInterval(beating);
      this.#venue = undefined;
      bus.publish('market_left', { epoch });
      await lock.release();
      log.info({ epoch }, 'this server runs the market no more');
    }
  }

  #tenureParts(venue: Venue) {
    const { deps } = this.#parts;
    const { market } = venue;
    const post = postOutside(deps.config.PROGRAM_POSTBACKS);
    const own = withPostbacks({ ...deps, market, venue, portfolio: createPortfolio({ db: deps.db, market }) }, post);
    const placing = createPlacing(own);
    const fired = new FiredTriggers({ ...own, desk: placing.desk });
    const settlement = withWaiting(createSettlementPort(own, placing.desk), { ...own, fired, runs: placing.runs });
    return { own, placing, settlement: withOfferings(settlement, own) };
  }

  /** What other servers put into the journal goes to the exchange, whether the bus rings or not. */
  #hearOthers(own: Deps, venue: Venue): () => Promise<void> {
    const { bus, deps } = this.#parts;
    const warn = (error: unknown) => deps.log.warn({ err: error }, 'the journal could not be read');
    const tail = createBatcher(1_000, async (asked: readonly undefined[]) => {
      for (const command of await journalledElsewhere(deps)) venue.submit(command);
      return asked;
    });
    const look = () => void tail(undefined).catch(warn);
    let timer: NodeJS.Timeout;
    const again = () => {
      timer = setTimeout(() => {
        look();
        again();
      }, TAIL_MS[bus.state()]).unref();
    };
    again();
    const unsubscribe = bus.subscribe('market_asked', (what) => {
      if (what === 'journal') look();
      else if (what === 'triggers') void tendTriggers(own).catch(warn);
      else if (what === 'margins') venue.marginsChanged();
      else venue.placeFired();
    });
    const loops = runEvery(listMarketJobs(own), deps.log);
    this.#loops = loops;
    return async () => {
      clearTimeout(timer);
      unsubscribe();
      this.#loops = undefined;
      await loops.stop();
    };
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
