import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/**
 * What loads the packages of a folder with a lock file of its own. Few commands need them, so `npm ci` leaves them
 * out, and the first of those commands installs them. None of their scripts runs.
 *
 * @param folder from the root of the checkout
 */
export function installed(folder: string): NodeJS.Require {
  const place = join(ROOT, folder);
  const changedAt = (file: string): number => statSync(join(place, file)).mtimeMs;
  const done = 'node_modules/.package-lock.json';
  if (!existsSync(join(place, done)) || changedAt(done) < changedAt('package-lock.json')) {
    console.log(`Installing the packages of ${folder} …`);
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: place,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
  }
  return createRequire(join(place, 'package.json'));
}
