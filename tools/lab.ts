import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './project.ts';

/** The day of an installation that comes with the app, so that there is one to play before the own first one closes. */
export const RECORDED_DAY = path.join(ROOT, 'apps/web/public/recorded-day');

/** The first line of a share's log is the head, the second names the share and the range of the index. */
type ShareLine = { readonly index: readonly [number, number] | null };
type Closed = { readonly days: readonly { readonly marketDate: string; readonly version: string }[] };

/** Calls of a running server that need no account. Each throws with the server's words when it refuses. */
function callsTo(server: string) {
  return {
    async ask<T>(call: string, body: object): Promise<T> {
      const response = await fetch(`${server}/app/market/${call}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: T }; // the call table's
      if (code !== 200) throw new Error(`${call}: ${msg}`);
      return data;
    },
    async loadLog(query: Readonly<Record<string, string>>): Promise<string> {
      const response = await fetch(`${server}/app/market/dayLog?${new URLSearchParams(query)}`);
      if (response.headers.get('content-type') !== 'application/x-ndjson')
        throw new Error(`dayLog: ${await response.text()}`);
      return response.text();
    },
  };
}

/**
 * Writes the newest closed days of a running server, `most` of them, into a directory: days.json, and for each day its
 * order log and the record of the signed log with its proof. Returns how many. Throws where no day has closed.
 */
export async function writeDays(server: string, directory: string, most: number): Promise<number> {
  const { ask, loadLog } = callsTo(server);
  const { days } = await ask<Closed>('closedDays', {});
  const newest = days.slice(0, most);
  if (newest.length === 0) throw new Error('No market day has closed yet');
  mkdirSync(path.join(directory, 'days'), { recursive: true });
  const listed = [];
  let first: string | undefined;
  for (const { marketDate, version } of newest) {
    const whole = await loadLog({ marketDate });
    const { issuers } = JSON.parse(whole.slice(0, whole.indexOf('\n'))) as { issuers: { code: string }[] }; // its head
    const { code } = issuers[0]!;
    first ??= code;
    const { index } = JSON.parse((await loadLog({ marketDate, code })).split('\n')[1]!) as ShareLine;
    writeFileSync(path.join(directory, 'days', `${marketDate}.jsonl`), whole);
    const proof = await ask('dayProof', { marketDate });
    writeFileSync(path.join(directory, 'days', `${marketDate}.proof.json`), JSON.stringify(proof));
    listed.push({ marketDate, version, index });
  }
  writeFileSync(path.join(directory, 'days.json'), JSON.stringify({ days: listed, code: first }));
  return listed.length;
}

/** Builds the Day Lab beside the days of a directory: index.html, its code and its texts. */
export function buildLab(directory: string): void {
  const options = ['--outDir', directory, '--emptyOutDir', 'false', '--logLevel', 'warn'];
  const built = spawnSync('npx', ['vite', 'build', '--config', 'lab.config.ts', ...options], {
    cwd: path.join(ROOT, 'apps/web'),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (built.status !== 0) throw new Error('The Lab was not built');
  renameSync(path.join(directory, 'lab.html'), path.join(directory, 'index.html'));
}
