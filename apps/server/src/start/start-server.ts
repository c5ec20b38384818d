import { createHistory, historyDays } from '@khara/history';
import type { Logger } from 'pino';
import { seedArticles } from '#modules/articles/index.ts';
import { seedVotes } from '#modules/votes/index.ts';
import { restorePause } from '#modules/classes/index.ts';
import { bootstrapStaff } from '#modules/console/index.ts';
import { readFirstMarketDate, warmHistory } from '#modules/market/index.ts';
import { postOutside } from '#src/adapters/post-outside.ts';
import { tellStart } from '#src/adapters/terminal.ts';
import type { Config } from '#src/config.ts';
import { SocketHub } from '#src/http/socket-hub.ts';
import { withPostbacks } from '#src/http/kite/postbacks.ts';
import { tellMembers } from '#src/http/tell-members.ts';
import { followBooks, runEvery, listSessionJobs, type RunningJobs } from '#src/jobs/index.ts';
import type { Shutdown } from '#src/kernel/shutdown.ts';
import { seedOfHistory } from '#src/venue/seeds.ts';
import { rebuildsFigure } from './bus-figure.ts';
import { drain } from './drain.ts';
import { startJobs } from './jobs.ts';
import { openLan } from './lan.ts';
import { lagFigure, loopsFigure, marketFigures, successFigure, violationsFigure } from './market-figures.ts';
import { openFollowedMarket, openOwnMarket } from './market.ts';
import { buildPages } from './pages.ts';
import { hasPart } from './roles.ts';
import { serveHealth } from './serve-health.ts';
import { startVenue } from './start-venue.ts';
import { startCommon, type Common } from './start-common.ts';

/**
 * Starts everything that the server's role has, in the order in which one part needs another. Answers the address, and
 * how to end it all in the opposite order.
 */
export async function startServer(config: Config, log: Logger, shutdown: Shutdown) {
  const common = await startCommon(config, log, shutdown);
  if (hasPart(config.ROLE, 'market keeper')) return startVenue(common);
  const { databases, deps, venueParts, bus, room, state, web, release, universe, timings } = common;
  const { db } = databases;

  tellStart('market');
  const opened = hasPart(config.ROLE, 'market')
    ? await openOwnMarket(venueParts)
    : await openFollowedMarket(venueParts, bus, shutdown);
  const { market, feed, portfolio, venue } = opened;
  const post = postOutside(deps.config.PROGRAM_POSTBACKS);
  const marketClock = 'clock' in opened ? opened.clock : undefined;
  const own = withPostbacks({ ...deps, market, portfolio, venue, marketClock }, post);
  const firstStaff = await addFirstContent(own, common);
  const { placing, loops: loopsOfMarket, advance } = await opened.resume(own, shutdown);

  await restorePause(own);

  tellStart('jobs');
  const firstDate = await readFirstMarketDate(db);
  if (firstDate === undefined) throw new Error('The market has no first day');
  const history = createHistory({
    seed: seedOfHistory({ installSecret: deps.keys.installSecret, fixedSeed: config.MARKET_SEED }, firstDate),
    days: historyDays(firstDate),
    issuers: opened.issuers(),
    indices: universe.indices,
  });
  const doesJobs = hasPart(config.ROLE, 'jobs');
  const lock = doesJobs && config.ROLE !== 'all' ? common.lockFor('loops') : undefined;
  const jobs = doesJobs ? await startJobs(own, databases.openLongQueries(), shutdown, history, lock) : undefined;
  const loops: Pick<RunningJobs, 'sinceSuccess'>[] = [loopsOfMarket, ...(jobs ? [jobs] : [])];
  const figuresOfMarket = [
    ...marketFigures(opened.at),
    ...('follower' in opened
      ? [rebuildsFigure(() => opened.follower.rebuilds), lagFigure(() => opened.follower.lagSteps)]
      : [timings.settleSeconds, timings.settleOrders]),
    successFigure(() => loops),
    timings.commit,
  ];
  const failing: (() => readonly string[])[] = [loopsOfMarket.failing, ...(jobs ? [jobs.failing] : [])];
  state.marketStandsStill = opened.standsStill;
  state.failingJobs = () => failing.flatMap((of) => of());
  if (!hasPart(config.ROLE, 'pages')) {
    if (jobs) state.moneyStopped = jobs.books.stopped;
    const figures = [
      ...figuresOfMarket,
      ...(jobs ? [violationsFigure(jobs.books.violations), loopsFigure(jobs.runsLoops)] : []),
    ];
    const port = await serveHealth(common, deps, { bus, figures });
    return {
      ...ended(common),
      port,
      marketOver: opened.over,
      hasWeb: false,
      firstStaff,
      lan: undefined,
      visited: undefined,
    };
  }

  tellStart('pages');
  const hub = new SocketHub({ market, feed, sessions: deps.sessions, clock: deps.clock });
  tellMembers(own, bus, hub);
  const followed = jobs ? undefined : followBooks(db);
  const books = jobs?.books ?? followed!;
  const sessionLoops = runEvery(
    [
      ...listSessionJobs(own, hub),
      ...(followed ? [{ name: 'books', everyMs: 400, work: followed.look }] : []),
      ...(release?.jobs ?? []),
    ],
    log,
  );
  failing.push(sessionLoops.failing);
  loops.push(sessionLoops);
  shutdown.add('loops of sessions', sessionLoops.stop);
  state.moneyStopped = books.stopped;
  const keysDir = databases.nodeKeyDirs[0]!;
  const house = config.LAN === 'on' ? await openLan({ config, keysDir, port: room.port, log, shutdown }) : undefined;
  const { app, sockets } = await buildPages(own, {
    ...databases,
    bus,
    state,
    web,
    release,
    placing,
    advance,
    hub,
    feed,
    history,
    books,
    figures: figuresOfMarket,
    shutdown,
    lan: house?.lan,
  });
  await app.ready();
  house?.serve(app);
  await room.close();
  await app.listen({ host: config.HOST, port: room.port, listenTextResolver: () => 'listening' });
  shutdown.add('http', () => app.close());
  shutdown.add('drain', () => drain(config, state, sockets));
  opened.run();
  state.ready = true;
  const codes = [...opened.issuers(), ...universe.indices].map(({ code }) => code);
  shutdown.add('history', warmHistory(history, codes));
  return {
    ...ended(common),
    port: room.port,
    marketOver: opened.over,
    hasWeb: web !== undefined,
    firstStaff,
    lan: house?.lan,
    visited: house?.visited,
  };
}

const ended = ({ databases }: Common) => ({ databaseEnded: databases.ended });

/** Accounts of the back office that were made now. */
async function addFirstContent(
  deps: Parameters<typeof seedArticles>[0] &
    Parameters<typeof seedVotes>[0] &
    Omit<Parameters<typeof bootstrapStaff>[0], 'door'>,
  { databases, deps: { config } }: Common,
): Promise<Awaited<ReturnType<typeof bootstrapStaff>>> {
  if (!hasPart(config.ROLE, 'first content')) return [];
  const [staff] = await Promise.all([
    bootstrapStaff({ ...deps, door: databases.door }),
    seedArticles(deps),
    seedVotes(deps),
  ]);
  return staff;
}
