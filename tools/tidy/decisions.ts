import path from 'node:path';
import { ourFiles } from './source-file.ts';

export const INDEX = 'docs/decisions/README.md';

/** What a page lacks of the template, in sentences, and its line of the index. */
export function readDecision(
  file: string,
  text: string,
): { readonly faults: readonly string[]; readonly line: string } {
  const name = path.basename(file);
  const [, number = '', title = ''] = /^# (\d+)\. (.+)\n\n## /.exec(text) ?? [];
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading).join(', ');
  const faults = [
    Number(name.slice(0, 4)) !== Number(number || -1) && 'begins with "# NUMBER. Title", an empty line and a section',
    title.endsWith('.') && 'has a title without a full stop',
    sections !== 'Context, Decision, Consequences' &&
      'has the sections Context, Decision and Consequences, in this order',
  ].filter((fault) => fault !== false);
  return {
    faults: faults.map((fault) => `${file}: ${fault}`),
    line: `${number}. [${title}](${name})`,
  };
}

export const decisionFiles = (): string[] => ourFiles('docs/decisions/[0-9]*.md');
