import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/* The articles that come with the product, in four languages: none is missing, and none is half translated. */

const ROOT = fileURLToPath(new URL('../../../apps/server/content/articles/', import.meta.url));
const LANGUAGES = ['en', 'hi', 'zh-hant', 'zh-hans'] as const;
type File = (typeof LANGUAGES)[number];

const articles = [...new Set(globSync('*/*/*.md', { cwd: ROOT }).map((file) => file.replace(/\/[^/]+$/, '')))].sort();
const read = (article: string, language: File): string => readFileSync(`${ROOT}${article}/${language}.md`, 'utf8');

/** What a translation keeps as it is: heads, lines of tables, lists, and names of shares. */
const shapeOf = (text: string) => ({
  heads: text.match(/^#+ /gm)?.map((head) => head.length),
  tableLines: text.match(/^\|/gm)?.length,
  points: text.match(/^(- |\d+\. )/gm)?.length,
  shares: [...new Set(text.match(/`[A-Z]{3,10}`/g))].sort(),
});

const SCRIPT: Readonly<Record<Exclude<File, 'en'>, RegExp>> = {
  hi: /\p{Script=Devanagari}/gu,
  'zh-hant': /\p{Script=Han}/gu,
  'zh-hans': /\p{Script=Han}/gu,
};
/** Characters that only one of the two ways to write Chinese has. */
const ONLY = { 'zh-hant': /[们这对发务与会时为间单卖买说请]/, 'zh-hans': /[們這對發務與會時為間單賣買說請]/ } as const;

/** Two words of English beside each other, outside what is quoted as it is typed. */
const isWords = (line: string): boolean => /[a-z]{3,} [a-z]{3,}/i.test(line.replaceAll(/`[^`]*`/g, ''));

it('are at least twenty, each whole in four languages', () => {
  expect(articles.length).toBeGreaterThanOrEqual(20);
  const lacking = articles.flatMap((article) =>
    LANGUAGES.filter((language) => !/^# .+\n+[^\n#]+\n[\s\S]+\S/.test(read(article, language))).map(
      (language) => `${article}/${language}`,
    ),
  );
  expect(lacking).toEqual([]);
});

describe.each(['hi', 'zh-hant', 'zh-hans'] as const)('%s', (language) => {
  it('has the heads, tables, lists and shares of the English article', () => {
    for (const article of articles)
      expect([article, shapeOf(read(article, language))]).toEqual([article, shapeOf(read(article, 'en'))]);
  });

  it('leaves no line in English', () => {
    const left = articles.flatMap((article) => {
      const english = new Set(read(article, 'en').split('\n'));
      const lines = read(article, language).split('\n');
      return lines.filter((line) => isWords(line) && (english.has(line) || !line.match(SCRIPT[language])));
    });
    expect(left).toEqual([]);
  });

  it('is written in its own script', () => {
    if (language === 'hi')
      return expect(articles.every((one) => /[ऀ-ॿ]/.test(read(one, 'hi').split('\n')[0]!))).toBe(true);
    const mixed = articles.flatMap((article) =>
      [...read(article, language).matchAll(new RegExp(ONLY[language], 'g'))].map(([sign]) => `${article}: ${sign}`),
    );
    expect(mixed).toEqual([]);
  });
});
