import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDataset } from './dataset/check-dataset.ts';
import { MANIFEST, writeDataset } from './dataset/write-dataset.ts';

const OPTIONS = { seed: 'khara', days: 1, shares: 2, levels: 3, start: '2026-11-23', daySeconds: 30 };

describe('a data set', () => {
  const place = mkdtempSync(path.join(tmpdir(), 'khara-dataset-test-'));
  const directory = path.join(place, 'set');
  const read = (name: string) => readFileSync(path.join(directory, name), 'utf8');

  beforeAll(() => {
    expect(Object.keys(writeDataset(directory, OPTIONS).files)).toHaveLength(16);
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it('has a book and a truth for each message, and the same in CSV and Parquet', async () => {
    const messages = readdirSync(directory).filter((name) => name.endsWith('message_3.csv'));
    expect(messages).toHaveLength(2);
    for (const name of messages) {
      const lines = read(name).trim().split('\n');
      const books = read(name.replace('message', 'orderbook')).trim().split('\n');
      expect(books).toHaveLength(lines.length);
      expect(read(name.replace('message_3', 'truth')).trim().split('\n')).toHaveLength(lines.length + 1);
      expect(books.every((line) => line.split(',').length === 12)).toBe(true);
      const rows = await parquetReadObjects({
        file: await asyncBufferFromFile(path.join(directory, name.replace('.csv', '.parquet'))),
      });
      expect(rows.map((row) => Object.values(row).join(','))).toEqual(lines);
    }
  });

  it('is what its seed gives, and says which file is not', () => {
    expect(checkDataset(directory)).toMatch(/^16 tables are what seed khara gives/);
    const name = readdirSync(directory).find((one) => one.endsWith('truth.csv'));
    const before = read(name!);
    writeFileSync(path.join(directory, name!), before.replace('near_maker', 'far_maker'));
    expect(() => checkDataset(directory)).toThrow(`Not what the seed gives: ${name}`);
    writeFileSync(path.join(directory, name!), before);
  });

  it.each([['{}'], ['null'], ['no JSON']])('is none where its manifest is %s', (text) => {
    const before = read(MANIFEST);
    writeFileSync(path.join(directory, MANIFEST), text);
    expect(() => checkDataset(directory)).toThrow('is no data set');
    writeFileSync(path.join(directory, MANIFEST), before);
  });

  it('of options that are wrong leaves no directory behind', () => {
    const none = path.join(place, 'none');
    expect(() => writeDataset(none, { ...OPTIONS, days: 0 })).toThrow('days is a whole number');
    expect(existsSync(none)).toBe(false);
  });

  it('of another version says how it is checked', () => {
    const before = read(MANIFEST);
    writeFileSync(path.join(directory, MANIFEST), before.replace(/khara\/bench\/\d+/, 'khara/bench/0'));
    expect(() => checkDataset(directory)).toThrow(/made by khara\/bench\/0 .*\n.*git checkout v\d.* --check /);
    writeFileSync(path.join(directory, MANIFEST), before);
  });
});
