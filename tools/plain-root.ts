import { createHash } from 'node:crypto';
import { mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');
/** Vite reads what follows these signs of a path as a question or a part of a page. */
const ODD = /[#?]/;

/** Whether a path has such signs. */
export const isOdd = (place: string): boolean => ODD.test(place);

type PlainRoot = { readonly root?: string; readonly resolve?: { readonly preserveSymlinks: true } };

/**
 * Settings of Vite with which `folder` is built in a checkout whose path has signs that Vite takes for others: it is
 * seen by a link. Elsewhere none. Throws where no place for the link is without such signs.
 */
export function plainRoot(folder: string, checkout: string = ROOT): PlainRoot {
  if (!isOdd(checkout)) return {};
  const place = [tmpdir(), homedir(), path.resolve('/tmp')].find((directory) => !isOdd(directory));
  if (place === undefined) throw new Error(`${checkout} cannot be built: move it to a path without # and ?.`);
  const link = path.join(place, `khara-${createHash('sha256').update(checkout).digest('hex').slice(0, 16)}`);
  if (linked(link) !== checkout) {
    mkdirSync(path.dirname(link), { recursive: true });
    rmSync(link, { force: true });
    symlinkSync(checkout, link, 'junction'); // a directory's link on Windows; elsewhere the word means nothing
  }
  return { root: path.join(link, path.relative(checkout, folder)), resolve: { preserveSymlinks: true } };
}

function linked(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}
