import { startProduct } from './product.ts';

/** The product that the tests share: at KHARA_BASE. */
export default async function start(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['KHARA_BASE']) return undefined; // one that already runs, while a test is being written
  // hosts.spec.ts.
  const { base, stop } = await startProduct((port) => ({ PUBLIC_ORIGINS: `http://www.khara.co.in:${port}` }));
  process.env['KHARA_BASE'] = base;
  return stop;
}
