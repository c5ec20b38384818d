import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorMessage, readArguments } from '../apps/server/bin/lib/command.ts';

const { positionals, values } = readArguments({
  usage: 'npm run lab:static -- DIRECTORY [--from http://localhost:8080]',
  does: `Writes the Day Lab and the ten newest closed days of a running server into a directory, as plain
files for any file server: index.html, its code and texts, days.json, and for each day its order log
and the record of the signed log with its proof.`,
  takes: { least: 1, most: 1 },
  options: { from: { type: 'string', default: 'http://localhost:8080' } },
});

const MAX_DAYS = 10;
const WEB = path.join(import.meta.dirname, '..', 'apps', 'web');
/** The first line of a share's log is the head, the second names the share and the range of the index. */
type ShareLine = { readonly index: readonly [number, number] | null };
type Closed = { readonly days: readonly { readonly marketDate: string; readonly version: string }[] };

async function asked<T>(call: string, body: object): Promise<T> {
  const response = await fetch(`${values.from}/app/market/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: T }; // the call table's
  if (code !== 200) throw new Error(`${call}: ${msg}`);
  return data;
}

async function loadLog(query: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(`${values.from}/app/market/dayLog?${new URLSearchParams(query)}`);
  if (response.headers.get('content-type') !== 'application/x-ndjson')
    throw new Error(`dayLog: ${await response.text()}`);
  return response.text();
}

async function writeDays(directory: string): Promise<number> {
  const { days } = await asked<Closed>('closedDays', {});
  const newest = days.slice(0, MAX_DAYS);
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
    const proof = await asked('dayProof', { marketDate });
    writeFileSync(path.join(directory, 'days', `${marketDate}.proof.json`), JSON.stringify(proof));
    listed.push({ marketDate, version, index });
  }
  writeFileSync(path.join(directory, 'days.json'), JSON.stringify({ days: listed, code: first }));
  return listed.length;
}

try {
  const directory = path.resolve(positionals[0]!);
  const count = await writeDays(directory);
  const options = [
    'build',
    '--config',
    'lab.config.ts',
    '--outDir',
    directory,
    '--emptyOutDir',
    'false',
    '--logLevel',
    'warn',
  ];
  const built = spawnSync('npx', ['vite', ...options], { cwd: WEB, stdio: 'inherit' });
  if (built.status !== 0) throw new Error('The Lab was not built');
  renameSync(path.join(directory, 'lab.html'), path.join(directory, 'index.html'));
  console.log(`The Day Lab with ${count} market days is in ${directory}: serve it as files.`);
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
