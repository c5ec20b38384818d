import { readFile, readlink } from 'node:fs/promises';
import { run } from './processes.ts';

/**
 * The running system that this process is on: one text for all containers of a machine, another one after each boot.
 * Empty where the system does not tell.
 */
export async function readMachine(): Promise<string> {
  if (process.platform === 'linux')
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim();
  if (process.platform !== 'darwin') return '';
  return run('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid']).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}

/** Where a process id of ours means the same process: the machine, and of Linux the namespace of processes. */
export async function readProcesses(): Promise<string> {
  return `${await readMachine()} ${await readlink('/proc/self/ns/pid').catch(() => '')}`;
}
