import { mkdirSync, openSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { refuseHeld } from '#src/adapters/directory-lock.ts';
import { openLog } from '#src/adapters/log.ts';
import { connectSupervisor } from '#src/adapters/supervisor.ts';
import { drawnColumns, endProgress, failedText, noPhoneText, startedText } from '#src/adapters/terminal.ts';
import { readConfig, type Config } from './config.ts';
import { hasDoor } from '#src/http/kite/door-host.ts';
import { drainMs } from '#src/start/drain.ts';
import { isLoopback } from '#src/kernel/loopback.ts';
import { createShutdown } from '#src/kernel/shutdown.ts';
import { RELEASE } from '#src/kernel/release.ts';

/**
 * Where the compiled modules of the server are kept, as trusted as the modules beside them: a restart takes less
 * of a processor. A directory that cannot be written to is done without.
 */
const COMPILED = path.join(import.meta.dirname, '../../../node_modules/.cache/khara-server');
/**
 * This long after it has left the balancer everything has ended, or the process ends without it: nothing that was
 * acknowledged is lost either way.
 */
const SHUTDOWN_TIMEOUT_MS = 24_000;

/** Until something is said of a firewall. */
const VISIT_MS = 60_000;

// New objects are collected by this thread alone. On two cores four helpers took a seventh of the server's processor
// time, which the database needs, and each pause waited for the slowest.
setFlagsFromString('--no-parallel-scavenge');

function configured(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    console.error(`${errorMessage(error)}\nnpm start -- --help lists the variables.`);
    return process.exit(1);
  }
}

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const config = configured();
/** Open for its owner alone: a log may name members. */
const OWN_FILE = 0o600;
const OWN_DIRECTORY = 0o700;

/** On a terminal that shows phones the way in, lines go to a file and not over it; undefined where none can be made. */
function openLogFile(): { readonly at: string; readonly file: number } | undefined {
  if (!process.stdout.isTTY || config.LAN === 'off') return undefined;
  const at = path.join(config.DATA_DIR, 'server.log');
  try {
    mkdirSync(config.DATA_DIR, { recursive: true, mode: OWN_DIRECTORY });
    return { at, file: openSync(at, 'a', OWN_FILE) };
  } catch {
    return undefined; // the start itself says what is wrong with that place
  }
}

const logFile = openLogFile();
// On a terminal, where lines are not collected, only what needs a person is shown unless more is asked for.
const isShown = process.stdout.isTTY && !logFile;
const level = isShown && !process.env['LOG_LEVEL'] ? 'warn' : config.LOG_LEVEL;
const log = openLog(level, { forward: config.LOG_FORWARD, readable: isShown, ...(logFile && { file: logFile.file }) });
const shutdown = createShutdown(log);
const supervisor = connectSupervisor(process.env, log);

/** Ctrl+C reaches us from the terminal and from a process that forwards it: those two are one. */
const SAME_SIGNAL_MS = 1500;
/** Ends the process: cleanly the first time it is asked to; asked again it waits for its database alone. */
async function end(code: number, why: string): Promise<void> {
  const { beganAt } = shutdown;
  if (beganAt !== undefined) {
    if (performance.now() - beganAt > SAME_SIGNAL_MS) atOnce();
    return;
  }
  log.info({ why }, 'the server is ending');
  supervisor.stopping();
  setTimeout(atOnce, drainMs(config) + SHUTDOWN_TIMEOUT_MS).unref();
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
  if (logFile) console.error(`The server ends by a defect: ${logFile.at} says which.`);
  void end(1, 'defect');
});

if (config.TLS === 'none' && !isLoopback(config.HOST) && config.LAN === 'off') {
  log.warn(
    { host: config.HOST },
    'what is served on a network is not encrypted: put a proxy that ends TLS before it, and set TLS=proxy',
  );
}

try {
  enableCompileCache(COMPILED);
  await refuseHeld(config.DATA_DIR);
  const { startServer } = await import('#src/start/start-server.ts'); // what is imported before is not kept
  const { port, databaseEnded, marketOver, hasWeb, firstStaff, lan, visited } = await startServer(
    config,
    log,
    shutdown,
  );
  flushCompileCache(); // a server that is killed has kept it, too
  void databaseEnded.then(() => {
    if (shutdown.beganAt !== undefined) return;
    log.fatal('the database has ended by itself, and does not start again');
    void end(1, 'the database');
  });
  void marketOver.then((why) => end(1, why));
  supervisor.ready();
  await endProgress();
  console.log(
    startedText({
      version: RELEASE.version,
      config,
      port,
      hasWeb,
      hasDoor: hasDoor(config),
      firstStaff,
      lan,
      columns: drawnColumns(process.stdout, process.env),
      logFile: logFile?.at,
    }),
  );
  if (lan && lan.addresses.length > 0) {
    const waiting = setTimeout(() => console.log(`\n${noPhoneText(lan)}`), VISIT_MS).unref();
    void visited?.then(() => clearTimeout(waiting));
  }
} catch (error) {
  // What cannot be mended here is said to the operator in words.
  log.debug({ err: error }, 'could not start');
  await endProgress();
  console.error(failedText(error));
  await end(1, 'could not start');
}
