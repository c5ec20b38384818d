/**
 * A part of `npm run generate`: writes the chart of accounts, the kinds of entry and the types of record of
 * docs/ledger.md from the rows that the database begins with, and the fate of a change from the census of
 * columns. Two columns are written by hand and kept: what an entry does in words, and its ref. A test keeps
 * the page and the rows the same.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CENSUS, type Fate } from '../apps/server/src/verify/census.ts';

export const LEDGER_MANUAL = path.join(import.meta.dirname, '../docs/ledger.md');
const DATA = path.join(import.meta.dirname, '../apps/server/database/data/ledger');

type Value = string | number | boolean | undefined;
type Row = Readonly<Record<string, Value>>;

const parseValue = (sql: string): Value => {
  if (sql === 'NULL') return undefined;
  if (sql === 'true' || sql === 'false') return sql === 'true';
  return sql.startsWith("'") ? sql.slice(1, -1).replaceAll("''", "'") : Number(sql);
};

/** The rows of each `INSERT INTO table (columns) VALUES (…), (…);` of a file. */
export function insertedRows(sql: string, table: string): Row[] {
  const text = sql.replaceAll(/^\s*--.*$/gm, '');
  const statements = text.matchAll(new RegExp(`INSERT INTO ${table} \\(([^)]*)\\) VALUES([^;]*);`, 'g'));
  return [...statements].flatMap(([, columns = '', values = '']) => {
    const names = columns.split(',').map((name) => name.trim());
    return [...values.matchAll(/\(((?:'(?:[^']|'')*'|[^()'])*)\)/g)].map(([, tuple = '']) => {
      const found = tuple.match(/'(?:[^']|'')*'|[^,\s]+/g) ?? [];
      if (found.length !== names.length) throw new Error(`${table}: a row has ${found.length} values: ${tuple}`);
      return Object.fromEntries(names.map((name, at) => [name, parseValue(found[at]!)]));
    });
  });
}

const tableRow = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`.replaceAll(/ {2,}/g, ' ');

const HOLDS: Readonly<Record<string, string>> = { money: 'money', shares: 'shares', any: 'money and shares' };

function chartTable(chart: string): string[] {
  const rows = insertedRows(chart, 'ledger.chart').map(({ code, name, owner, holds, tracked, frozen, outside }) => {
    const moves = [tracked && 'tracked', frozen && 'moves only with a hold', outside && 'outside'];
    const cells = [code, name, owner, HOLDS[String(holds)], moves.filter((one) => one).join(', ')];
    return tableRow(cells);
  });
  return ['| code | account | owner | holds | |', '|---|---|---|---|---|', ...rows];
}

/** Of the one rule that is no list of rows: a kind that may touch each account that is not frozen. */
const FOR_ALL = /INSERT INTO ledger\.rule .*\nSELECT '(\w+)', c\.code, .* THEN '(\w+)' END\n.*\nWHERE NOT c\.frozen;/;

function kindTable(kinds: string, rules: string, kept: ReadonlyMap<string, readonly string[]>): string[] {
  const listed = insertedRows(rules, 'ledger.rule');
  const [, everywhere, everywhereBill = ''] = FOR_ALL.exec(rules) ?? [];
  const rows = insertedRows(kinds, 'ledger.kind').map((row) => {
    const { kind, source, legs } = row;
    const own = listed.filter((rule) => rule['kind'] === kind);
    if (own.length === 0 && kind !== everywhere) throw new Error(`no rule of ${kind} is known here`);
    const codes = (sign: number) =>
      kind === everywhere
        ? 'any not frozen'
        : [...new Set(own.filter((rule) => rule['sign'] === sign).map(({ code }) => code))].join(', ');
    const types = kind === everywhere ? [everywhereBill] : own.flatMap((rule) => rule['business_type'] ?? []);
    const bill = row['bills'] ? [...new Set(types)].join(', ') : '';
    const [words = '', ref = ''] = kept.get(String(kind)) ?? [];
    const sourced = source === undefined ? '' : `\`${source}\`${legs === 1 ? '' : `, ${legs} legs`}`;
    return tableRow([`\`${kind}\``, codes(-1), codes(1), words, ref, sourced, bill]);
  });
  return ['| kind | out of | into | in words | ref | source | on the bill |', '|---|---|---|---|---|---|---|', ...rows];
}

