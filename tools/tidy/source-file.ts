import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { parseSync, type Program } from 'oxc-parser';

/** The root of the repository. */
export const ROOT = resolve(import.meta.dirname, '../..');

export type SourceFile = {
  /** From the root, with slashes: "packages/money/src/index.ts". */
  readonly path: string;
  /** What it imports or re-exports from, as written. */
  readonly imports: readonly string[];
  readonly program: Program;
};

/** A rule of the house: what it has against a file, in sentences; nothing when the file keeps it. */
export type HouseRule = (file: SourceFile) => string[];

/** Tests may reach across every border: to set up a story they need the outside. */
export const isTest = (path: string): boolean =>
  /\.(test|bench)\.tsx?$/.test(path) || /^(apps\/server\/test|packages\/[^/]+\/(bench|test))\//.test(path);

/** Parses a file of TypeScript. Throws on a syntax error, which the types' check would report too. */
export function sourceFile(path: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? 'does not parse'}`);
  const literal = ({ start, end }: { start: number; end: number }): string =>
    /^['"]([^'"]*)['"]$/.exec(text.slice(start, end))?.[1] ?? '';
  const imports = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports.map(({ moduleRequest }) => literal(moduleRequest)),
  ];
  return { path, imports: [...new Set(imports)].filter(Boolean), program };
}

/** Every file of TypeScript that is ours, parsed. */
export function allSources(): SourceFile[] {
  return ourFiles('**/*.{ts,tsx}').map((path) => sourceFile(path, readText(path)));
}

export const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', 'test-results', 'playwright-report', '.git', '.data']);

/** Files that match, from the root, with slashes and sorted; installed, built and generated folders left out. */
export function ourFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT, exclude: (name) => NOT_OURS.has(name) })
    .map((path) => path.split(sep).join('/'))
    .toSorted();
}

/** Where a relative or `#src`-like import leads, from the root; undefined for a package. */
export function target(file: SourceFile, specifier: string): string | undefined {
  const alias = /^#(src|modules|test)\//.exec(specifier)?.[1];
  if (alias) {
    const folder = { src: 'src', modules: 'src/modules', test: 'test/support' }[alias] ?? '';
    return `apps/server/${folder}/${specifier.slice(alias.length + 2)}`;
  }
  if (file.path.startsWith('apps/web/') && specifier.startsWith('#')) return `apps/web/src/${specifier.slice(1)}`;
  if (!specifier.startsWith('.')) return undefined;
  return relative(ROOT, resolve(ROOT, file.path, '..', specifier))
    .split(sep)
    .join('/');
}
