import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it, vi } from 'vitest';
import { SHELL, textFiles } from '#i18n/text-files.ts';
import type { Route } from '#shell/route-table.ts';
import webPackage from '../../package.json' with { type: 'json' };
import { ROUTES } from './routes.ts';

// The table asks ahead for answers; here no page is shown.
vi.mock('#api/use-call.ts', () => ({ askAhead: () => undefined }));

/*
 * A text that has not been fetched is shown as its key. A page opened by its address has the texts that its
 * route names and no others, so the route names those of everything that its screen can show.
 */
const WEB = resolve(import.meta.dirname, '../..');
const IMPORTS: Readonly<Record<string, string>> = webPackage.imports;

/** The file that a specifier names, undefined for a package's. */
function fileOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return resolve(dirname(from), specifier);
  for (const [pattern, place] of Object.entries(IMPORTS)) {
    const [head = '', tail] = pattern.split('*');
    if (tail === undefined ? specifier === pattern : specifier.startsWith(head))
      return join(WEB, place.replace('*', specifier.slice(head.length)));
  }
  return undefined;
}

const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found, other = '']) => found ?? other);
const IMPORT = /(?:^|\n)(?:import|export)(?! type)[^;]*? from '([^']+)'|(?<!typeof )import\('([^']+)'\)/g;

/** What a part fetches by itself: with `loadTexts`, or with its own code. */
const FETCHES =
  /(?:useTexts|loadTexts)\(([^)]*)\)|(?:optional|lazyPart|lazySheet)\(\(\) => import\([^)]*\), (?:\{ texts: )?(\[[^\]]*\])/g;

/** Namespaces that a screen, or whatever it imports, asks for; without those that a part fetches by itself. */
function askedBy(screen: string): Map<string, string> {
  const asked = new Map<string, string>();
  const fetched = new Set<string>();
  const seen = new Set<string>();
  const open = [screen];
  for (let file = open.pop(); file; file = open.pop()) {
    if (seen.has(file) || !/\/(screens|features|ui)\/.*\.tsx?$/.test(file) || !existsSync(file)) continue;
    seen.add(file);
    const code = readFileSync(file, 'utf8');
    for (const list of all(code, FETCHES)) for (const namespace of all(list, /'(\w+)'/g)) fetched.add(namespace);
    for (const list of all(code, /useTranslation\(([^)]*)\)/g))
      for (const namespace of all(list, /'(\w+)'/g)) asked.set(namespace, relative(WEB, file));
    for (const [, named, lazily] of code.matchAll(IMPORT)) {
      const next = fileOf(file, named ?? lazily ?? '');
      if (next) open.push(next);
    }
  }
  for (const namespace of fetched) asked.delete(namespace);
  return asked;
}

/** The file of each route's screen, as the table has it. */
const TABLE = join(WEB, 'src/routes/routes.ts');
const SCREENS = new Map(
  [...readFileSync(TABLE, 'utf8').matchAll(/path: '([^']+)',[^}]*?import\('([^']+)'\)/g)].map(([, path, file]) => [
    path,
    file,
  ]),
);

/** What a route's page may ask for and is not given: "proof (src/features/proof/line-proof.tsx)". */
function missing({ path, texts }: Pick<Route, 'path' | 'texts'>): string[] {
  const asked = askedBy(fileOf(TABLE, SCREENS.get(path) ?? '') ?? '');
  expect(asked.size, `${path} asks for texts`).toBeGreaterThan(0);
  const given = new Set<string>([...SHELL, ...texts]);
  return [...asked]
    .filter(([namespace]) => !given.has(namespace))
    .map(([namespace, where]) => `${namespace} (${where})`);
}

it('a route names the texts of all that its page can show', () => {
  expect(ROUTES.routes.flatMap((route) => missing(route).map((what) => `${route.path}: ${what}`))).toEqual([]);
});

it('and a text that it forgets is found, however deep', () => {
  expect(missing({ path: '/pages/wallet/index', texts: ['assets', 'bill'] }).join()).toContain(
    'proof (src/features/proof/',
  );
});

it('and few files of texts: a page waits for each six that it asks for', () => {
  const files = new Map(ROUTES.routes.map(({ path, texts }) => [path, textFiles(texts)]));
  expect(files.get('/pages/market/details')).toEqual(['share', 'home']);
  expect(files.get('/pages/market/buy')).toEqual(['order', 'share', 'refusals']);
});
