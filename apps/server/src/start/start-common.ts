import { readUniverse } from '@khara/universe/node';
import type { Logger } from 'pino';
import { runEvery } from '#src/jobs/index.ts';
import { createLogWatch, refuseCutLog } from '#modules/ledger/index.ts';
import { createSessions } from '#modules/accounts/index.ts';
import { createKnownPrograms } from '#modules/programs/index.ts';
import { restingOrders } from '#modules/placing/index.ts';
import { createListings, openApplications } from '#modules/offerings/index.ts';
import { openBus } from '#src/adapters/bus/open-bus.ts';
import { argon2Passwords } from '#src/adapters/argon2-passwords.ts';
import { drawEntropy } from '#src/adapters/draw-entropy.ts';
import { drawThread } from '#src/adapters/draw-thread.ts';
import { LeaderLock } from '#src/adapters/leader-lock.ts';
import { seenLogIn } from '#src/adapters/seen-log.ts';
import { sharpPictures } from '#src/adapters/pictures.ts';
import { sandboxRail } from '#src/adapters/sandbox-rail.ts';
import { systemClock, systemRandom } from '#src/adapters/system.ts';
import { tellStart } from '#src/adapters/terminal.ts';
import type { Config } from '#src/config.ts';
import { formatAuthority } from '#src/kernel/authority.ts';
import { pushesOver } from '#src/http/tell-members.ts';
import { openStartupServer } from '#src/http/startup-server.ts';
import { newServerState } from '#src/http/state.ts';
import { RELEASE } from '#src/kernel/release.ts';
import type { Shutdown } from '#src/kernel/shutdown.ts';
import { PRACTICE, whyNotThisRail } from '#src/security/real-money.ts';
import { histogram } from '#src/http/figures.ts';
import { openDatabases } from './databases.ts';
import { openKeys } from './installed-keys.ts';
import { webFiles } from './pages.ts';
import { hasPart } from './roles.ts';
import { openWebRelease } from './web-release.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const COMMANDS = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

/** What is counted each time it happens, for /metrics. */
const newTimings = () => ({
  commit: histogram({
    name: 'khara_commit_seconds',
    help: 'Time from sending COMMIT until the database has answered it.',
    buckets: SECONDS,
  }),
  settleSeconds: histogram({
    name: 'khara_settle_batch_seconds',
    help: 'Time in which what the exchange did was written, with the commit.',
    buckets: SECONDS,
  }),
  settleOrders: histogram({
    name: 'khara_settle_batch_orders',
    help: 'Commands for orders that one commit settled.',
    buckets: COMMANDS,
  }),
});

export type Common = Awaited<ReturnType<typeof startCommon>>;

const decider = ({ RAILS, MARKET_PROFILE }: Config) => {
  if (RAILS === 'manual') return 'people';
  return MARKET_PROFILE === 'stepped' ? 'at once' : 'sandbox';
};

/** What each role has: its address, the database, keys, the bus, and what modules need of the outside. */
export async function startCommon(config: Config, log: Logger, shutdown: Shutdown) {
  const clock = systemClock;
  const random = systemRandom;
  const room = await openStartupServer({ host: config.HOST, port: config.PORT });
  shutdown.add('waiting room', () => room.close());

  tellStart('database');
  const timings = newTimings();
  const databases = await openDatabases(config, log, { shutdown, onCommit: (took) => timings.commit.observe(took) });
  const { db } = databases;
  const keys = await openKeys({
    ...databases,
    log,
    node: config.NODE_NAME,
    seals: hasPart(config.ROLE, 'log key'),
  });
  databases.signRecordsBy(keys);
  const watchLog = createLogWatch({ db, log, keys, seenLog: seenLogIn(databases.nodeKeyDirs) });
  await watchLog();
  await refuseCutLog(db);
  const watched = runEvery([{ name: 'log', everyMs: 1000, work: watchLog }], log);
  shutdown.add('watch over the log', watched.stop);
  const universe = readUniverse();
  const bus = openBus(config, databases.busConnection, log);
  shutdown.add('bus', () => bus.close());
  const rail = sandboxRail({ db, clock, key: keys.bank, decides: decider(config) });
  const refusal = whyNotThisRail(rail, PRACTICE);
  if (refusal !== undefined) throw new Error(refusal);
  const jobs = await databases.queueOpened;
  const draws = drawThread();
  shutdown.add('draws', () => draws.stop());
  const web = webFiles();
  // The single server of an installation has all pages to itself.
  const release =
    web && config.ROLE === 'api'
      ? await openWebRelease({ db, installSecret: keys.installSecret, node: config.NODE_NAME }, web)
      : undefined;
  if (release) shutdown.add('version of the app', () => release.leave());
  const deps = {
    config,
    db,
    clock,
    random,
    keys,
    log,
    rail,
    moneyHolders: [restingOrders, openApplications],
    jobs,
    pushes: pushesOver(bus),
    sessions: createSessions({ db, clock, log }),
    programs: createKnownPrograms({ db, clock, log }),
    passwords: argon2Passwords(keys.passwordPepper, random),
    pictures: sharpPictures(),
    offerings: { seeds: universe.offerings, entropy: drawEntropy(config, clock), draws, publishedLists: new Map() },
    webVersion: () => release?.version() ?? web?.version ?? RELEASE.version,
  };
  const { installSecret } = keys;
  return {
    databases,
    deps,
    bus,
    room,
    web,
    release,
    universe,
    shutdown,
    state: newServerState(),
    address: config.NODE_ADDRESS ?? formatAuthority(config.HOST, room.port),
    venueParts: {
      config,
      db,
      clock,
      installSecret,
      universe,
      listings: createListings(db),
      settled: (commands: number, seconds: number) => {
        timings.settleOrders.observe(commands);
        timings.settleSeconds.observe(seconds);
      },
      log,
    },
    timings,
    lockFor: (part: 'market' | 'loops') => new LeaderLock(databases.busConnection(), part, log),
  };
}
