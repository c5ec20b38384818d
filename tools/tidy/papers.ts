import { Visitor } from 'oxc-parser';
import { ourFiles, type SourceFile } from './source-file.ts';

/** Words of which a sentence names no subject. WRITING.md has what to write instead. */
const POOR_WORDS = /\b(whoever|whomever|nobody|somebody|everybody|anybody|everyone|anyone|no one|told|how-manieth)\b/gi;

/** The words of a text that WRITING.md avoids. Code in backticks and fences is left out. */
export const poorWords = (text: string): string[] =>
  text
    .replaceAll(/^```[^]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
    .match(POOR_WORDS) ?? [];

/**
 * The comments of a source: TypeScript, CSS and SQL. A mark inside a string may count as one, which a rule of
 * words survives.
 */
export const readComments = (text: string): string =>
  [...text.matchAll(/\/\*[^]*?\*\/|(?<![:'"`])\/\/[^\n]*|(?<=^|\s)-- [^\n]*/gm)].map(([comment]) => comment).join('\n');

/** The documents that people write. Articles are texts of the app, a paragraph a line. */
export const paperFiles = (): string[] =>
  ourFiles('{*,.github/**/*,apps/**/*,docs/**/*,packages/**/*,bench/**/*,e2e/**/*,tools/**/*}.md').filter(
    (file) => !file.startsWith('apps/server/content/'),
  );

/** Columns of a line, without the address of a link: it cannot be broken. */
export const visible = (line: string): number => [...line.replaceAll(/\]\([^)]*\)/g, ']')].length;

/** Columns of a line of prose. */
export const PAPER_COLUMNS = 100;

/**
 * Lines of a document that are too long, by number. Tables, fences, headings and the addresses of links may be longer.
 */
export function longLines(text: string): number[] {
  let inFence = false;
  return text.split('\n').flatMap((line, at) => {
    if (/^\s*```/.test(line)) {
      inFence = !inFence;
      return [];
    }
    if (inFence || /^\s*[|#]/.test(line)) return [];
    return visible(line) > PAPER_COLUMNS ? [at + 1] : [];
  });
}

/**
 * Files of source that a document names: in backticks ("place-order.ts", "api/last-seen.ts"), or by their
 * whole path in a fence.
 */
export const namedFiles = (text: string): string[] => {
  const prose = text.replaceAll(/^```[^]*?^```$/gm, '');
  return [
    ...prose.matchAll(/`#?([\w@-][\w.@/-]*\.(?:tsx?|sql|css|csv|json))`/g),
    ...text.matchAll(/(?<![\w./-])((?:apps|packages|tools|bench|e2e)\/[\w.@/-]+\.(?:tsx?|sql))/g),
  ].map(([, name = '']) => name);
};

/** Objects of the database, functions and constants that a document names in backticks, by their last part. */
export const namedThings = (text: string): string[] =>
  [
    ...text
      .replaceAll(/^```[^]*?^```$/gm, '')
      .matchAll(/`(?:(?:[a-z]+_?[a-z]+)\.)?([a-z]+[A-Z]\w*|[a-z]+(?:_[a-z0-9]+)+|[A-Z]+(?:_[A-Z]+)+)(?:\([^`\n]*)?`/g),
  ].map(([, name = '']) => name);

/** Columns of a test's title, at most: a report shows it on one line. */
export const TITLE_COLUMNS = 110;

/** Titles of a file's tests, groups and steps. */
export function readTitles({ program }: Pick<SourceFile, 'program'>): string[] {
  const titles: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      let root: unknown = callee;
      while (typeof root === 'object' && root !== null && ('object' in root || 'callee' in root || 'tag' in root))
        root = 'object' in root ? root.object : 'callee' in root ? root.callee : (root as { tag: unknown }).tag;
      const isTest =
        typeof root === 'object' && root !== null && 'name' in root && /^(it|test|describe)$/.test(String(root.name));
      if (!isTest || !first) return;
      if (first.type === 'Literal' && typeof first.value === 'string') titles.push(first.value);
      if (first.type === 'TemplateLiteral') titles.push(first.quasis.map(({ value }) => value.raw).join('…'));
    },
  }).visit(program);
  return titles;
}

/** Texts that a screen shows: strings of a file of texts, and the words between the tags of the back office. */
export function readTexts({ program }: Pick<SourceFile, 'program'>): string[] {
  const texts: string[] = [];
  new Visitor({
    Literal({ value }) {
      if (typeof value === 'string') texts.push(value);
    },
    TemplateElement({ value }) {
      texts.push(value.raw);
    },
    JSXText({ value }) {
      texts.push(value);
    },
  }).visit(program);
  return texts;
}
