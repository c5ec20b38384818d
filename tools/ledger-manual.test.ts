import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { insertedRows, keptWords, LEDGER_MANUAL, ledgerManual } from './ledger-manual.ts';

const page = readFileSync(LEDGER_MANUAL, 'utf8');

describe('docs/ledger.md', () => {
  it('has the chart and the kinds that the database begins with: run `npm run generate`', () => {
    expect(page).toBe(ledgerManual(page));
  });

  it('says of each kind in words what it does, and what its ref is', () => {
    const lines = page.split('\n');
    const from = lines.findIndex((line) => line.startsWith('| kind | out of |'));
    const table = lines.slice(from, from + lines.slice(from).findIndex((line) => !line.startsWith('|')));
    const words = [...keptWords(table)];
    expect(words.length).toBeGreaterThan(20);
    expect(words.filter(([, [inWords, ref]]) => inWords === '' || ref === '').map(([kind]) => kind)).toEqual([]);
  });
});

describe('a file of rows', () => {
  it('is read with its texts, numbers and absent values, and without its comments', () => {
    const sql = `INSERT INTO a.b (x, y, z) VALUES ('it''s (so), really', NULL, -1), -- why
      -- ('not', 'this', 1),
      ('two', true, 3);`.replace(' -- why', '');
    expect(insertedRows(sql, 'a.b')).toEqual([
      { x: "it's (so), really", y: undefined, z: -1 },
      { x: 'two', y: true, z: 3 },
    ]);
    expect(() => insertedRows('INSERT INTO a.b (x, y) VALUES (1);', 'a.b')).toThrow('a row has 1 values');
  });
});
