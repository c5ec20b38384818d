import { expect, it } from 'vitest';
import { baseAddress } from './base-address.ts';

it.each([
  ['https://khara.co.in', undefined, 'https://khara.co.in'],
  ['https://khara.co.in', '', 'https://khara.co.in'],
  ['http://localhost:8080', '', 'http://localhost:8080'],
  ['https://www.khara.co.in', 'https://api.khara.co.in khara.co.in', 'https://api.khara.co.in'],
  // What the server says elsewhere, and what it never says.
  ['https://khara.example', 'https://api.khara.co.in khara.co.in', 'https://khara.example'],
  ['https://notkhara.example', 'https://api.khara.example khara.example', 'https://notkhara.example'],
  ['https://khara.co.in', 'https://api.co.in khara.co.in', 'https://khara.co.in'],
  ['https://khara.co.in', 'https://api.khara.co.in', 'https://khara.co.in'],
  ['https://khara.co.in', 'api khara.co.in', 'https://khara.co.in'],
])('a page of %s with %o calls %s', (page, content, base) => {
  expect(baseAddress(new URL(page), content)).toBe(base);
});
