import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errorMessage, readArguments } from '../apps/server/bin/lib/command.ts';
import { buildPackages, packFolders } from './packages.ts';
import { OWNER, readVersion, ROOT } from './project.ts';

const { positionals, values } = readArguments({
  usage: 'npm run release -- DIRECTORY --tag vX.Y.Z | --check',
  does: `Makes all that a release publishes but its images: site, packages, fingerprint and SBOM. It publishes
nothing: .github/workflows/release.yml does. With --check it proves that all of it can be made, the image
too where Docker runs, and keeps nothing.`,
  takes: { least: 0, most: 1 },
  options: { tag: { type: 'string' }, check: { type: 'boolean', default: false } },
});

const IS_WINDOWS = process.platform === 'win32';
const run = (command: string, ...options: readonly string[]): string =>
  execFileSync(command, options, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1e8, shell: IS_WINDOWS });
const node = (file: string, ...options: readonly string[]): string => run(process.execPath, file, ...options);

/** Why this checkout cannot be released under a tag: every reason. */
function whyNotTag(tag: string): readonly string[] {
  const [, newest, date] = /^## (\S+) - (\S+)$/m.exec(readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8')) ?? [];
  return [
    ...(tag === `v${readVersion()}` ? [] : [`package.json has ${readVersion()}, not ${tag}`]),
    ...(newest === readVersion() && date !== 'unreleased' ? [] : [`CHANGELOG.md has no date for ${readVersion()}`]),
    ...(OWNER === 'OWNER' ? ['tools/project.ts has no owner of the repository'] : []),
  ];
}

type Part = { readonly name: string; readonly make: (directory: string) => string };
const PARTS: readonly Part[] = [
  {
    name: 'app and back office',
    make(directory) {
      run('npm', 'run', 'build');
      const fingerprint = node('tools/fingerprint.ts');
      writeFileSync(path.join(directory, 'fingerprint.txt'), fingerprint);
      return fingerprint.trim().split('\n').at(-1) ?? '';
    },
  },
  {
    name: 'packages',
    make(directory) {
      const built = path.join(directory, 'packages');
      const tarballs = packFolders(buildPackages(built), directory);
      rmSync(built, { recursive: true });
      return `${tarballs.length} tarballs`;
    },
  },
  {
    name: 'site',
    make(directory) {
      node('tools/site.ts', path.join(directory, 'site'));
      run('tar', '-czf', path.join(directory, 'site.tar.gz'), '-C', path.join(directory, 'site'), '.');
      return 'site.tar.gz';
    },
  },
  {
    name: 'SBOM',
    make(directory) {
      const sbom = run('npm', 'sbom', '--package-lock-only', '--sbom-format', 'spdx', '--omit', 'dev');
      writeFileSync(path.join(directory, 'sbom.spdx.json'), sbom);
      return `${(JSON.parse(sbom) as { packages: unknown[] }).packages.length} packages`;
    },
  },
];

/** The image, where Docker runs: for this machine's processor alone. */
function checkImage(): string {
  const isThere = spawnSync('docker', ['info'], { stdio: 'ignore', shell: IS_WINDOWS }).status === 0;
  if (!isThere) return 'not checked: Docker does not run here';
  run('docker', 'build', '--file', 'Containerfile', '--tag', 'khara:check', '.');
  return 'builds on this machine; the workflow builds amd64 and arm64';
}

try {
  const [given] = positionals;
  const { tag, check } = values;
  if (check === (given !== undefined)) throw new Error('Give a directory and --tag, or --check alone');
  if (!check && tag === undefined) throw new Error('Give the tag of the release: --tag vX.Y.Z');
  const reasons = whyNotTag(tag ?? `v${readVersion()}`);
  if (!check && reasons.length > 0) throw new Error(reasons.join('\n'));
  const directory = given === undefined ? mkdtempSync(path.join(tmpdir(), 'khara-release-')) : path.resolve(given);
  mkdirSync(directory, { recursive: true });
  for (const { name, make } of PARTS) console.log(`ok    ${name}: ${make(directory)}`);
  if (check) {
    rmSync(directory, { recursive: true });
    console.log(`      image: ${checkImage()}`);
    console.log('      signatures, publishing: not checked, the workflow makes them');
    for (const reason of reasons) console.log(`      before a tag: ${reason}`);
  }
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
