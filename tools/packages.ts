import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWNER, readVersion, REPOSITORY, ROOT } from './project.ts';

/** Packages that others can use by themselves. What they depend on among ours is published with them. */
const USEFUL = ['money', 'rules', 'charges', 'exchange', 'market-day', 'lottery', 'proof', 'bench'];
const OURS = '@khara/';

type Manifest = {
  readonly name: string;
  readonly description: string;
  readonly license: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
};

const readManifest = (name: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8')) as Manifest;
const ownDependencies = (name: string): readonly string[] =>
  Object.keys(readManifest(name).dependencies ?? {})
    .filter((dependency) => dependency.startsWith(OURS))
    .map((dependency) => dependency.slice(OURS.length));

/** Names of the published packages, each after those that it depends on. */
export function publishedPackages(): readonly string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    for (const dependency of ownDependencies(name)) add(dependency);
    found.add(name);
  };
  for (const name of USEFUL) add(name);
  return [...found];
}

/**
 * Builds each published package into a folder of `directory`: JavaScript that Node 20 and browsers know, types,
 * README and licence. Throws when it does not compile, which is so as well where it uses what Node 20 does not have.
 * Returns the folders.
 */
export function buildPackages(directory: string): readonly string[] {
  const names = publishedPackages();
  mkdirSync(directory, { recursive: true });
  const project = join(directory, 'tsconfig.json');
  const packages = join(ROOT, 'packages');
  writeFileSync(
    project,
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: {
        target: 'es2022',
        lib: ['es2023', 'es2024.string'], // of 2024 Node 20 knows texts alone
        types: ['node'],
        typeRoots: [join(ROOT, 'node_modules/@types')],
        noEmit: false,
        incremental: false,
        declaration: true,
        rewriteRelativeImportExtensions: true,
        rootDir: packages,
        outDir: directory,
      },
      files: names.flatMap((name) =>
        Object.values(readManifest(name).exports)
          .filter((file) => file.endsWith('.ts'))
          .map((file) => join(packages, name, file)),
      ),
    }),
  );
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project], { stdio: 'inherit' });
  return names.map((name) => describePackage(name, join(directory, name)));
}

/** Writes what stands beside a package's code. */
function describePackage(name: string, folder: string): string {
  const { exports, dependencies = {}, ...kept } = readManifest(name);
  const version = readVersion();
  const source = join(ROOT, 'packages', name);
  const built = {
    name: kept.name,
    version,
    description: kept.description,
    license: kept.license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    repository: { type: 'git', url: `git+${REPOSITORY}.git`, directory: `packages/${name}` },
    bugs: `${REPOSITORY}/issues`,
    homepage: `${REPOSITORY}/tree/main/packages/${name}#readme`,
    author: OWNER,
    publishConfig: { access: 'public', provenance: true },
    exports: Object.fromEntries(
      Object.entries(exports).map(([entry, file]) => [
        entry,
        file.endsWith('.ts') ? { types: file.replace(/\.ts$/, '.d.ts'), default: file.replace(/\.ts$/, '.js') } : file,
      ]),
    ),
    dependencies: Object.fromEntries(
      Object.entries(dependencies).map(([dependency, wanted]) => [
        dependency,
        dependency.startsWith(OURS) ? version : wanted,
      ]),
    ),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(built, null, 2)}\n`);
  for (const file of ['README.md', 'LICENSE']) copyFileSync(join(source, file), join(folder, file));
  if (existsSync(join(source, 'data'))) cpSync(join(source, 'data'), join(folder, 'data'), { recursive: true });
  return folder;
}

/** Makes one tarball a folder in `directory`, as `npm publish` sends it, and returns their paths. */
export function packFolders(folders: readonly string[], directory: string): readonly string[] {
  mkdirSync(directory, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', directory, ...folders], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
  return (JSON.parse(packed) as { readonly filename: string }[]).map(({ filename }) =>
    join(directory, filename.replace('@', '').replace('/', '-')),
  );
}
