import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { versionCode } from './version-code.ts';

it.each([
  ['1.0.2', 102],
  ['1.1.0', 110],
  ['2.3.4-rc.1', 234],
])('of %s it is %i', (version, code) => {
  expect(versionCode(version)).toBe(code);
});

it('of the product it is a number', () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8')) as {
    version: string;
  };
  expect(versionCode(version)).toBeGreaterThan(102);
});
