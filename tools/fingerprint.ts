import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { errorMessage, readArguments, refuseArguments } from '../apps/server/bin/lib/command.ts';

const DIST = path.join(import.meta.dirname, '../apps/web/dist');
/** The places of a page that a server fills in: the address of its API, and the page that the app opens with. */
const FILLED_IN = [
  /(<meta name="api" content=")[^"]*(" \/>)/,
  /(<meta name="opens" content=")\/pages\/learn\/index(" \/>)/,
];
const TIMEOUT_MS = 20_000;

const hashFile = (file: string, content: Buffer): string => {
  const page =
    file === 'index.html'
      ? FILLED_IN.reduce((text, place) => text.replace(place, '$1$2'), content.toString('utf8'))
      : content;
  return createHash('sha256').update(page).digest('hex');
};

/** Name and hash of each file that browsers get. Compressed copies and names with a dot in front are left out. */
export function fingerprint(directory: string): ReadonlyMap<string, string> {
  const files = globSync('**/*', { cwd: directory, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^\.|\.(br|gz)$/.test(entry.name))
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
  return new Map(files.toSorted().map((file) => [file, hashFile(file, readFileSync(path.join(directory, file)))]));
}

/** One hash of all of them: what a release publishes. */
export const hashAll = (files: ReadonlyMap<string, string>): string =>
  createHash('sha256')
    .update([...files].map(([file, hash]) => `${hash}  ${file}\n`).join(''))
    .digest('hex');

export type Difference = { readonly file: string; readonly what: 'other' | 'missing' };

/** The files that a server sends otherwise than this build, or not at all. Throws when it cannot be reached. */
export async function compareWith(files: ReadonlyMap<string, string>, address: string): Promise<Difference[]> {
  const base = address.endsWith('/') ? address : `${address}/`;
  const differences: Difference[] = [];
  for (const [file, hash] of files) {
    const answer = await fetch(new URL(file === 'index.html' ? '' : file, base), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const content = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok) differences.push({ file, what: 'missing' });
    else if (hashFile(file, content) !== hash) differences.push({ file, what: 'other' });
  }
  return differences;
}

async function main(): Promise<number> {
  const usage = 'npm run fingerprint [-- https://HOST/h5/]';
  const { positionals } = readArguments({
    usage,
    does: `Prints the SHA-256 of each file of the web app's build in this checkout. With an address compares
the files that the server there sends: exit code 1 when one differs. The same sources give the same
files, so a server that sends others runs a changed app. With the same pages it may still do anything.`,
    takes: { least: 0, most: 1 },
  });
  const [address] = positionals;
  if (address !== undefined && !/^https?:/.test(URL.parse(address)?.protocol ?? ''))
    refuseArguments(usage, `${address} is no address with https: or http:`);
  const files = fingerprint(DIST);
  if (!files.has('index.html')) {
    console.error('There is no build to compare with: npm run build');
    return 1;
  }
  if (address === undefined) {
    for (const [file, hash] of files) console.log(`${hash}  ${file}`);
    console.log(`${hashAll(files)}  all ${files.size} files`);
    return 0;
  }
  let differences: Difference[];
  try {
    differences = await compareWith(files, address);
  } catch (error) {
    console.error(`${address} cannot be reached: ${errorMessage(error)}`);
    return 1;
  }
  for (const { file, what } of differences) console.log(`${what === 'other' ? 'OTHER  ' : 'MISSING'} ${file}`);
  console.log(
    differences.length === 0
      ? `${address} sends the same ${files.size} files.`
      : `${address} differs in ${differences.length} of ${files.size} files: it is another version, or a changed copy.`,
  );
  return differences.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
