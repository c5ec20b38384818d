import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { textsFor, type TextLanguage } from './index.ts';

/** A thing of words.csv: what it is called in a language, and what it is never called there. */
type Word = {
  readonly english: string;
  readonly chosen: string;
  readonly never: readonly string[];
};

/**
 * Things of the app that a company's story uses in another sense: a utility's bill is no statement, a
 * painter's picture no upload.
 */
const NOT_IN_STORIES = new Set([
  'you, to the reader',
  'app',
  'picture',
  'device',
  'statement',
  'specimen card',
  'order',
  'draw',
]);

/** The languages with forbidden words, in the order of its columns. */
const LANGUAGES = ['hi', 'zh-Hant', 'zh-Hans'] as const satisfies readonly TextLanguage[];

/** NFC takes Devanagari letters with their nuqta apart, so that both spellings of ज़ are one. */
const letters = (text: string) => text.normalize('NFC');

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const ARTICLES = folder('../../../apps/server/content/articles/');
const DATA = folder('../../universe/data/');

/** Files of a folder, each with its text. */
const filesOf = (root: string, pattern: string): (readonly [string, string])[] =>
  globSync(pattern, { cwd: root }).map((file) => [file, letters(readFileSync(root + file, 'utf8'))]);

/** The cells of a CSV file, line by line; a quoted cell may hold commas. */
const cellsOf = (csv: string): string[][] =>
  csv
    .trim()
    .split('\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
    );

const rows = cellsOf(letters(readFileSync(folder('../words.csv'), 'utf8'))).slice(1);

function wordsOf(language: number): Word[] {
  return rows.map((cells) => ({
    english: cells[1] ?? '',
    chosen: cells[2 + language] ?? '',
    never: (cells[5 + language] ?? '').split(', ').filter((word) => word !== ''),
  }));
}

const textsIn = (tree: object, path = ''): (readonly [string, string])[] =>
  Object.entries(tree).flatMap(([key, value]): (readonly [string, string])[] =>
    typeof value === 'string' ? [[`${path}${key}`, letters(value)]] : textsIn(value as object, `${path}${key}.`),
  );

/** Whether a word stands in a text by itself, and not only as a part of the chosen one. */
const standsIn = (text: string, word: string, chosen: string): boolean =>
  (word.includes(chosen) ? text : text.replaceAll(chosen, ' ')).includes(word);

/** The forbidden words in a text, each with the word to use. */
const wrongWords = (text: string, words: readonly Word[]): string[] =>
  words.flatMap(({ chosen, never }) =>
    never.filter((word) => standsIn(text, word, chosen)).map((word) => `${word}: ${chosen}`),
  );

it('has each thing once, with a word in every language', () => {
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.filter((cells) => cells.length !== 8 || cells.slice(0, 5).some((cell) => cell === ''))).toEqual([]);
  const english = rows.map(([, name]) => name);
  expect(english.filter((name, at) => english.indexOf(name) !== at)).toEqual([]);
});

describe.each(LANGUAGES)('%s', (language) => {
  const words = wordsOf(LANGUAGES.indexOf(language));

  it('calls each thing by its one word', () => {
    const wrong = textsIn(textsFor(language)).flatMap(([key, text]) =>
      wrongWords(text, words).map((word) => `${key}: ${word}`),
    );
    expect(wrong).toEqual([]);
  });

  it('calls each thing so in the articles too, which say you in their own way', () => {
    const others = words.filter(({ english }) => english !== 'you, to the reader' && english !== 'app');
    const wrong = filesOf(ARTICLES, `*/*/${language.toLowerCase()}.md`).flatMap(([file, text]) =>
      wrongWords(text, others).map((word) => `${file}: ${word}`),
    );
    expect(wrong).toEqual([]);
  });

  it('calls each thing so in the data of the invented market', () => {
    const column = `_${language.toLowerCase().replace('-', '_')}`;
    const theirs = words.filter(({ english }) => !NOT_IN_STORIES.has(english));
    const wrong = filesOf(DATA, '*.csv').flatMap(([file, csv]) => {
      const [header = [], ...lines] = cellsOf(csv);
      const ours = header.flatMap((name, at) => (name.endsWith(column) ? [at] : []));
      return lines.flatMap((cells) =>
        ours.flatMap((at) => wrongWords(cells[at] ?? '', theirs).map((word) => `${file}: ${cells[0]}: ${word}`)),
      );
    });
    expect(wrong).toEqual([]);
  });

  it('would notice every forbidden word', () => {
    const unseen = words.flatMap(({ english, never }) =>
      never.filter((word) => wrongWords(`x${word}y`, words).length === 0).map((word) => `${english}: ${word}`),
    );
    expect(unseen).toEqual([]);
  });
});

describe('hi', () => {
  const everything = [...textsIn(textsFor('hi')), ...filesOf(ARTICLES, '*/*/hi.md'), ...filesOf(DATA, '*.csv')];

  it('writes the nukta in ज़ and फ़ only, as newspapers do', () => {
    const nukta = /[\u0915\u0916\u0917]\u093c/;
    expect(everything.filter(([, text]) => nukta.test(text)).map(([key]) => key)).toEqual([]);
  });

  it('writes ₹ and 2%, never Rs and 2 %', () => {
    expect(everything.filter(([, text]) => /\bRs\b|\d %/.test(text)).map(([key]) => key)).toEqual([]);
  });
});

describe.each(['zh-Hant', 'zh-Hans'] as const)('%s', (language) => {
  it('sets full-width punctuation between its characters', () => {
    const half = textsIn(textsFor(language)).filter(([, text]) =>
      /[\u4e00-\u9fff]\s?[,;:?!]|[,;:?!]\s?[\u4e00-\u9fff]/.test(text),
    );
    expect(half).toEqual([]);
  });
});
