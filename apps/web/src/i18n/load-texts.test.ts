import { textsFor } from '@khara/texts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findText } from './bundles.ts';
import { loadTexts } from './index.ts';

beforeEach(() => vi.stubGlobal('TEXTS_VERSION', 'test')); // the build puts it in
afterEach(() => vi.unstubAllGlobals());

it('texts that pages have together come in one file, which is asked for once', async () => {
  const asked = vi.fn((address: string) => {
    const { stock, session, watching, chart } = textsFor('hi');
    return Promise.resolve(address.includes('/hi/share-') ? Response.json({ stock, session, watching, chart }) : lost);
  });
  vi.stubGlobal('fetch', asked);
  await Promise.all([loadTexts(['stock', 'chart'], 'hi'), loadTexts(['session'], 'hi')]);
  await loadTexts(['watching'], 'hi');
  expect(asked).toHaveBeenCalledOnce();
  for (const namespace of ['stock', 'session', 'watching', 'chart'] as const) {
    const [key = '', text] =
      Object.entries(textsFor('hi')[namespace]).find(([, found]) => typeof found === 'string') ?? [];
    expect(findText('hi', namespace, key)).toBe(text);
  }
});

it('a file that did not come is asked for again', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(lost));
  await expect(loadTexts(['news'], 'hi')).rejects.toThrow('texts: 503');
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ news: textsFor('hi').news })));
  await loadTexts(['news'], 'hi');
});

const lost = new Response(null, { status: 503 });
