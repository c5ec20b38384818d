import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { createHistory, historyDays } from '@khara/history';
import { hex } from '@khara/proof';
import type { Logger } from 'pino';
import { seedArticles } from '#modules/articles/index.ts';
import { seedVotes } from '#modules/votes/index.ts';
import { createSessions } from '#modules/accounts/index.ts';
import { bootstrapStaff } from '#modules/console/index.ts';
import { rotateLogKey } from '#modules/ledger/index.ts';
import { recordRules } from '#modules/credit/index.ts';
import { createListings, withOfferings } from '#modules/offerings/index.ts';
import { createCharts, createWatchlists, firstMarketDateOf, warmHistory, watchAlerts } from '#modules/market/index.ts';
import { createSettlementPort, createPortfolio, OrderDesk } from '#modules/orders/index.ts';
import { RELEASE } from '#src/kernel/release.ts';
import { argon2Passwords } from './adapters/argon2-passwords.ts';
import { openDatabase } from './adapters/database.ts';
import { drawEntropy } from './adapters/draw-entropy.ts';
import { drawThread } from './adapters/draw-thread.ts';
import { documentThread } from './adapters/document-thread.ts';
import { installKeys, preparedLogKey } from './adapters/install-keys.ts';
import { openJobQueue } from './adapters/job-queue.ts';
import { keysOf } from './adapters/keys.ts';
import { openLog } from './adapters/log.ts';
import { sharpPictures } from './adapters/pictures.ts';
import { sandboxRail } from './adapters/sandbox-rail.ts';
import { systemClock, systemRandom } from './adapters/system.ts';
import { openPool } from './adapters/postgres.ts';
import { endProgress, failedText, startedText, tellStart } from './adapters/terminal.ts';
import { readUniverse } from '@khara/universe/node';
import { buildApp } from './app.ts';
import { readConfig, roleUrlsOf, type Config } from './config.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { handlersOf } from '#src/http/handlers.ts';
import { routeConsoleCalls } from './http/console-calls.ts';
import { SocketHub } from './http/socket-hub.ts';
import { serveSocket } from './http/socket.ts';
import { newServerState } from './http/state.ts';
import { openStartupServer } from '#src/http/startup-server.ts';
import { findWebFiles } from './http/web-files.ts';
import { jobHandlersOf, jobsOf, runEvery, watchBooks } from './jobs/index.ts';
import { PRACTICE, whyNotThisRail } from '#src/security/real-money.ts';
import { createShutdown, type Shutdown } from '#src/kernel/shutdown.ts';
import { seedOfHistory } from './venue/seeds.ts';
import { Venue } from './venue/venue.ts';

const WEB_DIRECTORY = path.join(import.meta.dirname, '../../web/dist');
const CONSOLE_DIRECTORY = path.join(import.meta.dirname, '../../console/dist');
/** For so long after SIGTERM the server goes on answering, so that a load balancer has time to see /healthz. */
const DRAIN_MS = 1000;
/** So long the daily check of the whole ledger may take. */
const CHECK_ALL_MS = 3_600_000;
/** By then everything has ended, or the process ends without it: nothing that was acknowledged is lost either way. */
const SHUTDOWN_TIMEOUT_MS = 25_000;

/**
 * Starts everything, in the order in which one part needs another. Answers the address, and how to end it all
 * in the opposite order.
 */
