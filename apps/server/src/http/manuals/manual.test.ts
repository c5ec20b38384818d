import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { calls, consoleCalls, type Call } from '@khara/contract';
import { describe, expect, it } from 'vitest';
import { MANUALS } from './index.ts';
import { insertedRows, ledgerKinds, ledgerManual } from './ledger.ts';

const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, [path.join(import.meta.dirname, '../../../bin/manual.ts'), ...args], {
    encoding: 'utf8',
  });

describe('npm run manual', () => {
  it.each<[string, Readonly<Record<string, Call>>]>([
    ['api', calls],
    ['console', consoleCalls],
  ])('prints every call, field and refusal of %s', (name, table) => {
    const { status, stdout } = run(name);
    expect(status).toBe(0);
    for (const call of Object.values(table)) {
      expect(stdout).toContain(`### ${call.method} ${call.path}`);
      for (const field of Object.keys(call.body.shape)) expect(stdout).toContain(`| ${field} |`);
      for (const reason of call.refusals) expect(stdout).toContain(`\`${reason}\``);
    }
  });

  it('lists the manuals when none is named', () => {
    const { status, stdout } = run();
    expect(status).toBe(0);
    for (const [name, { title }] of Object.entries(MANUALS))
      expect(stdout).toMatch(new RegExp(`^  ${name} +${title}$`, 'm'));
  });

  it('refuses a name that it does not know with code 2, and says which there are', () => {
    const { status, stdout, stderr } = run('toString');
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain("There is no manual 'toString'");
    for (const name of Object.keys(MANUALS)) expect(stderr).toContain(`  ${name} `);
  });
});

describe('the manual of the ledger', () => {
  it('has every kind of entry, and docs/ledger.md says in words what each does and what its ref is', () => {
    const printed = ledgerManual();
    const page = readFileSync(path.join(import.meta.dirname, '../../../../../docs/ledger.md'), 'utf8');
    const described = [...page.matchAll(/^\| `(\w+)` \| [^|]*\w[^|]* \| [^|]*\w[^|]* \|$/gm)].map(([, kind]) => kind);
    expect(described).toEqual(ledgerKinds());
    for (const kind of ledgerKinds()) expect(printed).toContain(`| \`${kind}\` |`);
  });
});

describe('a file of rows', () => {
  it('is read with its texts, numbers and absent values, and without its comments', () => {
    const sql = `INSERT INTO a.b (x, y, z) VALUES ('it''s (so), really', NULL, -1),
      -- ('not', 'this', 1),
      ('two', true, 3);`;
    expect(insertedRows(sql, 'a.b')).toEqual([
      { x: "it's (so), really", y: undefined, z: -1 },
      { x: 'two', y: true, z: 3 },
    ]);
    expect(() => insertedRows('INSERT INTO a.b (x, y) VALUES (1);', 'a.b')).toThrow('a row has 1 values');
  });
});
