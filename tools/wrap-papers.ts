/**
 * A part of `npm run format`: fills the paragraphs of documents to 100 columns.
 * With `--check` it names those it would fill.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PAPER_COLUMNS, paperFiles, visible } from './tidy/papers.ts';
import { ROOT } from './tidy/source-file.ts';

/** Words of a paragraph; a link and a span of code stay whole. */
const splitWords = (text: string): string[] =>
  text
    .trim()
    .replaceAll(/!?\[[^\]]*\]\([^)]*\)|`[^`]{1,60}`/g, (span) => span.replaceAll(/\s+/g, '\0'))
    .split(/\s+/)
    .map((word) => word.replaceAll('\0', ' '));

/** A paragraph or an item of a list, filled; its later lines stand under the first. */
function fill(mark: string, text: string): string[] {
  const lines: string[] = [];
  let line = mark;
  let isEmpty = true;
  for (const word of splitWords(text)) {
    const longer = isEmpty ? line + word : `${line} ${word}`;
    if (!isEmpty && visible(longer) > PAPER_COLUMNS) {
      lines.push(line);
      line = ' '.repeat(mark.length) + word;
    } else line = longer;
    isEmpty = false;
  }
  return [...lines, line];
}

/** A document with its paragraphs filled. Fences, tables, headings, pictures and indented code stay as they are. */
export function wrapPaper(text: string): string {
  const out: string[] = [];
  let open: { readonly mark: string; text: string } | undefined;
  let inFence = false;
  const close = () => {
    if (open) out.push(...fill(open.mark, open.text));
    open = undefined;
  };
  for (const line of text.trimEnd().split('\n')) {
    const isFence = /^\s*```/.test(line);
    const [, mark, item = ''] = /^(\s*(?:[-*]|\d+\.) )(.*)$/.exec(line) ?? [];
    const isRaw = /^([|<#]|---|!\[)/.test(line) || (!open && line.startsWith('    '));
    if (isFence || inFence || line.trim() === '' || (isRaw && mark === undefined)) {
      close();
      out.push(line);
      if (isFence) inFence = !inFence;
    } else if (mark !== undefined) {
      close();
      open = { mark, text: item };
    } else if (open) open.text += ` ${line.trim()}`;
    else open = { mark: '', text: line };
  }
  close();
  return `${out.join('\n')}\n`;
}

if (import.meta.main) {
  const isCheck = process.argv.includes('--check');
  for (const file of paperFiles()) {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    const wrapped = wrapPaper(text);
    if (wrapped === text) continue;
    if (!isCheck) writeFileSync(path.join(ROOT, file), wrapped);
    else {
      console.error(`${file}: npm run format`);
      process.exitCode = 1;
    }
  }
}
