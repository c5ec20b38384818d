import { setTimeout as rest } from 'node:timers/promises';
import { STEP_MS } from '@khara/market-day';
import { readTenure } from '#modules/market/index.ts';
import { createPlacing, FiredTriggers, withWaiting } from '#modules/standing/index.ts';
import { createPortfolio } from '#modules/portfolio/index.ts';
import { createSettlementPort } from '#modules/day/index.ts';
import { RemoteDesk } from '#modules/placing/index.ts';
import { withOfferings } from '#modules/offerings/index.ts';
import type { Advance } from '#src/http/sim.ts';
import { WebSocketLine } from '#src/adapters/node-line.ts';
import { listMarketJobs, runEvery, type Job, type RunningJobs } from '#src/jobs/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Shutdown } from '#src/kernel/shutdown.ts';
import type { Bus } from '#src/ports/bus.ts';
import { Follower } from '#src/venue/follower.ts';
import { remoteGateway } from '#src/venue/remote-gateway.ts';
import { ReopeningVenue } from '#src/venue/reopening-venue.ts';
import type { VenueParts } from '#src/venue/venue-parts.ts';

/** How often a follower looks whether the first market day has begun. */
const LOOK_AGAIN_MS = 100;

/** What has to happen by itself happens where the market runs. */
const NO_LOOPS: Pick<RunningJobs, 'failing' | 'sinceSuccess'> = { failing: () => [], sinceSuccess: () => [] };

export type DepsBesideMarket = Omit<Deps, 'market' | 'venue' | 'portfolio'>;

/** The market in this process, from the start: of an installation of one server. */
export async function openOwnMarket(parts: VenueParts) {
  const venue = await ReopeningVenue.open(parts);
  const { market } = venue;
  return {
    market,
    venue,
    clock: venue,
    feed: venue,
    portfolio: createPortfolio({ db: parts.db, market }),
    at: () => venue.at,
    issuers: () => venue.universe.issuers,
    standsStill: () => venue.standsStill,
    over: venue.over,
    /** The market goes on where it stood. */
    async resume(
      deps: DepsBesideMarket & { readonly market: Deps['market']; readonly portfolio: Deps['portfolio'] },
      shutdown: Shutdown,
    ) {
      const own = { ...deps, venue };
      const placing = createPlacing(own);
      const fired = new FiredTriggers({ ...own, desk: placing.desk });
      const settlement = withWaiting(createSettlementPort(own, placing.desk), { ...own, fired, runs: placing.runs });
      await venue.resume(withOfferings(settlement, own));
      shutdown.add('market', () => venue.stop());
      const jobs = listMarketJobs(own);
      if (own.config.MARKET_PROFILE === 'stepped')
        return { placing, loops: NO_LOOPS, advance: advanceWith(venue, jobs) };
      const loops = runEvery(jobs, own.log);
      shutdown.add('loops of the market', loops.stop);
      return { placing, loops, advance: undefined };
    },
    run: () => venue.run(),
  };
}

/**
 * Steps of a stepped market. What has to happen again and again in real time happens here after the number of steps
 * that take as long.
 */
function advanceWith(venue: ReopeningVenue, jobs: readonly Job[]): Advance {
  let steps = 0;
  return (isEnough) =>
    venue.advance(async (made) => {
      steps += 1;
      for (const { everyMs, work } of jobs) if (steps % Math.ceil(everyMs / STEP_MS) === 0) await work();
      return isEnough(made);
    });
}

/** The market of another server, followed in this process. Waits for the first market day of the installation. */
export async function openFollowedMarket(parts: VenueParts, bus: Bus, shutdown: Shutdown) {
  const follower = await opened(parts, bus);
  shutdown.add('following the market', () => follower.stop());
  const { market } = follower;
  return {
    market,
    venue: remoteGateway(follower, bus),
    feed: follower,
    follower,
    portfolio: createPortfolio({ db: parts.db, market }),
    at: () => follower.at,
    issuers: () => follower.universe.issuers,
    standsStill: () => follower.standsStill,
    over: new Promise<string>(() => undefined),
    async resume(deps: DepsBesideMarket & { readonly market: Deps['market']; readonly portfolio: Deps['portfolio'] }) {
      const own = { ...deps, venue: remoteGateway(follower, bus) };
      const line = new WebSocketLine({
        leader: async () => {
          const tenure = await readTenure(deps.db);
          return tenure?.holder && { epoch: tenure.epoch, address: tenure.holder.address };
        },
        installSecret: deps.keys.installSecret,
        now: () => deps.clock.now(),
        log: deps.log,
      });
      shutdown.add('line to the market', () => line.close());
      bus.subscribe('market_moved', ({ epoch }) => line.moved(epoch));
      follower.onQuotes(() => line.moved(follower.epoch)); // the bus may have lost it
      return { placing: createPlacing(own, new RemoteDesk(own, line)), loops: NO_LOOPS, advance: undefined };
    },
    run: () => undefined,
  };
}

async function opened(parts: VenueParts, bus: Bus): Promise<Follower> {
  for (;;) {
    const follower = await Follower.open({ ...parts, bus });
    if (follower) return follower;
    await rest(LOOK_AGAIN_MS);
  }
}
