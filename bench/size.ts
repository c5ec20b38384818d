import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import type { BenchLine } from './bench-line.ts';

const dist = fileURLToPath(new URL('../apps/web/dist/', import.meta.url));

type Chunk = { file: string; imports?: string[]; css?: string[]; isEntry?: boolean };
type Manifest = Record<string, Chunk>;

/** Files that the browser loads for the entry and one route, static imports followed. */
function filesOf(manifest: Manifest, roots: readonly string[]): { js: Set<string>; css: Set<string> } {
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

const brotliBytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(dist + file)).byteLength, 0);

/** Brotli bytes of the first load of home: entry, the home screen and what they import. English is in the entry. */
export function homeSize(): { js: number; css: number } {
  if (!existsSync(`${dist}.vite/manifest.json`)) throw new Error('Build the web app first: npm run build');
  const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Manifest;
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  const home = Object.keys(manifest).find((key) => /screens\/home\/[^/]+\.tsx$/.test(key));
  if (!entry || !home) throw new Error('The manifest names no entry or no home screen');
  const { js, css } = filesOf(manifest, [entry, home]);
  return { js: brotliBytes(js), css: brotliBytes(css) };
}

/** react and react-dom alone, bundled the same way. */
async function reactAlone(): Promise<number> {
  const require = createRequire(new URL('../apps/web/package.json', import.meta.url));
  const source = `import { createElement } from '${require.resolve('react')}'; import { createRoot } from '${require.resolve('react-dom/client')}';
    createRoot(document.body).render(createElement('p', null, 'hello'));`;
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, rollupOptions: { input: 'virtual:alone' } },
    plugins: [
      {
        name: 'alone',
        resolveId: (id) => (id === 'virtual:alone' ? id : undefined),
        load: (id) => (id === 'virtual:alone' ? source : undefined),
      },
    ],
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error('the baseline did not build');
  return output.output.reduce(
    (sum, file) => sum + (file.type === 'chunk' ? brotliCompressSync(Buffer.from(file.code)).byteLength : 0),
    0,
  );
}

/** First load of home in brotli kB against react and react-dom alone: lower is better here. */
export async function benchSize(): Promise<BenchLine[]> {
  const { js, css } = homeSize();
  const alone = await reactAlone();
  return [
    {
      name: 'first load of home, JavaScript, brotli',
      product: js / 1000,
      baseline: alone / 1000,
      unit: 'kB',
      ratio: js / alone,
      note: `lower is better; baseline react and react-dom alone; CSS ${(css / 1000).toFixed(1)} kB; budget 110 kB and 12 kB`,
    },
  ];
}
