import { createRequire } from 'node:module';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import type { BenchLine } from './bench-line.ts';
import { BUDGET, webSizes } from './web-size.ts';

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

const kB = (bytes: number): number => bytes / 1000;

/**
 * First load of home in brotli kB against react and react-dom alone, the heaviest later page, the chart and
 * the tab Company against their budgets: lower is better here.
 */
export async function benchSize(): Promise<BenchLine[]> {
  const { home, routes, chart, company } = await webSizes();
  const alone = await reactAlone();
  const [screen, heaviest] = Object.entries(routes)
    .map(([path, { js }]) => [path.replace(/^.*screens\//, ''), js] as const)
    .reduce((most, one) => (one[1] > most[1] ? one : most));
  return [
    {
      name: 'first load of home, JavaScript, brotli',
      product: kB(home.js),
      baseline: kB(alone),
      unit: 'kB',
      ratio: home.js / alone,
      note: `lower is better; baseline react and react-dom alone; CSS ${kB(home.css).toFixed(1)} kB; budget ${kB(BUDGET.homeJs)} kB and ${kB(BUDGET.homeCss)} kB`,
    },
    {
      name: `the heaviest later page, ${screen}, JavaScript, brotli`,
      product: kB(heaviest),
      baseline: kB(BUDGET.routeJs),
      unit: 'kB',
      ratio: heaviest / BUDGET.routeJs,
      note: 'lower is better; baseline the budget',
    },
    {
      name: 'the chart, when it is first drawn, JavaScript, brotli',
      product: kB(chart),
      baseline: kB(BUDGET.chartJs),
      unit: 'kB',
      ratio: chart / BUDGET.chartJs,
      note: 'lower is better; baseline the budget',
    },
    {
      name: 'the tab Company of a share’s page, when it is first chosen, JavaScript, brotli',
      product: kB(company),
      baseline: kB(BUDGET.companyJs),
      unit: 'kB',
      ratio: company / BUDGET.companyJs,
      note: 'lower is better; baseline the budget',
    },
  ];
}
