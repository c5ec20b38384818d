import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decisionFiles, decisionsIndex, INDEX, readDecision } from './decisions-index.ts';
import { MODULE_LINE } from './tidy/imports.ts';
import { commentsOf, longLines, namedFiles, poorWords } from './tidy/papers.ts';
import { ourFiles, readText, ROOT } from './tidy/source-file.ts';

/** What WRITING.md asks of documents and comments, as far as a machine can check it. */

/** Made from the call table, a line a call. */
const GENERATED = new Set(['docs/api.md', 'docs/console-api.md']);
/** Articles are texts of the app, a paragraph a line. */
const papers = ourFiles('**/*.md').filter((file) => !GENERATED.has(file) && !file.startsWith('apps/server/content/'));

describe('documents', () => {
  it('have lines of at most 100 columns', () => {
    expect(papers.length).toBeGreaterThan(80);
    const long = papers.flatMap((file) => longLines(readText(file)).map((line) => `${file}:${line}`));
    expect(long).toEqual([]);
  });

  it('name the subject of a sentence', () => {
    const found = [...papers, ...GENERATED]
      .filter((file) => file !== 'WRITING.md') // the list itself
      .flatMap((file) => poorWords(readText(file)).map((word) => `${file}: ${word}`));
    expect(found).toEqual([]);
  });

  it('name files that exist', () => {
    const files = ourFiles('**/*.*');
    const missing = papers
      .filter((file) => !/^(docs\/(log|decisions)\/|CHANGELOG)/.test(file)) // what was
      .flatMap((file) => namedFiles(readText(file)).map((name) => ({ file, name })))
      .filter(({ name }) => !files.some((file) => file === name || file.endsWith(`/${name}`)));
    expect(missing).toEqual([]);
    expect(namedFiles('`place-order.ts`, `api/last-seen.ts`, `*.test.ts`, `npm run x.ts`')).toEqual([
      'place-order.ts',
      'api/last-seen.ts',
    ]);
  });

  it('tells long lines from tables, code and links', () => {
    const long = 'word '.repeat(25);
    expect(longLines(`short\n${long}\n- ${long}`)).toEqual([2, 3]);
    expect(longLines(`| ${long} |\n\`\`\`\n${long}\n\`\`\`\n[a](${'x'.repeat(120)})`)).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  const map = readText('ARCHITECTURE.md');

  it('has each package, each room of the server, and the line of modules', () => {
    const packages = ourFiles('packages/*/package.json').map((file) => file.slice(0, -'/package.json'.length));
    const rooms = ourFiles('apps/server/src/*/**/*.ts').map((file) => file.split('/')[3] ?? '');
    expect(packages.filter((name) => !map.includes(`| \`${name}\` |`))).toEqual([]);
    expect([...new Set(rooms)].filter((name) => !map.includes(`| \`${name}\` |`))).toEqual([]);
    expect(map.replaceAll(/\s+/g, ' ')).toContain(MODULE_LINE.join(' · '));
  });
});

describe('comments', () => {
  it('are told from code', () => {
    const source = "const a = 'nobody'; // whoever comes\n/** Nobody. */\n-- somebody\nconst url = 'https://told';";
    expect(poorWords(commentsOf(source))).toEqual(['whoever', 'Nobody', 'somebody']);
    expect(poorWords('`nobody`, a nobody')).toEqual(['nobody']);
  });
});

describe('decisions', () => {
  const read = decisionFiles().map((file) => readDecision(file, readText(file)));

  it('have number, title, status, date, context, decision and consequences', () => {
    expect(read.length).toBeGreaterThan(70);
    expect(read.flatMap(({ faults }) => faults)).toEqual([]);
  });

  it('are all in the index: run `node tools/decisions-index.ts`', () => {
    const index = readFileSync(join(ROOT, INDEX), 'utf8');
    const rows = read.map(({ row }) => row);
    expect(index).toBe(decisionsIndex(index, rows));
  });

  it('have a number each', () => {
    const numbers = decisionFiles().map((file) => file.slice('docs/decisions/'.length).slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('says what a page without the template lacks', () => {
    expect(readDecision('docs/decisions/9999-x.md', '# Names are whole\n\nContext: none').faults).toHaveLength(4);
  });
});
