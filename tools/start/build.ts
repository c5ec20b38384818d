import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { holdingFile } from '../../apps/server/src/adapters/file-lock.ts';
import { startProgress } from './progress.ts';

const root = path.join(import.meta.dirname, '../..');
const dist = path.join(root, 'apps/web/dist');
/** Goes with the build when that is deleted; the server does not serve names that begin with a dot. */
const stamp = path.join(dist, '.inputs');
/** Held while a build is under way: of two starts of one checkout the second waits for the first. */
const lock = path.join(root, 'node_modules/.cache/khara-build.lock');
/** All that ends up in the browser. */
const INPUTS = [
  'package.json',
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/package.json',
  'apps/web/vite.config.ts',
  'apps/web/pwa.ts',
  'apps/web/service-worker.ts',
  'apps/web/first-page.ts',
  'tools/plain-root.ts',
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
 * What the bundler says on its way through the two apps, in this order: the app's build is four of the steps,
 * the back office's the rest.
 */
const STEPS = [
  /transforming/,
  /modules transformed/,
  /rendering chunks/,
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
 * whether they are there; where they are not it has said why.
 */
export async function build(): Promise<boolean> {
  if (isBuilt(hashInputs())) return true;
  const why = whyNotHere();
  if (why !== undefined) {
    console.error(why);
    return false;
  }
  mkdirSync(path.dirname(lock), { recursive: true });
  return holdingFile(lock, buildNow, {
    onWait: () => console.error(`Another start builds the web app in ${root}: waiting for it`),
  });
}

const isBuilt = (inputs: string): boolean =>
  existsSync(path.join(dist, 'index.html')) &&
  existsSync(path.join(root, 'apps/console/dist/index.html')) &&
  existsSync(stamp) &&
  readFileSync(stamp, 'utf8') === inputs;

async function buildNow(): Promise<boolean> {
  const inputs = hashInputs();
  if (isBuilt(inputs)) return true; // meanwhile
  const progress = startProgress('Building the web app and the back office');
  const { code, said } = await runBundler((steps) => progress.to(steps / STEPS.length));
  progress.end();
  if (code !== 0) {
    console.error(`${said}\nThe web app could not be built in ${root}, as said above.`);
    return false;
  }
  writeFileSync(stamp, inputs);
  return true;
}

const APPS = ['apps/web', 'apps/console'] as const;

/** Why nothing can be built in this checkout, for a person: packages are missing, or it cannot be written to. */
function whyNotHere(): string | undefined {
  const missing = APPS.flatMap((app) => {
    const { dependencies } = JSON.parse(readFileSync(path.join(root, app, 'package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    const places = [root, path.join(root, app)].map((place) => path.join(place, 'node_modules'));
    return Object.keys(dependencies).filter((name) => !places.some((place) => existsSync(path.join(place, name))));
  });
  if (missing.length > 0) return `Packages are missing in ${root}, ${missing[0]} among them: run npm ci there.`;
  const places = ['node_modules', 'node_modules/.cache', ...APPS, ...APPS.map((app) => `${app}/dist`)];
  const closed = places.map((place) => path.join(root, place)).find((place) => existsSync(place) && !isOpen(place));
  if (closed === undefined) return undefined;
  return `${closed} cannot be written to, and the web app has to be built there: run npm start once as a user who may.`;
}

function isOpen(place: string): boolean {
  try {
    accessSync(place, constants.W_OK);
    return true;
  } catch {
    return false;
  }
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
