import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Finding = { readonly id: string; readonly nodes: readonly { readonly target: readonly string[] }[] };
type Axe = { run: (options: object) => Promise<{ violations: Finding[] }> };

/**
 * What shuts a reader out, by the rules of WCAG 2.1 A and AA. The rules are put into the page once; the app
 * is never reloaded.
 */
export async function shutsOut(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe }; // just put there
    const runOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa'] };
    const { violations } = await axe.run({ runOnly, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target })) }));
  });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
