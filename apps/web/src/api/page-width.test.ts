import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allowedPageWidth } from './page-width.ts';

it.each([
  [480, 480],
  [960, 960],
  [1400, 960],
  [100, 320],
])('a configuration of %i px makes a column of %i px', (asked, allowed) => {
  expect(allowedPageWidth(asked)).toBe(allowed);
});

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

it('the first paint keeps to the same bounds, and so does the frame', () => {
  const bounds = /width >= (\d+) && width <= (\d+)/.exec(read('../../public/first-paint.js'))?.slice(1).map(Number);
  expect(bounds).toEqual([allowedPageWidth(0), allowedPageWidth(9999)]);
  expect(read('../shell/first-page.css')).toContain(`max-width: min(var(--w-page), ${allowedPageWidth(9999)}px)`);
});
