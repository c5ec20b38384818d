import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MANUALS } from './index.ts';

/** What people wrote. */
const DOCS = path.join(import.meta.dirname, '../../../../../docs');
export type Paper = { readonly title: string; read(): string };

/** Manuals by the names under which they are served: the written ones, then those that are printed when asked for. */
export function findPapers(): ReadonlyMap<string, Paper> {
  const papers = new Map<string, Paper>();
  const files = existsSync(DOCS) ? readdirSync(DOCS).filter((file) => file.endsWith('.md')) : [];
  for (const file of files) {
    const read = () => readFileSync(path.join(DOCS, file), 'utf8');
    papers.set(file, { title: /^# (.+)$/m.exec(read())?.[1] ?? file, read });
  }
  for (const [name, { title, print }] of Object.entries(MANUALS))
    papers.set(`manual-${name}.md`, { title: `Reference: ${title}`, read: print });
  return papers;
}
