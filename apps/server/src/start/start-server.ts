import { setTimeout as rest } from 'node:timers/promises';
import { createHistory, historyDays } from '@khara/history';
import { readUniverse } from '@khara/universe/node';
import type { Logger } from 'pino';
import { seedArticles } from '#modules/articles/index.ts';
import { seedVotes } from '#modules/votes/index.ts';
import { createSessions } from '#modules/accounts/index.ts';
import { bootstrapStaff } from '#modules/console/index.ts';
import { createListings, withOfferings } from '#modules/offerings/index.ts';
import { firstMarketDateOf, warmHistory } from '#modules/market/index.ts';
import {
  createSettlementPort,
  createPlacing,
  createPortfolio,
  FiredTriggers,
  withWaiting,
} from '#modules/orders/index.ts';
import { openBus } from '#src/adapters/bus/open-bus.ts';
import { argon2Passwords } from '#src/adapters/argon2-passwords.ts';
import { drawEntropy } from '#src/adapters/draw-entropy.ts';
import { drawThread } from '#src/adapters/draw-thread.ts';
import { sharpPictures } from '#src/adapters/pictures.ts';
import { sandboxRail } from '#src/adapters/sandbox-rail.ts';
import { systemClock, systemRandom } from '#src/adapters/system.ts';
import { tellStart } from '#src/adapters/terminal.ts';
import type { Config } from '#src/config.ts';
import { SocketHub } from '#src/http/socket-hub.ts';
import { pushesOver, tellMembers } from '#src/http/tell-members.ts';
import { openStartupServer } from '#src/http/startup-server.ts';
import { newServerState } from '#src/http/state.ts';
import { RELEASE } from '#src/kernel/release.ts';
import type { Shutdown } from '#src/kernel/shutdown.ts';
import { PRACTICE, whyNotThisRail } from '#src/security/real-money.ts';
import { seedOfHistory } from '#src/venue/seeds.ts';
import { Venue } from '#src/venue/venue.ts';
import { openDatabases } from './databases.ts';
import { openKeys } from './installed-keys.ts';
import { startJobs } from './jobs.ts';
import { buildPages, webFiles } from './pages.ts';

/** Time after SIGTERM in which the server still answers, so that a load balancer has time to see /healthz. */
const DRAIN_MS = 1000;

/**
 * Starts everything, in the order in which one part needs another. Answers the address, and how to end it all
 * in the opposite order.
 */
export async function startServer(config: Config, log: Logger, shutdown: Shutdown) {
  const clock = systemClock;
  const random = systemRandom;
  const room = await openStartupServer({ host: config.HOST, port: config.PORT });
  shutdown.add('waiting room', () => room.close());

  tellStart('database');
  const databases = await openDatabases(config, log, shutdown);
  const { db, door } = databases;
  const keys = await openKeys(databases.keysDir, db, log);

  tellStart('market');
  const universe = readUniverse();
  const { installSecret } = keys;
  const venue = await Venue.open({ config, db, clock, installSecret, universe, listings: createListings(db), log });
  const { market } = venue;
  const sessions = createSessions({ db, clock });
  const hub = new SocketHub({ market, feed: venue, sessions, clock });
  const bus = openBus(config, databases.busConnection, log);
  shutdown.add('bus', () => bus.close());
  const rail = sandboxRail({ db, clock, decides: config.RAILS === 'manual' ? 'people' : 'sandbox' });
  const refusal = whyNotThisRail(rail, PRACTICE);
  if (refusal !== undefined) throw new Error(refusal);
  const jobs = await databases.queueOpened;
  const draws = drawThread();
  shutdown.add('draws', () => draws.stop());
  const web = webFiles();
  const deps = {
    config,
    db,
    clock,
    random,
    keys,
    log,
    market,
    venue,
    rail,
    jobs,
    portfolio: createPortfolio({ db, market }),
    pushes: pushesOver(bus),
    sessions,
    passwords: argon2Passwords(keys.passwordPepper, random),
    pictures: sharpPictures(),
    offerings: { seeds: universe.offerings, entropy: drawEntropy(config, clock), draws },
    webVersion: web?.version ?? RELEASE.version,
  };
  tellMembers(deps, bus, hub);
  const [firstStaff] = await Promise.all([bootstrapStaff({ ...deps, door }), seedArticles(deps), seedVotes(deps)]);
  const placing = createPlacing(deps);
  const fired = new FiredTriggers({ ...deps, desk: placing.desk });
  const settlement = withWaiting(createSettlementPort(deps), { ...deps, fired, runs: placing.runs });
  await venue.resume(withOfferings(settlement, deps));
  shutdown.add('market', () => venue.stop());

  tellStart('jobs');
  const firstDate = await firstMarketDateOf(db);
  if (firstDate === undefined) throw new Error('The market has no first day');
  const history = createHistory({
    seed: seedOfHistory({ installSecret, fixedSeed: config.MARKET_SEED }, firstDate),
    days: historyDays(firstDate),
    issuers: venue.universe.issuers,
    indices: universe.indices,
  });
  const { books, failing } = await startJobs(deps, hub, databases.openLongQueries(), shutdown, history);

  tellStart('pages');
  const state = newServerState();
  state.moneyStopped = books.stopped;
  state.marketStandsStill = () => venue.standsStill;
  state.failingJobs = failing;
  const app = await buildPages(deps, {
    ...databases,
    bus,
    state,
    web,
    placing,
    hub,
    feed: venue,
    history,
    books,
    shutdown,
  });
  await app.ready();
  await room.close();
  await app.listen({ host: config.HOST, port: room.port, listenTextResolver: () => 'listening' });
  shutdown.add('http', () => app.close());
  shutdown.add('drain', async () => {
    state.draining = true;
    await rest(DRAIN_MS);
  });
  venue.run();
  state.ready = true;
  const codes = [...venue.universe.issuers, ...universe.indices].map(({ code }) => code);
  shutdown.add('history', warmHistory(history, codes));
  return {
    port: room.port,
    databaseEnded: databases.ended,
    marketOver: venue.over,
    hasWeb: web !== undefined,
    firstStaff,
  };
}
