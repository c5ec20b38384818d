import { createElement } from 'react';
import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { describe, expect, it } from 'vitest';
import { parseAddress } from './links.ts';
import { Prose } from './prose.tsx';

/** As it stands once the reader of the text has come. */
async function shown(source: string): Promise<string> {
  const { prelude } = await prerenderToNodeStream(createElement(Prose, { source }));
  return text(prelude);
}

describe('a text that people write', () => {
  it('has headings, lists, bold and slanted words, tables', async () => {
    expect(await shown('## Part\n\nOne **two** *three*\n\n- a\n- b')).toMatch(
      /<h2[^>]*>Part<\/h2><p>One <strong>two<\/strong> <em>three<\/em><\/p><ul><li>a<\/li><li>b<\/li><\/ul>/,
    );
    expect(await shown('# Top')).toMatch(/<h2/);
    expect(await shown('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<td>1</td>');
  });

  it('shows HTML as the words it is, and fetches no picture', async () => {
    expect(await shown('Hello <script>alert(1)</script> <img src=x onerror=alert(1)>')).not.toMatch(/<(script|img)/);
    expect(await shown('<div onclick="x()">Click</div>')).not.toMatch(/<div onclick/);
    expect(await shown('![cat](https://example.com/cat.png)')).not.toContain('<img');
    expect(await shown('<a href="javascript:alert(1)">x</a>')).not.toContain('<a');
  });

  it('leads to pages of the app and to authorities, nowhere else', async () => {
    expect(await shown('[Rules](/pages/index/rules/index)')).toContain('href="#/pages/index/rules/index"');
    expect(await shown('[Report](https://cybercrime.gov.in)')).toContain('rel="noopener noreferrer"');
    expect(await shown('[Call](tel:1930)')).toContain('href="tel:1930"');
    for (const bad of [
      'https://example.com',
      'javascript:alert(1)',
      'http://cybercrime.gov.in',
      'https://cybercrime.gov.in.example.com/',
      'https://cybercrime.gov.in@example.com/',
      'data:text/html,x',
      '//example.com',
      '/h5/../app',
    ]) {
      expect(parseAddress(bad), bad).toBeUndefined();
      expect(await shown(`[here](${bad})`), bad).not.toContain('<a');
    }
    expect(await shown('See https://example.com/x for more')).not.toContain('<a');
  });
});
