import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inTurn } from './in-turn.ts';
import { startProgress } from './progress.ts';

const root = path.join(import.meta.dirname, '../..');
const dist = path.join(root, 'apps/web/dist');
/** Goes with the build when that is deleted; the server does not serve names that begin with a dot. */
const stamp = path.join(dist, '.inputs');
/** Held while a build is under way. */
const lock = path.join(root, 'node_modules/.cache/khara-build');
/** All that ends up in the browser. */
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

/**
 * What the bundler says on its way through the two apps, in this order: the app's build is five of the steps,
 * the back office's the rest.
 */
const STEPS = [
  /transforming/,
  /modules transformed/,
  /rendering chunks/,
  /^PWA/,
  /built in/,
  /transforming/,
  /modules transformed/,
  /rendering chunks/,
  /built in/,
];

const filesIn = (place: string): string[] => {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => !IGNORED.has(entry.name) && !entry.name.includes('.test.'))
    .flatMap((entry) => filesIn(path.join(place, entry.name)))
    .sort();
};

/** A hash of the names and contents of all that they are built from. */
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

/**
 * Builds the web app and the back office when their sources have changed since they were built. Answers
 * whether they are there.
 */
export const build = (): Promise<boolean> => inTurn(lock, buildNow);

async function buildNow(): Promise<boolean> {
  const inputs = hashInputs();
  const isBuilt =
    existsSync(path.join(dist, 'index.html')) &&
    existsSync(path.join(root, 'apps/console/dist/index.html')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === inputs;
  if (isBuilt) return true;
  const progress = startProgress('Building the web app and the back office');
  const { code, said } = await runBundler((steps) => progress.to(steps / STEPS.length));
  if (code !== 0) {
    progress.end();
    console.error(
      `${said}\nThe web app could not be built, as said above. Mend it, or run npm ci if packages are missing.`,
    );
    return false;
  }
  progress.end();
  writeFileSync(stamp, inputs);
  return true;
}

/** Tells after how many steps the build is; answers how it ended and what it said. */
function runBundler(at: (steps: number) => void): Promise<{ readonly code: number; readonly said: string }> {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', 'build'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let [said, steps] = ['', 0];
    const hear = (bytes: Buffer) => {
      const text = bytes.toString();
      said += text;
      for (const line of text.split('\n')) {
        if (STEPS[steps]?.test(line)) at((steps += 1));
      }
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => child.kill(signal));
    child.on('error', (error) => resolve({ code: 1, said: error.message }));
    child.on('exit', (code) => resolve({ code: code ?? 1, said }));
  });
}