function recordTable(types: string): string[] {
  const rows = insertedRows(types, 'ledger.record_type').map(({ type, what, written_by: by }) =>
    tableRow([`\`${type}\``, what, by === 'server' ? 'the server' : 'the database']),
  );
  return ['| record | what it says | written by |', '|---|---|---|', ...rows];
}

const isFree = (fate: Fate): boolean => fate.kind === 'free';

function inWords(fate: Fate): string {
  switch (fate.kind) {
    case 'recorded':
      return `recorded (\`${fate.check}\`)`;
    case 'recomputed':
      return `made again from ${fate.from} (\`${fate.check}\`)`;
    case 'signed':
      return `signed by ${fate.by}${fate.check === undefined ? '' : ` (\`${fate.check}\`)`}`;
    case 'free':
      return `free: ${fate.why}`;
  }
}

/** The columns of a table that differ from the others, those with one fate together. */
const listExceptions = (but: Readonly<Record<string, Fate>>): readonly (readonly [columns: string, fate: Fate])[] =>
  [...Map.groupBy(Object.entries(but), ([, fate]) => inWords(fate)).values()].map((same) => [
    same.map(([column]) => `\`${column}\``).join(', '),
    same[0]![1],
  ]);

function censusTable(): string[] {
  const rows = Object.entries(CENSUS).flatMap(([table, { all, but = {} }]) => {
    const others = listExceptions(but).filter(([, fate]) => !isFree(fate));
    if (isFree(all) && others.length === 0) return [];
    const those = others.map(([columns, fate]) => `${columns}: ${inWords(fate)}`).join('; ');
    return [tableRow([`\`${table}\``, isFree(all) ? '' : inWords(all), those])];
  });
  return ['| table | a change of its columns is found, for they are | but for |', '|---|---|---|', ...rows];
}

function freeTable(): string[] {
  const rows = Object.entries(CENSUS).flatMap(([table, { all, but = {} }]) => [
    ...(all.kind === 'free'
      ? [tableRow([`\`${table}\``, Object.keys(but).length > 0 ? 'all others' : 'all', all.why])]
      : []),
    ...listExceptions(but).flatMap(([columns, fate]) =>
      fate.kind === 'free' ? [tableRow([`\`${table}\``, columns, fate.why])] : [],
    ),
  ]);
  return ['| table | columns | why a change does no harm |', '|---|---|---|', ...rows];
}

/** A page with the first table after a heading replaced. */
function withTable(page: string, heading: string, make: (old: readonly string[]) => readonly string[]): string {
  const lines = page.split('\n');
  const from = lines.findIndex((line, at) => at > lines.indexOf(heading) && line.startsWith('|'));
  const length = lines.slice(from).findIndex((line) => !line.startsWith('|'));
  if (!lines.includes(heading) || from < 0) throw new Error(`docs/ledger.md has no table under "${heading}"`);
  return lines.toSpliced(from, length, ...make(lines.slice(from, from + length))).join('\n');
}

/** The columns of the table of kinds that are written by hand, by kind. */
export const keptWords = (table: readonly string[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    table.slice(2).map((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      return [cells[1]!.replaceAll('`', ''), cells.slice(4, 6)];
    }),
  );

const read = (name: string): string => readFileSync(path.join(DATA, name), 'utf8');

/** The page as the rows of the database have it. */
export function ledgerManual(page: string): string {
  const tables: readonly (readonly [heading: string, make: (old: readonly string[]) => readonly string[]])[] = [
    ['## Chart of accounts', () => chartTable(read('01-chart.sql'))],
    [
      '## The entry that each event makes',
      (old) => kindTable(read('02-kinds.sql'), read('03-rules.sql'), keptWords(old)),
    ],
    ['### Types of record', () => recordTable(read('04-record-types.sql'))],
    ['### Every column', censusTable],
    ['### What is free', freeTable],
  ];
  return tables.reduce((text, [heading, make]) => withTable(text, heading, make), page);
}

if (import.meta.main) writeFileSync(LEDGER_MANUAL, ledgerManual(readFileSync(LEDGER_MANUAL, 'utf8')));