async function start(config: Config, log: Logger, shutdown: Shutdown) {
  const clock = systemClock;
  const random = systemRandom;
  const dataDir = path.resolve(config.DATA_DIR);
  const keysDir = path.resolve(config.KEYS_DIR ?? keysOf(dataDir));
  const room = await openStartupServer({ host: config.HOST, port: config.PORT });
  shutdown.add('waiting room', () => room.close());

  tellStart('database');
  const database = await openDatabase({
    dataDir,
    keysDir,
    databaseUrl: config.DATABASE_URL,
    roleUrls: roleUrlsOf(config),
    hasKeys: true,
    log: (message) => log.info(message),
  });
  shutdown.add('database', () => database.stop(), { evenAtOnce: true });
  const db = database.open('khara_app');
  shutdown.add('database connections', () => db.close());
  const backOffice = database.open('khara_console', { max: 3 });
  shutdown.add('connections of the back office', () => backOffice.close());
  const door = database.open('khara_staff', { max: 2 });
  shutdown.add('connections of who signs in to it', () => door.close());
  // It opens while the market is being read.
  const queueOpened = openJobQueue({
    connection: database.connection('khara_job'),
    onError: (error) => log.error({ err: error }, 'job queue'),
  });
  queueOpened.catch(() => undefined); // heard where it is waited for
  shutdown.add('job queue', async () => (await queueOpened.catch(() => undefined))?.stop());

  let keys = await installKeys(keysDir);
  const nextKey = await preparedLogKey(keysDir, keys);
  if (nextKey) {
    await rotateLogKey(db, keys.log, nextKey.key);
    await nextKey.adopt();
    keys = { ...keys, log: nextKey.key };
    log.warn({ publicKey: hex(nextKey.key.publicKey) }, 'another key signs the log from now on');
  }
  const universe = readUniverse();
  const { installSecret } = keys;
  tellStart('market');
  const venue = await Venue.open({ config, db, clock, installSecret, universe, listings: createListings(db), log });
  const { market } = venue;
  const sessions = createSessions({ db, clock });
  const hub = new SocketHub({ market, feed: venue, sessions, clock });
  const web = findWebFiles(WEB_DIRECTORY, RELEASE.version);
  const rail = sandboxRail({ db, clock, decides: config.RAILS === 'manual' ? 'people' : 'sandbox' });
  const refusal = whyNotThisRail(rail, PRACTICE);
  if (refusal !== undefined) throw new Error(refusal);
  const jobs = await queueOpened;
  const draws = drawThread();
  shutdown.add('draws', () => draws.stop());
  const deps: Deps = {
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
    pushes: hub,
    sessions,
    passwords: argon2Passwords(keys.passwordPepper, random),
    pictures: sharpPictures(),
    offerings: { seeds: universe.offerings, entropy: drawEntropy(config, clock), draws },
    webVersion: web?.version ?? RELEASE.version,
  };
  const [firstStaff] = await Promise.all([bootstrapStaff({ ...deps, door }), seedArticles(deps), seedVotes(deps)]);
  await venue.resume(withOfferings(createSettlementPort(deps), deps));
  shutdown.add('market', () => venue.stop());
  tellStart('jobs');
  const longLimits = { statement_timeout: CHECK_ALL_MS, query_timeout: CHECK_ALL_MS };
  const longQueries = openPool({ ...database.connection('khara_job'), ...longLimits, max: 1 });
  shutdown.add('connection of the checks', () => longQueries.close());
  const books = watchBooks({ db, longQueries, log });
  await books.check();
  await recordRules(db);
  await jobs.work(jobHandlersOf(deps));
  const loops = runEvery(jobsOf(deps, books), log);
  shutdown.add('jobs', loops.stop);

  const firstDate = await firstMarketDateOf(db);
  if (firstDate === undefined) throw new Error('The market has no first day');
  const history = createHistory({
    seed: seedOfHistory({ installSecret, fixedSeed: config.MARKET_SEED }, firstDate),
    days: historyDays(firstDate),
    issuers: venue.universe.issuers,
    indices: universe.indices,
  });
  tellStart('pages');
  const alerts = await watchAlerts(deps, venue);
  shutdown.add('alerts', () => alerts.stop());
  const printer = documentThread();
  shutdown.add('documents', () => printer.stop());
  const handlers = handlersOf(
    {
      charts: createCharts({ db, history, market }),
      watchlists: createWatchlists(db),
      alerts,
    },
    new OrderDesk(deps),
    printer,
  );
  const state = newServerState();
  state.moneyStopped = books.stopped;
  state.marketStandsStill = () => venue.standsStill;
  state.failingJobs = () => [...(jobs.isFailing() ? ['queue'] : []), ...loops.failing()];
  const app = await buildApp(deps, handlers, {
    state,
    web,
    console: findWebFiles(CONSOLE_DIRECTORY, RELEASE.version),
    data: (app) =>
      routeConsoleCalls(app, { ...deps, backOffice, door, booksStopped: () => books.stopped() !== undefined }),
    more: (app) => serveSocket(app, hub, config.PUBLIC_ORIGINS),
    figures: [
      {
        name: 'khara_ws_buffered_bytes',
        help: 'Bytes sent to sockets that the network has not taken yet.',
        read: () => hub.bufferedBytes(),
      },
      {
        name: 'khara_audit_violations',
        help: 'What contradicts the books, by the checks that run every minute.',
        read: () => books.violations(),
      },
    ],
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
  shutdown.add(
    'history',
    warmHistory(
      history,
      [...venue.universe.issuers, ...universe.indices].map(({ code }) => code),
    ),
  );
  return {
    port: room.port,
    databaseEnded: database.ended,
    marketOver: venue.over,
    hasWeb: web !== undefined,
    firstStaff,
  };
}

function configured(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    console.error(`${messageOf(error)}\nnpm start -- --help lists the variables.`);
    return process.exit(1);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const config = configured();
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
// On a terminal, where lines are not collected, only what needs a person is shown unless more is asked for.
const level = process.stdout.isTTY && !process.env['LOG_LEVEL'] ? 'warn' : config.LOG_LEVEL;
const log = openLog(level, { forward: config.LOG_FORWARD, readable: process.stdout.isTTY });
const shutdown = createShutdown(log);

let endingSince: number | undefined;
/** Ctrl+C reaches us from the terminal and from a process that forwards it: those two are one. */
const SAME_SIGNAL_MS = 1500;
/** Ends the process: cleanly the first time it is asked to; asked again it waits for its database alone. */
async function end(code: number, why: string): Promise<void> {
  if (endingSince !== undefined) {
    if (performance.now() - endingSince > SAME_SIGNAL_MS) atOnce();
    return;
  }
  endingSince = performance.now();
  log.info({ why }, 'the server is ending');
  setTimeout(atOnce, SHUTDOWN_TIMEOUT_MS).unref();
  const isClean = await shutdown.run();
  log.flush(() => process.exit(isClean ? code : 1));
}
/** PostgreSQL would go on without us: it is stopped, and nothing else is waited for. */
function atOnce(): void {
  void shutdown.atOnce().then(() => process.exit(1));
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0, signal));
// Started by another process of ours (tools/start.ts): without it the terminal could not stop us any more.
process.on('disconnect', () => void end(0, 'the process that started the server has gone'));
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'defect');
  void end(1, 'defect');
});

if (config.TLS === 'none' && !LOOPBACK.has(config.HOST)) {
  log.warn(
    { host: config.HOST },
    'what is served on a network is not encrypted: put a proxy that ends TLS before it, and set TLS=proxy',
  );
}

try {
  const { port, databaseEnded, marketOver, hasWeb, firstStaff } = await start(config, log, shutdown);
  void databaseEnded.then(() => {
    if (endingSince !== undefined) return;
    log.fatal('the database has ended by itself, and does not start again');
    void end(1, 'the database');
  });
  void marketOver.then((why) => end(1, why));
  await endProgress();
  console.log(startedText({ version: RELEASE.version, config, port, hasWeb, firstStaff }));
} catch (error) {
  // What cannot be mended here is said to the operator in words.
  log.debug({ err: error }, 'could not start');
  await endProgress();
  console.error(failedText(error));
  await end(1, 'could not start');
}
