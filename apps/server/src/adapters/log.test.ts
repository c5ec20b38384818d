import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLog } from './log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'khara-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A collector at a socket of this machine, with the lines that reached it. */
async function collector(at: string) {
  let text = '';
  const server: Server = createServer((socket) => {
    socket.setEncoding('utf8').on('data', (more: string) => (text += more));
  });
  await new Promise<void>((resolve) => server.listen(at, resolve));
  return {
    lines: () => text.split('\n').filter((line) => line !== ''),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

it.skipIf(process.platform === 'win32')(
  'a line goes to the collector too, and one from before it came is not lost',
  async () => {
    const at = path.join(folder, 'collector');
    const log = openLog('info', { file: path.join(folder, 'lines'), forward: { path: at } });
    log.info({ call: 'signIn' }, 'while it is away');
    const kept = await collector(at);
    log.warn('when it is there');
    await expect
      .poll(() => kept.lines().map((line) => (JSON.parse(line) as { msg: string }).msg))
      .toEqual(['while it is away', 'when it is there']);
    log.flush();
  },
);
