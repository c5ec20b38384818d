import { readlink, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../keys.ts';
import { commandOf, isAlive, waitFor } from '../processes.ts';
import { readPidFile } from './pid-file.ts';
import { messageOf } from './message-of.ts';

/**
 * Stops a database that runs on this directory although no server of ours does. Its pid file may also be
 * stale. PostgreSQL sees that by itself when the process is gone; but where ids are used again soon, as in a
 * container, another program may have it by now, and PostgreSQL would never start. Such a file, and only
 * such, is removed.
 */
export async function stopOrphan(data: string, log: (message: string) => void): Promise<void> {
  const pid = (await readPidFile(data))?.pid;
  if (pid === undefined || !(await isAlive(pid))) return;
  const command = await commandOf(pid);
  if (!(await isDatabaseOf(pid, command, data))) {
    if (command !== '' && !command.includes('postgres')) {
      log(`The id of an earlier database (${pid}) belongs to another program now: removing its pid file`);
      await rm(path.join(data, 'postmaster.pid'), { force: true });
    }
    return;
  }
  log(`A database of an earlier server still runs (process ${pid}): stopping it`);
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (codeOf(error) === 'ESRCH') return;
      throw new Error(`The database of process ${pid} runs on ${data}, and we may not stop it: ${messageOf(error)}`, {
        cause: error,
      });
    }
    if (await waitFor(async () => !(await isAlive(pid)), { withinMs: 4_000 })) return;
  }
  throw new Error(`The database of process ${pid} runs on ${data} and does not end`);
}

async function isDatabaseOf(pid: number, command: string, data: string): Promise<boolean> {
  if (!command.includes('postgres')) return false;
  const where = await readlink(`/proc/${pid}/cwd`).catch(() => undefined); // PostgreSQL works in its data directory
  return where === undefined ? command.includes(data) : where === (await realpath(data));
}
