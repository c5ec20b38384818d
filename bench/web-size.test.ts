import { beforeAll, describe, expect, it } from 'vitest';
import { BUDGET, webSizes, type WebSizes } from './web-size.ts';

/** The budget of docs/performance.md, held by the build that stands before the tests. */
describe('the built web app', () => {
  let sizes: WebSizes;
  beforeAll(async () => {
    sizes = await webSizes();
  });

  it('loads home within its budget', () => {
    expect(sizes.home.js).toBeLessThanOrEqual(BUDGET.homeJs);
    expect(sizes.home.css).toBeLessThanOrEqual(BUDGET.homeCss);
  });

  it('adds little for every later page', () => {
    const heavy = Object.entries(sizes.routes).filter(([, { js }]) => js > BUDGET.routeJs);
    expect(heavy).toEqual([]);
    expect(Object.keys(sizes.routes).length).toBeGreaterThan(35); // every page was seen
  });

  it('asks for a page in few files: over HTTP/1.1 a phone asks for six at a time', () => {
    for (const screen of ['details', 'buy'])
      expect(sizes.routes[`src/screens/market/${screen}.tsx`]?.files).toBeLessThanOrEqual(BUDGET.shareFiles);
    expect(Object.entries(sizes.routes).filter(([, { files }]) => files > BUDGET.routeFiles)).toEqual([]);
  });

  it('lets no file of code wait for one that waits for it', () => {
    expect(sizes.cycle).toEqual([]);
  });

  it('fetches the chart when one is drawn, and it is not heavy', () => {
    expect(sizes.chart).toBeLessThanOrEqual(BUDGET.chartJs);
    expect(sizes.chart).toBeGreaterThan(10_000); // it is not in the first load
  });

  it('fetches a company when its tab is chosen, and it is not heavy', () => {
    expect(sizes.company).toBeLessThanOrEqual(BUDGET.companyJs);
    expect(sizes.company).toBeGreaterThan(3000); // it is not in the share's page
  });

  it('brings the desk to wide screens alone, and it is not heavy', () => {
    expect(sizes.desk.home).toBeLessThanOrEqual(BUDGET.deskJs);
    expect(sizes.desk.share).toBeLessThanOrEqual(BUDGET.deskJs);
    expect(sizes.desk.home).toBeGreaterThan(3000); // it is not in the first load
  });

  it('brings no schema, no form library and no dialog with its first page', () => {
    expect(sizes.firstCode).not.toMatch(/_zod|ZodMini|resetField|FloatingFocus|nativeGestures/);
  });
});
