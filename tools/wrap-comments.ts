/**
 * A part of `npm run format`: fills the paragraphs of comments that have a line too long. The formatter leaves
 * comments as they are. With `--check` it names the lines instead.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { longComments, wrapComments } from './tidy/comments.ts';
import { ourFiles, ROOT } from './tidy/source-file.ts';

const isCheck = process.argv.includes('--check');
for (const file of ourFiles('{packages,apps,tools,bench,e2e}/**/*.{ts,tsx,css}')) {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const lines = longComments(file, text);
  if (lines.length === 0) continue;
  if (!isCheck) {
    writeFileSync(path.join(ROOT, file), wrapComments(file, text));
    continue;
  }
  for (const line of lines) console.error(`${file}:${line}: npm run format`);
  process.exitCode = 1;
}
