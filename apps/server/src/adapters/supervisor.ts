import { spawn } from 'node:child_process';
import type { Logger } from 'pino';

/** How systemd says where it listens, and within how many µs it wants to hear of a process. */
type Environment = Readonly<Record<string, string | undefined>>;

export type Supervisor = {
  /** It can serve. From here on systemd hears of it, twice in the time that it allows. */
  ready(): void;
  /** It is ending. */
  stopping(): void;
};

const UNSUPERVISED: Supervisor = { ready: () => undefined, stopping: () => undefined };
const PROGRAM = 'systemd-notify';

/**
 * Says to systemd how this process is (sd_notify). Node has no datagrams of unix sockets, so systemd's own
 * program sends them: a unit needs `NotifyAccess=all`. A process that systemd did not start says nothing.
 */
export function connectSupervisor(environment: Environment, log: Pick<Logger, 'warn'>): Supervisor {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: watchdog, WATCHDOG_PID: watched } = environment;
  if (socket === undefined || socket === '') return UNSUPERVISED;
  const say = (...words: readonly string[]) => {
    const child = spawn(PROGRAM, words, { stdio: 'ignore' });
    child.on('error', (error) => log.warn({ err: error }, 'systemd cannot be told how this server is'));
    child.unref();
  };
  return {
    ready: () => {
      say('--ready');
      const everyMs = Number(watchdog) / 2_000;
      const isWatched = everyMs > 0 && (watched === undefined || Number(watched) === process.pid);
      // Until the process has ended: one that hangs while it ends is ended, too.
      if (isWatched) setInterval(() => say('WATCHDOG=1'), everyMs).unref();
    },
    stopping: () => say('STOPPING=1'),
  };
}
