import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Who has the repository, as its forge writes it in an address: the one place to change when it moves. All addresses
 * of the project follow from it, and tools/project.test.ts says where one still stands that does not.
 */
export const OWNER = 'OWNER';

export const REPOSITORY = `https://github.com/${OWNER}/khara`;
/** What a release publishes as pages: tools/site.ts writes them. */
export const SITE = `https://${OWNER.toLowerCase()}.github.io/khara/`;
/** Where a release's images are. */
export const IMAGE = `ghcr.io/${OWNER.toLowerCase()}/khara`;

export const ROOT = join(import.meta.dirname, '..');

/** The project's one version: `version` of the root's package.json. */
export const readVersion = (): string =>
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;
