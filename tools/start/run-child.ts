import { spawn } from 'node:child_process';
import { endWithParent } from '../../apps/server/bin/lib/end-with-parent.ts';

/**
 * Runs a command in this terminal and answers its exit code. Signals go to it. It is also ended, cleanly,
 * when our starter has gone: npm passes a signal to its shell, which dies of it and passes nothing on.
 * `onMessage` hears what a process of ours sends over its channel.
 */
export function runChild(
  command: string,
  args: readonly string[],
  cwd: string,
  onMessage: (message: unknown, answer: (text: string) => void) => void = () => undefined,
): Promise<number> {
  return new Promise((resolve) => {
    const isOurs = command === process.execPath;
    const child = spawn(command, args, {
      cwd,
      // The channel tells the server when we are gone, however that happened.
      stdio: isOurs ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
      shell: process.platform === 'win32' && !isOurs,
    });
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
    const watch = endWithParent(() => child.kill('SIGTERM'));
    child.on('message', (message) => onMessage(message, (text) => child.send(text)));
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      resolve(code ?? (signal === null ? 1 : 128));
    });
  });
}
