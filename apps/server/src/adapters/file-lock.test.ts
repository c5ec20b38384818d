import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdingFile, takeFileLock, waitForFileLock } from './file-lock.ts';

let directory: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'khara-lock-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(directory, { recursive: true });
});

/** A process that takes the file, says so and holds it for as long as it lives. `before` is a command that runs it. */
async function holder(file: string, before: readonly string[] = [], then = ''): Promise<ChildProcess> {
  const program = `
    const { takeFileLock } = await import(${JSON.stringify(path.join(import.meta.dirname, 'file-lock.ts'))});
    const isHeld = takeFileLock(${JSON.stringify(file)}) !== undefined;
    await new Promise((resolve) => setImmediate(resolve));
    ${then}
    console.log(isHeld ? 'held' : 'refused');
    setInterval(() => undefined, 1000);`;
  const [command = '', ...args] = [...before, process.execPath, '--expose-gc', '--input-type=module', '-e', program];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  expect(said.toString()).toBe('held\n');
  return child;
}

describe('a lock of a file', () => {
  it('is held by one process, whatever the file says, and by its copy and its name nothing', async () => {
    const file = path.join(directory, 'a.lock');
    await holder(file);
    expect(takeFileLock(file)).toBeUndefined();
    linkSync(file, path.join(directory, 'same'));
    symlinkSync(file, path.join(directory, 'link'));
    copyFileSync(file, path.join(directory, 'copy'));
    expect(takeFileLock(path.join(directory, 'same'))).toBeUndefined();
    expect(takeFileLock(path.join(directory, 'link'))).toBeUndefined();
    takeFileLock(path.join(directory, 'copy'))!.release();
  });

  it('is free when its holder was killed', async () => {
    const file = path.join(directory, 'a.lock');
    const child = await holder(file);
    const waiting = waitForFileLock(file, { everyMs: 5 });
    child.kill('SIGKILL');
    (await waiting).release();
  });

  it('is held by one of this process, too, until it is released', () => {
    const file = path.join(directory, 'a.lock');
    const first = takeFileLock(file)!;
    expect(takeFileLock(file)).toBeUndefined();
    first.release();
    takeFileLock(file)!.release();
  });

  it.each([String(process.pid), '1\nboot 1\n', '{"pid":1}', '\0'.repeat(5000)])(
    'is free although the file says %j',
    (text) => {
      const file = path.join(directory, 'a.lock');
      writeFileSync(file, text);
      takeFileLock(file)!.release();
    },
  );

  it('that cannot be made is an error with its reason', () => {
    expect(() => takeFileLock(path.join(directory, 'no/a.lock'))).toThrow(/ENOENT/);
    mkdirSync(path.join(directory, 'b.lock'));
    expect(() => takeFileLock(path.join(directory, 'b.lock'))).toThrow();
    expect(() => takeFileLock('/proc/a.lock')).toThrow();
  });

  it('lets one work after the other, also after one that fails', async () => {
    const said: string[] = [];
    const work = (name: string) => async () => {
      said.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      said.push(`${name} ends`);
      if (name === 'a') throw new Error('no');
      return name;
    };
    const file = path.join(directory, 'a.lock');
    const both = [holdingFile(file, work('a'), { everyMs: 1 }), holdingFile(file, work('b'), { everyMs: 1 })];
    const [first, second] = await Promise.allSettled(both);
    expect([first?.status, second]).toEqual(['rejected', { status: 'fulfilled', value: 'b' }]);
    expect(said).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('says after two seconds that it waits, once, and goes on when the other has gone', async () => {
    const file = path.join(directory, 'a.lock');
    const child = await holder(file);
    let said = 0;
    const onWait = () => {
      said += 1;
      child.kill('SIGKILL');
    };
    (await waitForFileLock(file, { everyMs: 5, onWait })).release();
    expect(said).toBe(1);
  });

  const isolated = ['unshare', '--pid', '--ipc', '--uts', '--fork', '--kill-child', '--mount-proc'];
  const canIsolate = spawnSync(isolated[0]!, [...isolated.slice(1), 'true']).status === 0;
  it.runIf(canIsolate)('is seen from another namespace of processes, both ways', async () => {
    const [here, there] = [path.join(directory, 'here'), path.join(directory, 'there')];
    await holder(here);
    const program = `
      const { takeFileLock } = await import(${JSON.stringify(path.join(import.meta.dirname, 'file-lock.ts'))});
      console.log(takeFileLock(${JSON.stringify(here)}) ? 'held' : 'refused');`;
    const args = [...isolated.slice(1), process.execPath, '--input-type=module', '-e', program];
    expect(spawnSync('unshare', args, { encoding: 'utf8' }).stdout).toBe('refused\n');
    await holder(there, isolated);
    expect(takeFileLock(there)).toBeUndefined();
  });

  it('is held although nothing refers to it', async () => {
    const file = path.join(directory, 'a.lock');
    const child = await holder(file, [], 'globalThis.gc();');
    expect(child.exitCode).toBeNull();
    expect(takeFileLock(file)).toBeUndefined();
  });
});
