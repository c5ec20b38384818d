import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Finding = { readonly id: string; readonly nodes: readonly { readonly target: readonly string[] }[] };
type Axe = { run: (options: object) => Promise<{ violations: Finding[] }> };

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21aa'];
/** Each part of a page belongs to one landmark, which no other is named like. */
export const LANDMARKS = [
  'landmark-banner-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'region',
];

/**
 * What shuts a reader out, by the rules of WCAG 2.1 A and AA, and by others where they are given. The rules are put
 * into the page once; the app is never reloaded.
 */
export async function shutsOut(page: Page, others: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const found = await page.evaluate(
    async ([tags, rules]) => {
      const { axe } = window as unknown as { axe: Axe }; // just put there
      const more = Object.fromEntries(rules.map((rule) => [rule, { enabled: true }]));
      const runOnly = { type: 'tag', values: tags };
      const { violations } = await axe.run({ runOnly, rules: more, resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target })) }));
    },
    [WCAG, others] as const,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
