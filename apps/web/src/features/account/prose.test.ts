import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { addressOf } from './links.ts';
import { Prose } from './prose.tsx';

const shown = (source: string): string => renderToStaticMarkup(createElement(Prose, { source }));

describe('a text that people write', () => {
  it('has headings, lists, bold and slanted words, tables', () => {
    expect(shown('## Part\n\nOne **two** *three*\n\n- a\n- b')).toMatch(
      /<h2[^>]*>Part<\/h2><p>One <strong>two<\/strong> <em>three<\/em><\/p><ul><li>a<\/li><li>b<\/li><\/ul>/,
    );
    expect(shown('# Top')).toMatch(/<h2/);
    expect(shown('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<td>1</td>');
  });

  it('shows HTML as the words it is, and fetches no picture', () => {
    expect(shown('Hello <script>alert(1)</script> <img src=x onerror=alert(1)>')).not.toMatch(/<(script|img)/);
    expect(shown('<div onclick="x()">Click</div>')).not.toMatch(/<div onclick/);
    expect(shown('![cat](https://example.com/cat.png)')).not.toContain('<img');
    expect(shown('<a href="javascript:alert(1)">x</a>')).not.toContain('<a');
  });

  it('leads to pages of the app and to authorities, nowhere else', () => {
    expect(shown('[Rules](/pages/index/rules/index)')).toContain('href="#/pages/index/rules/index"');
    expect(shown('[Report](https://cybercrime.gov.in)')).toContain('rel="noopener noreferrer"');
    expect(shown('[Call](tel:1930)')).toContain('href="tel:1930"');
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
      expect(addressOf(bad), bad).toBeUndefined();
      expect(shown(`[here](${bad})`), bad).not.toContain('<a');
    }
    expect(shown('See https://example.com/x for more')).not.toContain('<a');
  });
});
