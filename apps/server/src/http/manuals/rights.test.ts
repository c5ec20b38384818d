import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { rightsManual, parseRights } from './rights.ts';

const LETTERS = { SELECT: 'r', INSERT: 'a', UPDATE: 'c', DELETE: 'd' } as const;

/** Each right of a table as "table role letter", each of a function as "function role"; pg-boss is one row. */
function printedRights(): Set<string> {
  const rows = rightsManual()
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| function |'));
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

describe('the manual of rights', () => {
  const database = useTestDatabase();

  it('says what a database grants, table by table and function by function', async () => {
    const rows = await database.app.query<{
      object: string;
      role: string;
      privilege: string | undefined;
      part: string;
    }>(
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
      if (privilege === undefined) return `${name} ${role}`;
      return `${name} ${role} ${LETTERS[privilege as keyof typeof LETTERS] ?? privilege}${part && ` ${part}`}`;
    });
    expect(granted.length).toBeGreaterThan(200);
    expect([...printedRights()].toSorted()).toEqual([...new Set(granted)].toSorted());
  });
});

describe('a file of grants', () => {
  it('is read with its columns, lists and functions, without rights of schemas and of PostgreSQL', () => {
    const { tables, functions } = parseRights(`
      -- GRANT DELETE ON a.b TO khara_app;
      GRANT USAGE ON SCHEMA a TO khara_app;
      GRANT EXECUTE ON FUNCTION pg_lock(bigint) TO khara_app;
      GRANT SELECT, INSERT ON
        a.b, a.c TO khara_app, khara_job;
      GRANT UPDATE (one, two) ON a.b TO khara_app;
      GRANT SELECT ON ALL TABLES IN SCHEMA d TO khara_job;
      GRANT EXECUTE ON FUNCTION a.f, a.g TO khara_app;`);
    expect(Object.fromEntries([...tables].map(([table, rights]) => [table, Object.fromEntries(rights)]))).toEqual({
      'a.b': { khara_app: 'r a c(one, two)', khara_job: 'r a' },
      'a.c': { khara_app: 'r a', khara_job: 'r a' },
      'd.*': { khara_job: 'r' },
    });
    expect([...functions.keys()]).toEqual(['a.f', 'a.g']);
  });
});
