import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decisionFiles, INDEX, readDecision } from './tidy/decisions.ts';
import { MODULE_LINE } from './tidy/imports.ts';
import {
  readComments,
  longLines,
  namedFiles,
  namedThings,
  paperFiles,
  poorWords,
  readTexts,
  TITLE_COLUMNS,
  readTitles,
} from './tidy/papers.ts';
import { ourFiles, readText, sourceFile } from './tidy/source-file.ts';
import { wrapPaper } from './wrap-papers.ts';
import { longComments, wrapComments } from './tidy/comments.ts';

/** What WRITING.md asks of documents and comments, as far as a machine can check it. */

const papers = paperFiles();

/** Names of other people's software. */
const OTHERS = new Set(['pg_basebackup', 'browser_ui', 'useSearchParams']);

/** Files that a document links or shows, from the root. */
const links = (file: string): string[] =>
  [...readText(file).matchAll(/\]\(([^)#\s]+)|(?:<img src|srcset)="([^"]+)"/g)].map(([, link, picture]) =>
    path.posix.join(path.posix.dirname(file), link ?? picture ?? ''),
  );

describe('documents', () => {
  it('have lines of at most 100 columns: run `npm run format`', () => {
    expect(papers.length).toBeGreaterThan(40);
    const long = papers.flatMap((file) => longLines(readText(file)).map((line) => `${file}:${line}`));
    expect(long).toEqual([]);
  });

  it('are filled by the formatter, which changes nothing twice', () => {
    const long = 'word '.repeat(40).trim();
    const text = `# ${long}\n\n${long}\n\n- ${long}\n  more\n- [a link](${'x'.repeat(90)}) ends\n\n| ${long} |\n`;
    const wrapped = wrapPaper(text);
    expect(longLines(wrapped)).toEqual([]);
    expect(wrapped.replaceAll(/\s+/g, ' ')).toBe(text.replaceAll(/\s+/g, ' '));
    expect(wrapPaper(wrapped)).toBe(wrapped);
    expect(wrapPaper('```\n' + long + '\n```\n')).toBe('```\n' + long + '\n```\n');
  });

  it('name the subject of a sentence', () => {
    const found = papers
      .filter((file) => file !== 'WRITING.md') // the list itself
      .flatMap((file) => poorWords(readText(file)).map((word) => `${file}: ${word}`));
    expect(found).toEqual([]);
  });

  it('hold no marks of a merge', () => {
    expect(papers.filter((file) => /<{7}|>{7}/.test(readText(file)))).toEqual([]);
  });

  it('name files that exist', () => {
    const files = ourFiles('**/*.*');
    const missing = [...papers, 'docs/findings.csv']
      .filter((file) => !file.startsWith('CHANGELOG')) // what was
      .flatMap((file) => namedFiles(readText(file)).map((name) => ({ file, name })))
      .filter(({ name }) => !files.some((file) => file === name || file.endsWith(`/${name}`)));
    expect(missing).toEqual([]);
    expect(namedFiles('`place-order.ts`, `api/last-seen.ts`, `*.test.ts`, `npm run x.ts`')).toEqual([
      'place-order.ts',
      'api/last-seen.ts',
    ]);
  });

  it('name functions, constants and objects of the database that exist', () => {
    const sources = ourFiles('{packages,apps,tools,bench,e2e}/**/*.{ts,tsx,sql,css,json,csv}').filter(
      (file) => file !== 'tools/papers.test.ts', // its samples
    );
    const words = new Set(sources.flatMap((file) => readText(file).split(/\W+/)));
    const missing = papers
      .filter((file) => !file.startsWith('CHANGELOG')) // what was
      .flatMap((file) => namedThings(readText(file)).map((name) => ({ file, name })))
      .filter(({ name }) => !words.has(name) && !OTHERS.has(name));
    expect(missing).toEqual([]);
    expect(namedThings('`ledger.lp`, `ledger.write_round`, `useCall(name)`, `AFTER_ORDER`, `npm run x`')).toEqual([
      'write_round',
      'useCall',
      'AFTER_ORDER',
    ]);
  });

  it('of docs are reached from README, and each picture from a document', () => {
    const reached = links('README.md');
    const manuals = ourFiles('docs/{*.{md,csv},*/README.md}');
    expect(manuals.filter((file) => !reached.includes(file))).toEqual([]);
    const shown = new Set(ourFiles('{*,docs/**/*}.md').flatMap(links));
    expect(ourFiles('docs/**/*.png').filter((file) => !shown.has(file))).toEqual([]);
  });

  it('give commands by npm, which brings the Node that reads TypeScript', () => {
    const commands = ourFiles('{packages,apps,tools,bench,e2e}/**/*.ts')
      .filter((file) => file !== 'tools/papers.test.ts')
      .flatMap((file) => readComments(readText(file)));
    const texts = papers.map(readText);
    expect([...commands, ...texts].join('\n').match(/\bnode (?:tools|apps)\/[\w/.-]+\.ts\b.*/g)).toBeNull();
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

describe('package.json', () => {
  it('describes each package as ARCHITECTURE.md does', () => {
    const lines = readText('ARCHITECTURE.md').matchAll(/^\| `((?:packages|apps)\/[\w-]+|e2e|tools)` \| (.*) \|$/gm);
    const plain = [...lines].map(([, folder = '', line = '']) => ({
      folder,
      description: line.replaceAll(/`| \(\[[^\]]*\]\([^)]*\)(, \[[^\]]*\]\([^)]*\))*\)/g, ''),
    }));
    expect(plain.length).toBeGreaterThan(15);
    const described = plain.map(({ folder }) => ({
      folder,
      description: (JSON.parse(readText(`${folder}/package.json`)) as { description?: string }).description,
    }));
    expect(described).toEqual(plain);
  });
});

describe('comments', () => {
  it('are separated from code', () => {
    const source = "const a = 'nobody'; // whoever comes\n/** Nobody. */\n-- somebody\nconst url = 'https://told';";
    expect(poorWords(readComments(source))).toEqual(['whoever', 'Nobody', 'somebody']);
    expect(poorWords('`nobody`, a nobody')).toEqual(['nobody']);
  });
});

const words = (text: string): string[] => text.split(/[\s*/{}]+/).filter(Boolean);

describe('lines of comments', () => {
  const long = 'word '.repeat(30).trim();

  it('have at most 120 columns: run `npm run format`', () => {
    const sources = ourFiles('{packages,apps,tools,bench,e2e}/**/*.{ts,tsx,css}');
    expect(sources.length).toBeGreaterThan(1000);
    expect(sources.flatMap((file) => longComments(file, readText(file)).map((line) => `${file}:${line}`))).toEqual([]);
  });

  it('are counted in comments alone', () => {
    const source = `// ${long}\n/** ${long} */\nconst a = '// ${long}';\nconst b = \`\n/* ${long} */\n\`; // ${long}\n`;
    expect(longComments('a.ts', source)).toEqual([1, 2]);
    expect(longComments('a.css', `a {\n  /* ${long} */\n}\n`)).toEqual([2]);
    expect(longComments('a.ts', `const a = 1; // ${long}\nconst b = 2; // short\n`)).toEqual([1]);
    expect(longComments('a.ts', `// oxlint-disable-next-line a-rule -- ${long}\n`)).toEqual([]);
  });

  it.each([
    ['a.ts', `  // ${long}\n  // ${long}\n  const a = 1;\n`],
    ['a.ts', `/** ${long} */\nconst a = 1;\n`],
    [
      'a.ts',
      `/**\n * ${long}\n *\n * - ${long}\n *   more\n * - two\n *\n * \`\`\`\n *   a sample\n * \`\`\`\n */\nconst a = 1;\n`,
    ],
    ['a.tsx', `const a = (\n  <p>\n    {/* ${long} */}\n  </p>\n);\n`],
    ['a.css', `/* ${long} */\na {\n  /* ${long}\n     ${long} */\n}\n`],
  ])('of %s are filled, with the same words in the same order: %j', (file, source) => {
    const wrapped = wrapComments(file, source);
    expect(longComments(file, wrapped)).toEqual([]);
    expect(wrapComments(file, wrapped)).toBe(wrapped);
    expect(words(wrapped)).toEqual(words(source));
    for (const kept of [' * ```\n *   a sample\n * ```', '\n * - two\n'])
      expect(wrapped.includes(kept)).toBe(source.includes(kept));
  });
});

describe('a comment behind code', () => {
  const long = 'word '.repeat(20).trim();

  it('stands above its line when that would be too long', () => {
    const source = `if (a) {\n  b('a call with an argument'); // ${long}\n  c(); // short\n}\n`;
    const moved = `if (a) {\n  // W${long.slice(1)}.\n  b('a call with an argument');\n  c(); // short\n}\n`;
    expect(wrapComments('a.ts', source)).toBe(moved);
    expect(longComments('a.ts', moved)).toEqual([]);
  });

  it('stays where a line of its own would be text and no comment', () => {
    const template = `const a = \`\n  text\n  more text than that\`; // ${long}\n`;
    expect(wrapComments('a.ts', template)).toBe(template);
  });
});

describe('titles of tests', () => {
  const titles = ourFiles('{packages,apps,tools,bench,e2e}/**/*.{test,spec}.{ts,tsx}').flatMap((file) =>
    readTitles(sourceFile(file, readText(file))).map((title) => ({ file, title })),
  );

  it('name the subject: WRITING.md has what to write instead', () => {
    expect(titles.length).toBeGreaterThan(1000);
    expect(titles.filter(({ title }) => poorWords(title).length > 0)).toEqual([]);
  });

  it('have at most 110 columns', () => {
    expect(titles.filter(({ title }) => [...title].length > TITLE_COLUMNS)).toEqual([]);
  });

  it('are found in tests, groups, tables and steps', () => {
    const source = "describe('a', () => { it.each([1])('b', fn); test.step('c', fn); it(`d ${1}`, fn); other('e'); });";
    expect(readTitles(sourceFile('a.test.ts', source))).toEqual(['a', 'b', 'c', 'd …']);
  });
});

describe('texts on the screen', () => {
  it('have no poor words in the English articles', () => {
    const articles = ourFiles('apps/server/content/articles/*/*/en.md');
    expect(articles.length).toBeGreaterThan(20);
    expect(articles.flatMap((file) => poorWords(readText(file)).map((word) => `${file}: ${word}`))).toEqual([]);
  });

  it('name the subject: WRITING.md has what to write instead', () => {
    const files = ourFiles('{packages/texts/src/en/*.ts,apps/console/src/**/*.{ts,tsx}}').filter(
      (file) => !file.includes('.test.'),
    );
    expect(files.length).toBeGreaterThan(90);
    const poor = files.flatMap((file) =>
      readTexts(sourceFile(file, readText(file))).flatMap((text) => poorWords(text).map((word) => `${file}: ${word}`)),
    );
    expect(poor).toEqual([]);
  });

  it('are strings, templates and the words between tags', () => {
    const source =
      "const a = { b: 'nobody' }; const c = `whoever ${a}`; const d = <p>Somebody else</p>; const nobody = 1;";
    expect(readTexts(sourceFile('a.tsx', source)).flatMap(poorWords)).toEqual(['nobody', 'whoever', 'Somebody']);
  });
});

describe('decisions', () => {
  const read = decisionFiles().map((file) => readDecision(file, readText(file)));

  it('have number, title, context, decision and consequences', () => {
    expect(read.length).toBeGreaterThan(30);
    expect(read.flatMap(({ faults }) => faults)).toEqual([]);
  });

  it('are all in the index, in their order', () => {
    const lines = readText(INDEX).split('\n');
    expect(lines.filter((line) => /^\d+\. \[/.test(line))).toEqual(read.map(({ line }) => line));
  });

  it('have a number each', () => {
    const numbers = decisionFiles().map((file) => file.slice('docs/decisions/'.length).slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('says what a page without the template lacks', () => {
    expect(readDecision('docs/decisions/9999-x.md', '# Names are whole\n\nContext: none').faults).toHaveLength(2);
  });
});
