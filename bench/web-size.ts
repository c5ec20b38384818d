import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

/** What the built web app weighs on its way to a phone: brotli bytes, as the server sends them. */

const BUILT_APP = fileURLToPath(new URL('../apps/web/dist/', import.meta.url));

/** Brotli bytes at most; the last two are files of code and style. */
export const BUDGET = {
  homeJs: 115_000,
  homeCss: 12_000,
  routeJs: 29_300,
  chartJs: 60_000,
  deskJs: 40_000,
  companyJs: 15_000,
  shareFiles: 12,
  routeFiles: 25,
} as const;

type Chunk = { file: string; src?: string; imports?: string[]; css?: string[]; isEntry?: boolean };
type Manifest = Record<string, Chunk>;
type Files = { readonly js: ReadonlySet<string>; readonly css: ReadonlySet<string> };

export type WebSizes = {
  /** First load of home: entry, home's screen and what they import. The shell's English is in the entry. */
  readonly home: { readonly js: number; readonly css: number };
  /** What every other screen adds to it, by the screen's file; `files` are those of code and style. */
  readonly routes: Readonly<Record<string, { readonly js: number; readonly css: number; readonly files: number }>>;
  /** Files of code that import each other in a circle: none, or some run before what they need. */
  readonly cycle: readonly string[];
  /** What the chart adds to a share's page when it is first drawn. */
  readonly chart: number;
  /** What the tab Company adds to a share's page when it is first chosen. */
  readonly company: number;
  /**
   * What the desk of wide screens adds: to the first load of home, and to a share with the phone's market list, page
   * and ticket.
   */
  readonly desk: { readonly home: number; readonly share: number };
  /** Code of the first load, for what must not be in it. */
  readonly firstCode: string;
};

/** Files that the browser loads for these modules, static imports followed. */
function collectFiles(manifest: Manifest, roots: readonly string[]): Files {
  const js = new Set<string>();
  const css = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || js.has(chunk.file)) return;
    js.add(chunk.file);
    for (const file of chunk.css ?? []) css.add(file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const root of roots) visit(root);
  return { js, css };
}

/** The first chunks found that import each other in a circle. */
function findCycle(manifest: Manifest): readonly string[] {
  const cleared = new Set<string>();
  const visit = (key: string, path: readonly string[]): readonly string[] => {
    if (path.includes(key)) return path.slice(path.indexOf(key));
    if (cleared.has(key)) return [];
    for (const next of manifest[key]?.imports ?? []) {
      const found = visit(next, [...path, key]);
      if (found.length > 0) return found;
    }
    cleared.add(key);
    return [];
  };
  return (
    Object.keys(manifest)
      .map((key) => visit(key, []))
      .find((found) => found.length > 0) ?? []
  );
}

const compressed = promisify(brotliCompress);

/** A module that only the desk of wide screens asks for. */
const isDesk = (key: string): boolean => key.includes('src/screens/desk/') || key.endsWith('routes/desk.tsx');

/** Measures a built app. Throws when there is none. */
export async function webSizes(dist = BUILT_APP): Promise<WebSizes> {
  const path = join(dist, '.vite', 'manifest.json');
  if (!existsSync(path)) throw new Error('There is no built web app: npm run build');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest; // vite's own format
  const keys = Object.keys(manifest);
  const one = (what: string, is: (key: string, chunk: Chunk) => boolean): string => {
    const found = keys.find((key) => is(key, manifest[key] as Chunk)); // keys come from it
    if (found === undefined) throw new Error(`The manifest names no ${what}`);
    return found;
  };
  // Each file once, however many screens share it, on zlib's own threads.
  const files = [...new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]))].filter((file) =>
    /\.(js|css)$/u.test(file),
  );
  const weights = new Map(
    await Promise.all(
      files.map(async (file) => [file, (await compressed(readFileSync(join(dist, file)))).byteLength] as const),
    ),
  );
  const bytes = (some: Iterable<string>): number =>
    [...some].reduce((sum, file) => sum + (weights.get(file) ?? NaN), 0);

  const home = one('home screen', (key) => key.endsWith('screens/home/home.tsx'));
  const first = collectFiles(manifest, [one('entry', (_, chunk) => chunk.isEntry === true), home]);
  const added = (root: string) => {
    const all = collectFiles(manifest, [root]);
    const js = all.js.difference(first.js);
    const css = all.css.difference(first.css);
    return { js: bytes(js), css: bytes(css), files: js.size + css.size };
  };
  const share = collectFiles(manifest, [one('page of a share', (key) => key.endsWith('screens/market/details.tsx'))]);
  const screens = keys.filter((key) => key.includes('src/screens/') && key !== home && !isDesk(key));
  const market = collectFiles(
    manifest,
    keys.filter((key) => /screens\/market\/(market|details|buy)\.tsx$/u.test(key)),
  );
  const deskFiles = (page: RegExp) =>
    collectFiles(
      manifest,
      keys.filter((key) => isDesk(key) && page.test(key)),
    ).js;
  return {
    home: { js: bytes(first.js), css: bytes(first.css) },
    routes: Object.fromEntries(screens.map((key) => [key, added(key)])),
    company: bytes(
      collectFiles(manifest, [one('company tab', (key) => key.endsWith('features/company/company-panel.tsx'))])
        .js.difference(first.js)
        .difference(market.js),
    ),
    cycle: findCycle(manifest),
    chart: bytes(
      collectFiles(manifest, [one('chart', (key) => key.endsWith('features/chart/render-chart.ts'))])
        .js.difference(first.js)
        .difference(share.js),
    ),
    desk: {
      home: bytes(deskFiles(/routes|home/u).difference(first.js)),
      share: bytes(
        deskFiles(/routes|share|account/u)
          .difference(first.js)
          .difference(market.js),
      ),
    },
    firstCode: [...first.js].map((file) => readFileSync(join(dist, file), 'utf8')).join('\n'),
  };
}
