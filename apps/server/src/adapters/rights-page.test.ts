import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { DATABASE_FILES } from './build-database.ts';

const LETTERS = { SELECT: 'r', INSERT: 'a', UPDATE: 'c', DELETE: 'd' } as const;

/** Each right of a table as "table role letter", each of a function as "function role"; pg-boss is one row. */
function rightsOnPage(): Set<string> {
  const page = readFileSync(path.join(DATABASE_FILES, 'grants/README.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| function |'));
  const [head = ''] = rows.splice(0, 1);
  const roles = head
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
  return new Set(
    rows.flatMap((row) => {
      const [name = '', ...cells] = row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      const object = name.replaceAll(/[`"]/g, '');
      if (cells.length === 1) return cells[0]!.split(', ').map((role) => `${object} ${role}`);
      return cells.flatMap((cell, at) =>
        (cell.match(/[racd](\([^)]*\))?/g) ?? []).flatMap((letter) => {
          const columns = /\((.*)\)/.exec(letter)?.[1]?.split(', ') ?? [''];
          return columns.map((column) => `${object} ${roles[at]} ${letter[0]}${column && ` ${column}`}`);
        }),
      );
    }),
  );
}

describe('the page of rights', () => {
  const database = useTestDatabase();

  it('says what a database grants, table by table and function by function', async () => {
    const rows = await database.app.query<{ object: string; role: string; privilege: string | null; part: string }>(
      'rights.all',
      `WITH mine AS (SELECT oid, nspname FROM pg_namespace
         WHERE nspname !~ '^(pg_|information_schema$|public$)')
       SELECT n.nspname || '.' || c.relname AS object, g.rolname AS role, x.privilege_type AS privilege, '' AS part
       FROM mine n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'v', 'm', 'p')
         CROSS JOIN LATERAL aclexplode(c.relacl) x JOIN pg_roles g ON g.oid = x.grantee
       WHERE x.grantee <> c.relowner
       UNION ALL
       SELECT n.nspname || '.' || c.relname, g.rolname, x.privilege_type, a.attname
       FROM mine n JOIN pg_class c ON c.relnamespace = n.oid JOIN pg_attribute a ON a.attrelid = c.oid
         CROSS JOIN LATERAL aclexplode(a.attacl) x JOIN pg_roles g ON g.oid = x.grantee
       UNION ALL
       SELECT n.nspname || '.' || p.proname, g.rolname, NULL, ''
       FROM mine n JOIN pg_proc p ON p.pronamespace = n.oid
         CROSS JOIN LATERAL aclexplode(p.proacl) x JOIN pg_roles g ON g.oid = x.grantee
       WHERE x.grantee <> p.proowner AND n.nspname <> 'pgboss'`,
    );
    const granted = rows.map(({ object, role, privilege, part }) => {
      const name = object.startsWith('pgboss.') ? 'pgboss.*' : object;
      if (privilege === null) return `${name} ${role}`;
      return `${name} ${role} ${LETTERS[privilege as keyof typeof LETTERS] ?? privilege}${part && ` ${part}`}`;
    });
    expect(granted.length).toBeGreaterThan(200);
    expect([...rightsOnPage()].toSorted()).toEqual([...new Set(granted)].toSorted());
  });
});
