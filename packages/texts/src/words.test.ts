import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { textsFor, type TextLanguage } from './index.ts';

/** A thing of docs/words.md: what it is called in a language, and what it is never called there. */
interface Word {
  readonly english: string;
  readonly chosen: string;
  readonly never: readonly string[];
}

/** The languages with forbidden words, in the order of the table's columns. */
const LANGUAGES = ['hi', 'zh-Hant', 'zh-Hans'] as const satisfies readonly TextLanguage[];

const table = readFileSync(new URL('../../../docs/words.md', import.meta.url), 'utf8');

/** NFC takes Devanagari letters with their nuqta apart, so that both spellings of ज़ are one. */
const letters = (text: string) => text.normalize('NFC');

const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| English '))
  .map((line) => letters(line).split('|').slice(1, -1))
  .map((cells) => cells.map((cell) => cell.trim()));

function wordsOf(language: number): Word[] {
  return rows.map((cells) => ({
    english: cells[0] ?? '',
    chosen: cells[1 + language] ?? '',
    never: (cells[4 + language] ?? '').split(', ').filter((word) => word !== ''),
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
  expect(rows.filter((cells) => cells.length !== 7 || cells.slice(0, 4).some((cell) => cell === ''))).toEqual([]);
  const english = rows.map(([name]) => name);
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
    const articles = fileURLToPath(new URL('../../../apps/server/content/articles/', import.meta.url));
    const others = words.filter(({ english }) => english !== 'you, to the reader' && english !== 'app');
    const wrong = globSync(`*/*/${language.toLowerCase()}.md`, { cwd: articles }).flatMap((file) =>
      wrongWords(letters(readFileSync(articles + file, 'utf8')), others).map((word) => `${file}: ${word}`),
    );
    expect(wrong).toEqual([]);
  });

  it('would notice every forbidden word', () => {
    const unseen = words.flatMap(({ english, never }) =>
      never.filter((word) => wrongWords(`x${word}y`, words).length === 0).map((word) => `${english}: ${word}`),
    );
    expect(unseen).toEqual([]);
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
