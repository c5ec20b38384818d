import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { setTimeout as rest } from 'node:timers/promises';
import { codeOf } from './keys.ts';

/** Runs a program and answers what it wrote; throws with its `stderr` when it fails. */
export const run = promisify(execFile);

/** Is there a process of this id, of whatever user? A zombie does not count: it holds nothing any more. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
    if (codeOf(error) !== 'EPERM') throw error;
  }
  return (await stat(pid))?.state !== 'Z';
}

/**
 * A text that is the same for one process all its life and another for the next process of the same id, a
 * reboot between them included.
 */
export async function birthOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
    return `${boot.trim()} ${(await stat(pid))?.startedAt ?? ''}`;
  }
  if (process.platform === 'win32') return '';
  return run('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
    (answer) => answer.stdout.trim(),
    () => '',
  );
}

/** The command line of a process; empty when there is none to be seen. */
export async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    return readFile(`/proc/${pid}/cmdline`, 'utf8').then(
      (text) => text.replaceAll('\0', ' ').trim(),
      () => '',
    );
  }
  return run('ps', ['-o', 'command=', '-p', String(pid)]).then(
    (answer) => answer.stdout.trim(),
    () => '',
  );
}

async function stat(pid: number): Promise<{ state: string; startedAt: string } | undefined> {
  if (process.platform !== 'linux') return undefined;
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // proc(5): the name in brackets may hold spaces; after it comes the state (field 3), the start in ticks is field 22.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields && { state: fields[0] ?? '', startedAt: fields[19] ?? '' };
}

/** Waits until `check` gives something, looking every `everyMs`; undefined when `withinMs` have passed. */
export async function waitFor<T>(
  check: () => Promise<T | undefined | false>,
  { withinMs, everyMs = 20 }: { withinMs: number; everyMs?: number },
): Promise<T | undefined> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await check();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) return undefined;
    await rest(everyMs);
  }
}
