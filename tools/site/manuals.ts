import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { compiler, RuleType } from 'markdown-to-jsx/html';
import { REPOSITORY, ROOT, SITE } from '../project.ts';
import { escaped, page } from './page.ts';

/** Of the README, whose place is the front page, how the market is checked is a page. */
const CHECKS = 'README.md#check-us';
/** Papers of the repository that the site shows, by part. */
const PARTS = [
  [
    'Use',
    [CHECKS, 'docs/programs.md', 'docs/teaching.md', 'docs/interactions.md', 'docs/accessibility.md', 'MISUSE.md'],
  ],
  [
    'Rules',
    [
      'docs/market.md',
      'docs/ledger.md',
      'docs/offerings.md',
      'docs/order-checks.md',
      'docs/sandbox.md',
      'docs/sources.md',
    ],
  ],
  [
    'Run',
    [
      'docs/operating.md',
      'docs/configuration.md',
      'docs/scale.md',
      'docs/performance.md',
      'docs/security.md',
      'SECURITY.md',
    ],
  ],
  [
    'Packages',
    globSync('packages/{money,rules,charges,exchange,market-day,lottery,proof}/README.md', { cwd: ROOT })
      .map((file) => file.replaceAll('\\', '/'))
      .toSorted(),
  ],
  [
    'Build',
    [
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'CODE_STYLE.md',
      'WRITING.md',
      'packages/texts/README.md',
      'docs/decisions/README.md',
      'CHANGELOG.md',
    ],
  ],
] as const;

type Paper = {
  readonly file: string;
  readonly to: string;
  readonly text: string;
  readonly title: string;
  readonly about: string;
};
type Section = { readonly path: string; readonly page: string; readonly title: string; readonly text: string };

const target = (file: string): string =>
  file === CHECKS ? 'manual/check-us.html' : `manual/${file.replace(/\.md$/, '.html')}`;

/** A paper whole; of the README the section with that heading, as a paper of its own. */
function readText(file: string): string {
  if (file !== CHECKS) return readFileSync(join(ROOT, file), 'utf8');
  const [, section = ''] = /^#(# Check us\n[^]*?)^## /m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? [];
  if (section === '') throw new Error('README.md does not say how the market is checked');
  return section;
}

function readPaper(file: string): Paper {
  const text = readText(file);
  const title = /^# (.*)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? file;
  const [, first = title] = /^# .*\n+(?:#[^]*?\n\n)*((?!```)[^#|\n][^]*?)(?:\n\n|(?![^]))/m.exec(text) ?? [];
  const words = first
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replaceAll(/\s+/g, ' ');
  const [about = words] = /^.{20,}?\.(?= |$)/.exec(words) ?? [];
  return { file, to: target(file), text, title, about };
}

/** Anchors as the forge makes them, since papers link to each other's headings. */
const anchor = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

/** Where a link of a paper leads on the site: to another page, to a copied picture, or to the repository. */
function resolveLink(href: string, from: Paper, known: ReadonlySet<string>): string {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [path = '', hash] = href.split('#');
  const file = posix.normalize(posix.join(posix.dirname(from.file), path)).replace(/\/$/, '');
  const suffix = hash === undefined ? '' : `#${hash}`;
  const asPage = [file, `${file}/README.md`].find((one) => known.has(one));
  if (asPage !== undefined) return relative(dirname(from.to), target(asPage)).replaceAll('\\', '/') + suffix;
  if (file === 'README.md' && hash === 'check-us')
    return relative(dirname(from.to), target(CHECKS)).replaceAll('\\', '/');
  if (file === 'README.md') return `${relative(dirname(from.to), 'index.html').replaceAll('\\', '/')}`;
  return `${REPOSITORY}/${/\.\w+$/.test(file) ? 'blob' : 'tree'}/main/${file}${suffix}`;
}

/** A paper as HTML, with the files that it shows. */
function render(
  paper: Paper,
  known: ReadonlySet<string>,
): { readonly html: string; readonly pictures: readonly string[] } {
  const pictures: string[] = [];
  const html = compiler(paper.text, {
    slugify: anchor,
    sanitizer: (value, tag, attribute) => {
      if (tag === 'a' && attribute === 'href') return resolveLink(value, paper, known);
      if (attribute === 'src' && !value.startsWith('http')) {
        pictures.push(posix.normalize(posix.join(posix.dirname(paper.file), value)));
        return value;
      }
      return value;
    },
    // What is wider than a phone scrolls by keys too.
    renderRule: (next, node) => {
      if (node.type === RuleType.table)
        return `<div class="wide" tabindex="0" role="region" aria-label="Table">${next()}</div>`;
      return node.type === RuleType.codeBlock ? String(next()).replace('<pre', '<pre tabindex="0"') : next();
    },
  });
  return { html, pictures };
}

/** A paper's sections, as words to search. */
function sections({ to, text, title }: Paper): readonly Section[] {
  return text
    .replaceAll(/^```[^]*?^```$/gm, '')
    .split(/^(?=#{1,3} )/m)
    .filter((part) => part.startsWith('#'))
    .map((part) => {
      const [first = '', ...rest] = part.split('\n');
      const heading = first.replace(/^#+ /, '');
      const path = first.startsWith('# ') ? to : `${to}#${anchor(heading)}`;
      const body = rest
        .join(' ')
        .replaceAll(/\]\([^)]*\)/g, ' ')
        .replaceAll(/[`*|[\]_]+/g, ' ')
        .replaceAll(/\s+/g, ' ');
      return { path, page: title, title: heading.replaceAll('`', ''), text: body.trim().toLowerCase() };
    });
}

/** Writes the manuals, what their search reads, and llms.txt: which paper says what, for programs that read. */
export function writeManuals(directory: string): void {
  const parts = PARTS.map(([name, files]) => ({ name, papers: files.map(readPaper) }));
  const papers = parts.flatMap((part) => part.papers);
  const known = new Set(papers.map(({ file }) => file));
  for (const paper of papers) {
    const { html, pictures } = render(paper, known);
    const up = '../'.repeat(paper.to.split('/').length - 1);
    const contents = parts.map(
      (part) =>
        `<h2>${part.name}</h2><ul>${part.papers.map(({ to, title }) => `<li><a href="${up}${to}"${to === paper.to ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`).join('')}</ul>`,
    );
    const main = `<div class="manual"><nav class="contents" aria-label="Manuals">${contents.join('')}</nav><main class="paper" id="main">${html}</main></div>`;
    write(join(directory, paper.to), page(paper.to, `${paper.title} – Khara`, paper.about.slice(0, 160), main));
    for (const picture of pictures) {
      const copy = join(directory, 'manual', picture);
      mkdirSync(dirname(copy), { recursive: true });
      if (existsSync(join(ROOT, picture))) copyFileSync(join(ROOT, picture), copy);
    }
  }
  write(join(directory, 'search.json'), JSON.stringify(papers.flatMap(sections)));
  const lines = parts.flatMap((part) => [
    `## ${part.name}\n`,
    ...part.papers.map(({ to, title, about }) => `- [${title}](${SITE}${to}): ${about}`),
    '',
  ]);
  const intro =
    '# Khara\n\n> A practice stock market for India that its investors can check: simulated prices, paper money.\n';
  write(join(directory, 'llms.txt'), [intro, ...lines].join('\n'));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
