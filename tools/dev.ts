/**
 * `npm run dev`: the server, restarted when its files change, and vite, which shows a change in the browser
 * at once. The address is vite's; it passes calls and sockets on to the server.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const port = process.env['PORT'] ?? '8080';
/** Where the server listens. One that listens everywhere is asked at this machine's own address. */
const { HOST = '127.0.0.1' } = process.env;
const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '[::1]' : HOST.includes(':') ? `[${HOST}]` : HOST;
const env = { ...process.env, PORT: port, KHARA_API: `http://${host}:${port}` };

const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', '--enable-source-maps', 'apps/server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env,
  }),
  spawn('npm', ['run', '--silent', 'dev', '--workspace', '@khara/web'], {
    cwd: root,
    stdio: 'inherit',
    env,
    shell: process.platform === 'win32',
  }),
];
const endAll = (): void => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endAll);
// One without the other is of no use.
await Promise.race(children.map((child) => new Promise((resolve) => child.on('exit', resolve))));
endAll();
