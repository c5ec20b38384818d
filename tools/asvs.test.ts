import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * docs/asvs.csv against the list of OWASP ASVS 5.0.0: every requirement of levels 1 and 2 once, each with
 * evidence that is there.
 */

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Sections with the numbers of their requirements: of level 1 before the bar, of level 2 after it. */
const SECTIONS = `
1.1 |1 2; 1.2 1 2 3 4 5|6 7 8 9; 1.3 1 2|3 4 5 6 7 8 9 10 11; 1.4 |1 2 3; 1.5 1|2
2.1 1|2 3; 2.2 1 2|3; 2.3 1|2 3 4; 2.4 |1
3.2 1 2|; 3.3 1|2 3 4; 3.4 1 2|3 4 5 6; 3.5 1 2 3|4 5; 3.7 |1 2
4.1 1|2 3; 4.2 |1; 4.3 |1 2; 4.4 1|2 3 4
5.1 |1; 5.2 1 2|3; 5.3 1 2|; 5.4 |1 2 3
6.1 1|2 3; 6.2 1 2 3 4 5 6 7 8|9 10 11 12; 6.3 1 2|3 4; 6.4 1 2|3 4; 6.5 |1 2 3 4 5; 6.6 |1 2 3; 6.8 |1 2 3 4
7.1 |1 2 3; 7.2 1 2 3 4|; 7.3 |1 2; 7.4 1 2|3 4 5; 7.5 |1 2; 7.6 |1 2
8.1 1|2; 8.2 1 2|3; 8.3 1|; 8.4 |1
9.1 1 2 3|; 9.2 1|2 3 4
10.1 |1 2; 10.2 |1 2; 10.3 |1 2 3 4; 10.4 1 2 3 4 5|6 7 8 9 10 11; 10.5 |1 2 3 4 5; 10.6 |1 2; 10.7 |1 2 3
11.1 |1 2; 11.2 |1 2 3; 11.3 1 2|3; 11.4 1|2 3 4; 11.5 |1; 11.6 |1
12.1 1|2 3; 12.2 1 2|; 12.3 |1 2 3 4
13.1 |1; 13.2 |1 2 3 4 5; 13.3 |1 2; 13.4 1|2 3 4 5
14.1 |1 2; 14.2 1|2 3 4; 14.3 1|2 3
15.1 1|2 3; 15.2 1|2 3; 15.3 1|2 3 4 5 6 7
16.1 |1; 16.2 |1 2 3 4 5; 16.3 |1 2 3 4; 16.4 |1 2 3; 16.5 |1 2 3
17.1 |1; 17.2 |1 2 3 4; 17.3 |1 2`;

const REQUIRED = SECTIONS.split(/[\n;]/)
  .map((text) => text.trim())
  .filter((text) => text !== '')
  .flatMap((text) => {
    const [, section = '', first = '', second = ''] = /^([\d.]+) ([\d ]*)\|([\d ]*)$/.exec(text) ?? [];
    const of = (numbers: string, level: string) =>
      (numbers.match(/\d+/g) ?? []).map((number) => ({ id: `V${section}.${number}`, level }));
    return [...of(first, '1'), ...of(second, '2')];
  });

const cells = (line: string): readonly string[] =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  );
const [head = '', ...lines] = read('docs/asvs.csv').trimEnd().split('\n');
const rows = lines.map((line) => {
  const [id = '', level = '', requirement = '', status = '', evidence = ''] = cells(line);
  return { id, level, requirement, status, evidence };
});

const count = (status: string): number => rows.filter((row) => row.status === status).length;

describe('docs/asvs.csv', () => {
  it('has the 253 requirements of levels 1 and 2, each once', () => {
    expect(head).toBe('id,level,requirement,status,evidence');
    expect(REQUIRED).toHaveLength(253);
    expect(rows.map(({ id, level }) => ({ id, level }))).toEqual(REQUIRED);
  });

  it.each(rows)('$id: $status', ({ requirement, status, evidence }) => {
    expect(requirement.length).toBeGreaterThan(5);
    expect(['met', 'not_applicable', 'deviation']).toContain(status);
    // What is met is shown by files alone; anything else says why, and may name the file that shows it.
    const files = status === 'met' ? evidence.split(';') : [...(/: (\S+\/\S+)$/.exec(evidence)?.slice(1) ?? [])];
    if (status === 'met') expect(files.length).toBeGreaterThan(0);
    else expect(evidence.length).toBeGreaterThan(5);
    expect(files.filter((file) => file === '' || !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('keeps the share of what is met', ({ annotate }) => {
    const [met, deviations] = [count('met'), count('deviation')];
    const share = met / (met + deviations);
    console.log(
      `ASVS 5.0, levels 1 and 2: ${met} met of ${met + deviations} applicable (${(100 * share).toFixed(1)} %)`,
    );
    // Another deviation is a step back, which has to be decided.
    expect(deviations).toBeLessThanOrEqual(5);
    return annotate(`${(100 * share).toFixed(1)} % of what applies is met`).then(() => undefined);
  });
});

it('docs/findings.csv names a test that exists for each finding', () => {
  const table = read('docs/findings.csv')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => ({
      line,
      tests: [...line.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].map(([, test = '']) => test),
    }));
  expect(table.length).toBeGreaterThan(60);
  expect(table.filter(({ tests }) => tests.length === 0)).toEqual([]);
  expect(table.flatMap(({ tests }) => tests).filter((test) => !existsSync(join(ROOT, test)))).toEqual([]);
});
