import { createHash } from 'node:crypto';
import { chown, mkdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Runner } from './runner.ts';

/** Paths of unix sockets end at 107 bytes, so a deep data directory has its socket among the temporary files. */
export async function socketDirectory(home: string, runner: Runner): Promise<string> {
  const near = path.join(home, 'run');
  const far = path.join(tmpdir(), `khara-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`);
  const directory = Buffer.byteLength(near) <= 85 ? near : far;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const { uid } = await stat(directory);
  const expected = runner?.uid ?? process.getuid?.();
  if (runner && uid === 0) await chown(directory, runner.uid, runner.gid);
  else if (uid !== expected)
    throw new Error(`${directory} belongs to another user (${uid}): remove it, or start the server as that user`);
  return directory;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('no port of 127.0.0.1 is free'));
      });
    });
  });
}
