/** A part of `npm run generate`: writes the list of docs/decisions/README.md from the pages beside it. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ourFiles, readText, ROOT } from './tidy/source-file.ts';

export const INDEX = 'docs/decisions/README.md';
const LIST = '\n| no. | decision | status | date |\n';

/** What a page lacks of the template, in sentences; its row of the index where it lacks nothing. */
export function readDecision(file: string, text: string): { readonly faults: readonly string[]; readonly row: string } {
  const name = path.basename(file);
  const [, number = '', title = ''] = /^# (\d+)\. (.+)\n\n- Status: /.exec(text) ?? [];
  const [, status = ''] = /^- Status: (proposed|accepted)$/m.exec(text) ?? [];
  const [, date = ''] = /^- Date: (\d{4}-\d\d-\d\d)$/m.exec(text) ?? [];
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading).join(', ');
  const faults = [
    Number(name.slice(0, 4)) !== Number(number || -1) && 'begins with "# NUMBER. Title", an empty line and "- Status:"',
    title.endsWith('.') && 'has a title without a full stop',
    status === '' && 'has "- Status: proposed" or "accepted"',
    date === '' && 'has "- Date: 2026-01-31"',
    sections !== 'Context, Decision, Consequences' &&
      'has the sections Context, Decision and Consequences, in this order',
  ].filter((fault) => fault !== false);
  return {
    faults: faults.map((fault) => `${file}: ${fault}`),
    row: `| ${number} | [${title}](${name}) | ${status} | ${date} |`,
  };
}

export const decisionFiles = (): string[] => ourFiles('docs/decisions/[0-9]*.md');

/** The index as it should be: what stands above the list stays. */
export function decisionsIndex(index: string, rows: readonly string[]): string {
  const [above = ''] = index.split(LIST);
  return `${above.trimEnd()}\n${LIST}|---|---|---|---|\n${rows.join('\n')}\n`;
}

if (import.meta.main) {
  const rows = decisionFiles().map((file) => readDecision(file, readText(file)).row);
  const file = path.join(ROOT, INDEX);
  writeFileSync(file, decisionsIndex(readFileSync(file, 'utf8'), rows));
}
