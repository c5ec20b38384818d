import { beforeAll, expect, it, vi } from 'vitest';
import { addBundle, findText, onTexts, notifyReaders, textsVersion } from './bundles.ts';

beforeAll(() => {
  addBundle('en', 'common', {
    close: 'Close',
    practice: { ist: '{{time}} IST' },
    shares_one: '{{count}} share',
    shares_other: '{{count}} shares',
  });
  addBundle('hi', 'common', { close: 'बंद करें', shares_one: '{{count}} शेयर', shares_other: '{{count}} शेयरों' });
  addBundle('en', 'orders', { title: 'Orders' });
});

it('a key without a namespace is the page’s own, one with a namespace is found anywhere', () => {
  expect(findText('en', 'orders', 'title')).toBe('Orders');
  expect(findText('en', 'orders', 'common:practice.ist', { time: '14:32' })).toBe('14:32 IST');
});

it('English stands in for what another language does not have, and a text that is nowhere is undefined', () => {
  expect(findText('hi', 'common', 'close')).toBe('बंद करें');
  expect(findText('hi', 'orders', 'title')).toBe('Orders');
  expect(findText('hi', 'orders', 'close')).toBeUndefined();
  expect(findText('en', 'common', 'practice')).toBeUndefined();
});

it('a count chooses the form by the rules of its language, and a text without forms does not mind', () => {
  expect(findText('en', 'common', 'shares', { count: 1 })).toBe('1 share');
  expect(findText('en', 'common', 'shares', { count: 0 })).toBe('0 shares');
  expect(findText('hi', 'common', 'shares', { count: 0 })).toBe('0 शेयर'); // Hindi counts nothing as one
  expect(findText('en', 'common', 'close', { count: 2 })).toBe('Close');
});

it('a view of a text is notified when more arrive, and sees whether they concern it', () => {
  const listener = vi.fn();
  const before = { news: textsVersion(['news', 'common']), orders: textsVersion(['orders', 'common']) };
  const stop = onTexts(listener);
  addBundle('en', 'news', { title: 'News' });
  stop();
  addBundle('en', 'vote', { title: 'Vote' });
  expect(listener).toHaveBeenCalledOnce();
  expect(textsVersion(['news', 'common'])).toBeGreaterThan(before.news);
  expect(textsVersion(['orders', 'common'])).toBe(before.orders);
});

it('another language is news to all subscribers', () => {
  const before = textsVersion(['orders']);
  notifyReaders();
  expect(textsVersion(['orders'])).toBeGreaterThan(before);
});
