import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

/** A process that says that it is ready, and then that it ends. */
const PROCESS = `
  import { connectSupervisor } from ${JSON.stringify(path.join(import.meta.dirname, 'supervisor.ts'))};
  const supervisor = connectSupervisor(process.env, { warn: console.error });
  supervisor.ready();
  process.stdin.on('data', () => { supervisor.stopping(); process.stdin.destroy(); }).resume();
`;

/** Its process, and what systemd's program was called with. */
async function started(environment: Readonly<Record<string, string>>) {
  const directory = await mkdtemp(path.join(tmpdir(), 'khara-supervisor-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const [program, said] = [path.join(directory, 'systemd-notify'), path.join(directory, 'said')];
  await writeFile(program, `#!/bin/sh\necho "$@" >> ${said}\n`);
  await chmod(program, 0o755);
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROCESS], {
    env: { PATH: `${directory}:${process.env['PATH']}`, ...environment },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const words = async () => (await readFile(said, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  return { child, words };
}

describe('a server that systemd started', () => {
  it('says that it is ready, that it lives, and that it ends', async () => {
    const { child, words } = await started({ NOTIFY_SOCKET: '/run/nowhere', WATCHDOG_USEC: '400000' });
    await expect.poll(async () => (await words()).filter((line) => line === 'WATCHDOG=1').length).toBeGreaterThan(2);
    child.stdin.write('end');
    await once(child, 'exit');
    await expect.poll(words).toContain('STOPPING=1');
    expect((await words())[0]).toBe('--ready');
  });

  it('is silent where systemd does not listen', async () => {
    const { child, words } = await started({ WATCHDOG_USEC: '400000' });
    child.stdin.write('end');
    await once(child, 'exit');
    expect(await words()).toEqual([]);
  });
});
