import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RIGHTS_MANUAL, rightsManual, parseRights } from './rights-manual.ts';

describe('the page of rights', () => {
  it('has what the files beside it grant: run `npm run generate`', () => {
    const page = readFileSync(RIGHTS_MANUAL, 'utf8');
    expect(page).toBe(rightsManual(page));
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
