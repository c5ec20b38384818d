import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { CHROMIUM_SWITCHES } from '../e2e/chromium.ts';

it('the browser of tests has every feature off that Playwright switches off', () => {
  const playwright = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  const source = readFileSync(join(playwright, 'lib/coreBundle.js'), 'utf8');
  const list = /disabledFeatures = \[(.*?)\]\.filter/s.exec(source)?.[1] ?? '';
  const theirs = [...list.matchAll(/^ *"(\w+)"/gm)].map(([, name]) => name);
  expect(theirs).toContain('OptimizationHints');
  const ours = CHROMIUM_SWITCHES.find((one) => one.startsWith('--disable-features='))?.split(/[=,]/) ?? [];
  expect(theirs.filter((name) => name !== undefined && !ours.includes(name))).toEqual([]);
});
