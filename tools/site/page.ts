import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { textsFor } from '@khara/texts';
import { PracticeSign, PracticeWords } from '../../apps/web/src/shell/practice-words.ts';
import { readVersion, REPOSITORY, ROOT } from '../project.ts';

/** Text as HTML. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const web = (file: string): string => readFileSync(join(ROOT, 'apps/web', file), 'utf8');
/** The app's colours and sizes, with the dark ones where the reader's device asks for them. */
function tokens(): string {
  const css = web('src/ui/tokens.css');
  const dark = [...css.matchAll(/^\[data-theme='darkblue'\] \{\n([^]*?)^\}/gm)].map(([, body = '']) => body).join('');
  return `${css}\n@media (prefers-color-scheme: dark) { :root { ${dark} } }`;
}
/** The style of all pages, without comments and indents. */
export const style = (): string =>
  `${tokens()}\n${readFileSync(join(import.meta.dirname, 'site.css'), 'utf8')}`
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();

const MENU = [
  ['Practise', 'index.html#run'],
  ['Programs', 'manual/docs/programs.html'],
  ['Teach', 'manual/docs/teaching.html'],
  ['How real', 'manual/docs/market.html'],
  ['Manuals', 'manual/ARCHITECTURE.html'],
] as const;

/** One page of the site. `path` is its own, below the root: all its addresses are relative, so any folder does. */
export function page(path: string, title: string, description: string, main: string): string {
  const base = '../'.repeat(path.split('/').length - 1);
  const practice = textsFor('en').common.practice;
  const marker = renderToStaticMarkup(
    createElement(
      'div',
      { className: 'in' },
      createElement(PracticeSign),
      createElement(PracticeWords, practice),
      createElement('span', null, 'not registered with SEBI'),
    ),
  );
  const menu = MENU.map(
    ([name, to]) => `<a href="${base}${to}"${to === path ? ' aria-current="page"' : ''}>${name}</a>`,
  ).join('');
  return `<!doctype html>
<html lang="en" data-base="${base || './'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escaped(description)}">
<title>${escaped(title)}</title>
<link rel="icon" href="${base}mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="${base}site.css">
<script type="module" src="${base}site.js"></script>
</head>
<body>
<a class="skip" href="#main">To the content</a>
<div class="marker" role="note">${marker}</div>
<header class="head"><div class="in">
<a class="brand" href="${base}index.html"><img src="${base}mark.svg" width="34" height="34" alt="">Khara</a>
<nav aria-label="Site">${menu}</nav>
<div class="search" role="search"><input type="search" aria-label="Search the manuals" placeholder="Search the manuals"><ul class="found" aria-live="polite"></ul></div>
<a class="go" href="${REPOSITORY}">Source, v${readVersion()}</a>
</div></header>
${main}
<footer class="foot small"><p>Khara is not registered with SEBI; nothing in it is an investment. All companies are made up.</p><p><a href="${base}manual/MISUSE.html">Was real money taken from you? Call 1930</a></p></footer>
</body>
</html>
`;
}
