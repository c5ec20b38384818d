import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it.each(['web/index.html', 'web/lab.html', 'console/index.html'])('%s asks no translator to change it', (page) => {
  const html = readFileSync(join(import.meta.dirname, '../../..', page), 'utf8');
  expect(html).toMatch(/<html [^>]*translate="no"/);
  expect(html).toContain('<meta name="google" content="notranslate" />');
});
