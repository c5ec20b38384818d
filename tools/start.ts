/**
 * `npm start`: builds the web app and the back office when their sources have changed since they were built, then runs the server in this terminal. Signals go to the server, and its
 * exit code is ours; it is drained when npm is ended too (run-child.ts).
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runChild } from './run-child.ts';

const root = path.join(import.meta.dirname, '..');
const dist = path.join(root, 'apps/web/dist');
/** Goes with the build when that is deleted; the server does not serve names that begin with a dot. */
const stamp = path.join(dist, '.inputs');
/** Whatever ends up in the browser. */
const INPUTS = [
  'package.json',
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/package.json',
  'apps/web/vite.config.ts',
  'apps/web/pwa.ts',
  'apps/web/first-page.ts',
  'apps/console/src',
  'apps/console/public',
  'apps/console/index.html',
  'apps/console/package.json',
  'apps/console/vite.config.ts',
  'packages',
  'package-lock.json',
];
/** Not part of it, or made by it. */
const IGNORED = new Set(['node_modules', 'dist', '.vite', 'data', 'bench']);

const filesIn = (place: string): string[] => {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => !IGNORED.has(entry.name) && !entry.name.includes('.test.'))
    .flatMap((entry) => filesIn(path.join(place, entry.name)))
    .sort();
};

/** A hash of the names and contents of everything that they are built from. */
function hashInputs(): string {
  const hash = createHash('sha256');
  for (const file of INPUTS.map((input) => path.join(root, input))
    .filter((input) => existsSync(input))
    .flatMap(filesIn)) {
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

const inputs = hashInputs();
const isBuilt =
  existsSync(path.join(dist, 'index.html')) &&
  existsSync(path.join(root, 'apps/console/dist/index.html')) &&
  existsSync(stamp) &&
  readFileSync(stamp, 'utf8') === inputs;
if (!isBuilt) {
  console.log('Building the web app, which takes some seconds and is done again only when it changes …');
  const code = await runChild('npm', ['run', '--silent', 'build'], root);
  if (code !== 0) process.exit(code);
  writeFileSync(stamp, inputs);
}
process.exit(
  await runChild(process.execPath, ['--enable-source-maps', path.join(root, 'apps/server/src/main.ts')], root),
);
