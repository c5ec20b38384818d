import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#src/adapters/database.ts';
import { placeOfRunning } from '#src/adapters/embedded-postgres/index.ts';
import { installKeys } from '#src/adapters/install-keys.ts';
import { openPool } from '#src/adapters/postgres.ts';
import { superuserAt } from '#src/adapters/superuser.ts';
import type { Db } from '#src/ports/database.ts';
import { plantSecrets, secretsOf } from '#test/sealed-rows.ts';

const COMMAND = path.join(import.meta.dirname, '../../bin/rotate-vault-key.ts');
/** For NODE_OPTIONS: says on stderr which modules of the server are loaded. */
const NAMES_MODULES = `--import=data:text/javascript,${encodeURIComponent(
  `import { registerHooks } from 'node:module';
   registerHooks({ load: (url, context, next) => {
     if (url.includes('/src/modules/')) console.error(url);
     return next(url, context);
   } });`,
)}`;
const newKey = () => `${randomBytes(32).toString('base64url')}\n`;

/** One data directory, whose vault gets one key after another. */
describe('npm run rotate-vault-key', () => {
  let dataDir: string;
  let keysDir: string;
  let planted: Awaited<ReturnType<typeof secretsOf>>;

  const withDatabase = async <T>(work: (admin: Db) => Promise<T>): Promise<T> => {
    const database = await openDatabase({ dataDir, keysDir, hasKeys: true, log: () => undefined });
    const place = await placeOfRunning(dataDir);
    const admin = openPool({ ...(await superuserAt(dataDir, place!)), max: 1 });
    try {
      return await work(admin);
    } finally {
      await admin.close();
      await database.stop();
    }
  };
  const vault = async () => (await installKeys(keysDir)).vault;
  const secrets = async () => {
    const own = await vault();
    return withDatabase((admin) => secretsOf(admin, own));
  };
  const keyFiles = async (directory = keysDir) =>
    (await readdir(directory)).filter((name) => name.startsWith('vault-key')).toSorted();

  const run = (environment: Readonly<Record<string, string>> = {}) =>
    promisify(execFile)(process.execPath, [COMMAND], {
      env: { ...process.env, DATA_DIR: dataDir, ...environment },
    }).then(
      ({ stdout }) => ({ code: 0, said: stdout.trim() }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr.trim() }),
    );

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'khara-vault-'));
    keysDir = path.join(dataDir, 'keys');
    planted = await withDatabase(async (admin) => {
      await plantSecrets(admin, await vault());
      return secretsOf(admin, await vault());
    });
  });
  afterAll(() => rm(dataDir, { recursive: true }));

  it('is refused in one sentence while a server has the data directory, and nothing is changed', async () => {
    const before = await keyFiles();
    await withDatabase(async () => {
      const { code, said } = await run({ NODE_OPTIONS: NAMES_MODULES }); // it loads none of them
      expect(code).toBe(1);
      expect(said).toMatch(/^[^\n]*in use by another Khara server[^\n]*$/);
    });
    expect(await keyFiles()).toEqual(before);
  });

  it('puts every secret under a new key, and changes none', async () => {
    const [{ id: before }] = await vault();
    const { code, said } = await run();
    expect(code).toBe(0);
    const [{ id }, ...older] = await vault();
    expect(said).toContain(`vault-key-${id} wraps every secret now`);
    expect(older).toEqual([]);
    expect(id).toBe(`v${Number(before.slice(1)) + 1}`);
    expect(await keyFiles()).toContain(`vault-key-${before}.old`);
    expect(await secrets()).toEqual(planted);
  });

  it('takes the key that a secret store has delivered, or that a run was cut off with', async () => {
    const [{ id: before }] = await vault();
    const next = `v${Number(before.slice(1)) + 5}`;
    await writeFile(path.join(keysDir, `vault-key-${next}`), newKey());
    expect(await secrets()).toEqual(planted); // a server may run in between
    expect((await run()).code).toBe(0);
    expect((await vault()).map(({ id }) => id)).toEqual([next]);
    expect(await secrets()).toEqual(planted);
  });

  it('is refused where no database is, and no database and no key is made', async () => {
    const empty = path.join(await mkdtemp(path.join(tmpdir(), 'khara-vault-')), 'data');
    const before = await readdir(keysDir);
    try {
      expect(await run({ DATA_DIR: empty, KEYS_DIR: keysDir })).toEqual({
        code: 1,
        said: `${empty} has no database: name its directory, or give the address of its database as DATABASE_URL`,
      });
      expect(await readdir(path.dirname(empty))).toEqual([]);
      const roles = ['APP', 'JOB', 'CONSOLE', 'STAFF'].map(
        (role) => [`DATABASE_URL_${role}`, `postgres://khara_${role.toLowerCase()}:x@127.0.0.1:1/khara`] as const,
      );
      const { code, said } = await run({ KEYS_DIR: keysDir, ...Object.fromEntries(roles) });
      expect([code, said]).toEqual([1, expect.stringContaining('DATABASE_URL is missing')]);
      expect(await readdir(keysDir)).toEqual(before);
    } finally {
      await rm(path.dirname(empty), { recursive: true });
    }
  });

  it('is refused in one sentence with the keys of another installation, and without keys', async () => {
    const other = await mkdtemp(path.join(tmpdir(), 'khara-vault-'));
    try {
      expect(await run({ KEYS_DIR: other })).toEqual({
        code: 1,
        said: `${other} has no keys of Khara: a server makes them at its first start, so start one or name its directory`,
      });
      await cp(keysDir, other, { recursive: true });
      for (const file of await keyFiles(other)) await rm(path.join(other, file));
      await writeFile(path.join(other, 'vault-key-v1'), newKey());
      const { code, said } = await run({ KEYS_DIR: other });
      expect(code).toBe(1);
      expect(said).toMatch(/^The vault-key in [^\n]*another installation[^\n]*$/);
      expect(await keyFiles(other)).toEqual(['vault-key-v1']);
    } finally {
      await rm(other, { recursive: true });
    }
  });
});
