import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { IMAGE, OWNER, REPOSITORY, ROOT, SITE } from './project.ts';

/** Addresses of the project: tools/project.ts has the owner, and all others follow. */

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

it('package.json names the site, the repository and its issues by the owner', () => {
  expect(JSON.parse(read('package.json'))).toMatchObject({
    homepage: SITE,
    bugs: `${REPOSITORY}/issues`,
    repository: { type: 'git', url: `git+${REPOSITORY}.git` },
  });
});

it('each address of the project in papers, workflows and pages is that of the owner', () => {
  const files = globSync(
    [
      '*.md',
      'docs/**/*.md',
      'packages/*/README.md',
      '.github/**/*',
      '.devcontainer/*',
      'tools/site/**/*',
      'compose.yaml',
    ],
    { cwd: ROOT },
  ).filter((file) => /\.\w+$/.test(file));
  const addresses = files.flatMap((file) =>
    [
      ...read(file).matchAll(
        /(?:github\.com\/|ghcr\.io\/|img\.shields\.io\/github\/v\/release\/)[\w.-]+\/khara\b|[\w-]+\.github\.io\/khara\b/g,
      ),
    ].map(([address]) => ({
      file,
      address,
    })),
  );
  const version = `img.shields.io/github/v/release/${OWNER}/khara`;
  const known = new Set([
    REPOSITORY.replace('https://', ''),
    version,
    IMAGE,
    SITE.replace('https://', '').replace(/\/$/, ''),
  ]);
  expect(addresses.length, `of ${OWNER}`).toBeGreaterThan(0);
  expect(addresses.filter(({ address }) => !known.has(address))).toEqual([]);
});
