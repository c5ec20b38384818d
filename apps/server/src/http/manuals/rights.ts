import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const GRANTS = path.join(import.meta.dirname, '../../../database/grants');
const ROLES = ['khara_app', 'khara_job', 'khara_console', 'khara_staff', 'khara_owner', 'khara_ledger'] as const;

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

const WORDS = `# Rights

The rights of each role of the database, as the files of apps/server/database/grants grant them. A right without a row
is forbidden: each file revokes everything before it grants.

A letter is a right to **r**ead rows, to **a**dd, to **c**hange or to **d**elete them, and \`c(used_at)\` changes that
column alone. A function that says \`SECURITY DEFINER\` runs with the rights of its owner, so through it a role changes
what it may not change by itself.

Four roles log in. \`khara_app\` is the server, \`khara_job\` the queue of jobs and the daily checks. \`khara_console\` is
the back office, which asks and decides, and \`khara_staff\` has sessions and second factors of the staff. No login has
the last two: \`khara_owner\` owns every schema but the ledger, \`khara_ledger\` the ledger and its checks.
`;

/** What the files of grants give each role, table by table and function by function. */
export function rightsManual(): string {
  const files = readdirSync(GRANTS).filter((name) => name.endsWith('.sql'));
  const { tables, functions } = parseRights(
    files.map((name) => readFileSync(path.join(GRANTS, name), 'utf8')).join('\n'),
  );
  const tableRows = [...tables].toSorted(byName).map(([table, rights]) => {
    const cells = ROLES.map((role) => rights.get(role) ?? '');
    return `| \`${table}\` | ${cells.join(' | ')} |`.replaceAll(/ {2,}/g, ' ');
  });
  const functionRows = [...functions]
    .toSorted(byName)
    .map(([name, rights]) => `| \`${name}\` | ${ROLES.filter((role) => rights.has(role)).join(', ')} |`);
  return [
    WORDS,
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
