import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { paperFiles } from './papers.ts';
import { readText, ROOT } from './source-file.ts';

/** Words of a sentence, at most: WRITING.md. */
const MOST_WORDS = 20;

const sentencesOf = (text: string): string[] =>
  paragraphsOf(text).flatMap((paragraph) => paragraph.split(/(?<=[.!?])(?:["”)*]*)\s+/));

/** Sentences whose subject is a clause: "What is blocked is free again." Questions are left out. */
export const clauseSubjects = (text: string): string[] =>
  sentencesOf(text).filter((sentence) => /^(?:[-*] |\d+\. |\**)*(?:What|Who|Whatever)\b[^?]*$/.test(sentence));

/** Sentences of a document's prose that have more words. Tables, headings, fences and code are left out. */
export function longSentences(text: string): string[] {
  return sentencesOf(text).filter((sentence) => wordsIn(sentence) > MOST_WORDS);
}

const wordsIn = (sentence: string): number => sentence.split(/\s+/).filter((word) => /\p{L}|\d/u.test(word)).length;

/** Paragraphs and items of lists, each in one line, a link as its words and a span of code as one word. */
function paragraphsOf(text: string): string[] {
  const prose = text.replaceAll(/^ *```[^]*?^ *```$/gm, '').replaceAll(/^[|#<!].*$/gm, '');
  return prose
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .map((paragraph) =>
      paragraph
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll(/`[^`]*`/g, 'code')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((paragraph) => paragraph !== '');
}

/** Pages that are older than the rule, with the number of their long sentences: it may only fall. */
export const OLD_SENTENCES = 'tools/tidy/long-sentences.json';

/** The long sentences of each page that has any. History is left out: it stays as it was written. */
export const sentencesFound = (files: readonly string[]): Record<string, readonly string[]> =>
  Object.fromEntries(
    files
      .filter((file) => !file.startsWith('docs/log/'))
      .map((file) => [file, longSentences(readText(file))] as const)
      .filter(([, found]) => found.length > 0),
  );

// A part of `npm run generate`: lowers the numbers, and adds no page.
if (import.meta.main) {
  const file = path.join(ROOT, OLD_SENTENCES);
  const allowed = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, number>>;
  const found = sentencesFound(paperFiles());
  const lowered = Object.entries(allowed)
    .map(([page, count]) => [page, Math.min(count, found[page]?.length ?? 0)] as const)
    .filter(([, count]) => count > 0);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
}
