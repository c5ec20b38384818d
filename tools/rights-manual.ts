/**
 * A part of `npm run generate`: writes the page of rights, apps/server/database/grants/README.md, from the
 * grants beside it. A test of the server compares the page with the rights of a database.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ourFiles, readText, ROOT } from './tidy/source-file.ts';

export const RIGHTS_MANUAL = 'apps/server/database/grants/README.md';
const ROLES = ['khara_app', 'khara_job', 'khara_console', 'khara_staff', 'khara_owner', 'khara_ledger'] as const;
const COLUMNS = '\n| table or view | khara_app |';

/** What a role may do with a table: `r` read, `a` add rows, `c` change them, `d` delete them. */
const LETTERS: Readonly<Record<string, string>> = { SELECT: 'r', INSERT: 'a', UPDATE: 'c', DELETE: 'd' };

/** By object and role: the letters of a table, `x` of a function. */
type Rights = Map<string, Map<string, string>>;

/** The parts of a list; a comma in brackets separates none. */
const listed = (text: string): string[] => text.split(/,(?![^(]*\))/).map((part) => part.trim());

/** What the files grant on tables, and on functions. Rights of schemas, sequences and PostgreSQL's own are left out. */
export function parseRights(sql: string): { readonly tables: Rights; readonly functions: Rights } {
  const tables: Rights = new Map();
  const functions: Rights = new Map();
  const text = sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')');
  const grants = text.matchAll(/\bGRANT ([^;]*?) ON (FUNCTION )?([^;]*?) TO ([^;]*);/g);
  for (const [, privileges = '', isFunction, objects = '', roles = ''] of grants) {
    if (/^(SCHEMA|DATABASE|ALL SEQUENCES|ALL FUNCTIONS)\b/.test(objects)) continue;
    for (const object of listed(objects.replace(/^ALL TABLES IN SCHEMA (\w+)/, '$1.*'))) {
      if (!object.includes('.')) continue; // PostgreSQL's own
      const rights = isFunction ? functions : tables;
      const byRole = rights.get(object) ?? new Map<string, string>();
      rights.set(object, byRole);
      for (const role of listed(roles)) {
        const letters = isFunction ? ['x'] : listed(privileges).map(privilegeLetter);
        byRole.set(role, [byRole.get(role) ?? [], letters].flat().join(' '));
      }
    }
  }
  return { tables, functions };
}

/** `c(used_at)`: a change of that column alone. */
const privilegeLetter = (privilege: string): string =>
  privilege.replace(/^\w+/, (verb) => LETTERS[verb] ?? verb).replace(' ', '');

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** The page with its tables as the grants have them; the words above them stay. */
export function rightsManual(page: string): string {
  const { tables, functions } = parseRights(ourFiles('apps/server/database/grants/*.sql').map(readText).join('\n'));
  const [above = ''] = page.split(COLUMNS);
  const tableRows = [...tables].toSorted(byName).map(([table, rights]) => {
    const cells = ROLES.map((role) => rights.get(role) ?? '');
    return `| \`${table}\` | ${cells.join(' | ')} |`.replaceAll(/ {2,}/g, ' ');
  });
  const functionRows = [...functions]
    .toSorted(byName)
    .map(([name, rights]) => `| \`${name}\` | ${ROLES.filter((role) => rights.has(role)).join(', ')} |`);
  return [
    `${above.trimEnd()}\n`,
    `| table or view | ${ROLES.join(' | ')} |`,
    `|---|${ROLES.map(() => '---|').join('')}`,
    ...tableRows,
    '',
    '| function | may be called by |',
    '|---|---|',
    ...functionRows,
    '',
  ].join('\n');
}

if (import.meta.main) {
  const file = path.join(ROOT, RIGHTS_MANUAL);
  writeFileSync(file, rightsManual(readFileSync(file, 'utf8')));
}
