import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CENSUS, type Fate } from '#src/verify/census.ts';

const DATA = path.join(import.meta.dirname, '../../../database/data/ledger');

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

function kindTable(kinds: string, rules: string): string[] {
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
    const sourced = source === undefined ? '' : `\`${source}\`${legs === 1 ? '' : `, ${legs} legs`}`;
    return tableRow([`\`${kind}\``, codes(-1), codes(1), sourced, bill]);
  });
  return ['| kind | out of | into | source | on the bill |', '|---|---|---|---|---|', ...rows];
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

const read = (name: string): string => readFileSync(path.join(DATA, name), 'utf8');

/** Kinds of entry that the database begins with, in its order. */
export const ledgerKinds = (): string[] =>
  insertedRows(read('02-kinds.sql'), 'ledger.kind').map(({ kind }) => String(kind));

/** Accounts, kinds of entry and types of record of the database's rows, and the census of its columns. */
export function ledgerManual(): string {
  const parts: readonly (readonly [heading: string, words: string, table: readonly string[]])[] = [
    [
      'Chart of accounts',
      'Owners are users (u), the platform (p) and the outside (x).',
      chartTable(read('01-chart.sql')),
    ],
    [
      'Kinds of entry',
      'An entry of a kind touches no other account. docs/ledger.md says in words what each does.',
      kindTable(read('02-kinds.sql'), read('03-rules.sql')),
    ],
    ['Types of record', 'Records of the log, beside its entries.', recordTable(read('04-record-types.sql'))],
    ['Every column', 'How `npm run verify` finds a change by hand.', censusTable()],
    ['What is free', 'These let nothing in, pay and price nothing, and say nowhere where to pay.', freeTable()],
  ];
  const sections = parts.map(([heading, words, table]) => `## ${heading}\n\n${words}\n\n${table.join('\n')}\n`);
  return `# The ledger, as the database begins\n\n${sections.join('\n')}`;
}
