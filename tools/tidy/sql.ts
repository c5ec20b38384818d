import path from 'node:path';
import { OPEN_STATES, ORDER_STATES } from '@khara/contract';
import { Visitor } from 'oxc-parser';
import { isTest, type HouseRule } from './source-file.ts';

/** What is written in capitals wherever it stands as a word of its own; words that are names as well are not here. */
const KEYWORDS =
  /(?<![\w.$"])(select|from|where|insert|into|values|update|set|delete|join|on|and|or|not|null|is|in|exists|group|order|by|having|limit|union|all|case|when|then|else|end|create|function|returns|return|as|begin|declare|loop|if|for|perform|raise|grant|revoke|table|view|primary|references|unique|check|default|constraint|distinct|between|like|with|using|execute)(?![\w."(])/g;
const TYPES = /(?<![\w.$"])(TEXT|BIGINT|INTEGER|INT|SMALLINT|BOOLEAN|JSONB|BYTEA|UUID|NUMERIC)(?![\w"])/g;
const MAX_COLUMNS = 120;
/** What pg-boss makes is generated as pg-boss writes it. */
const GENERATED = /\/90-pgboss\.sql$/;

/**
 * What the SQL of the database has against the house: case, length of lines, and one function or view a file,
 * named after it.
 */
export function sqlStyle(file: string, text: string): string[] {
  if (GENERATED.test(file)) return [];
  const found: string[] = [];
  text.split('\n').forEach((line, n) => {
    if (line.length > MAX_COLUMNS) found.push(`${file}:${n + 1} is ${line.length} columns wide`);
    if (/\s$/.test(line) || line.includes('\t')) found.push(`${file}:${n + 1} has a tab, or ends in spaces`);
  });
  const code = withoutTexts(text);
  found.push(...lowKeywords(file, code));
  for (const [word] of code.matchAll(TYPES)) found.push(`${file}: ${word} is a type: ${word.toLowerCase()}`);
  if (!text.startsWith('-- ')) found.push(`${file} has no comment on top`);
  return [...found, ...misplaced(file, text), ...bareNames(file, code)];
}

const lowKeywords = (file: string, code: string): string[] =>
  [...code.matchAll(KEYWORDS)].map(([word]) => `${file}: ${word} is a keyword: ${word.toUpperCase()}`);

/** A keyword, in either case, that a sentence of English may hold too. */
const VERB =
  /\b(select|insert into|update|delete from|from|where|join|order by|is null|is not null|returning|values|and|or|case|when)\b/i;
/** What only SQL holds: a place for a value, a type, a table with its schema, a function that is selected. */
const ONLY_SQL = [
  /\$\d|::[a-z]+/,
  /\b(from|join|into|update)\s+(only\s+)?([a-z_]+\.["a-z_]+|unnest|generate_series|pg_|\(\s*select)/i,
  /\bselect\s+([a-z_]+\.)?[a-z_]+\(/i,
];
const isSql = (text: string): boolean => VERB.test(text) && ONLY_SQL.some((sign) => sign.test(text));

/** A column named by a keyword, and commands of psql. */
const NAMED = /\bAS [a-z]+|\\+[a-z]+/g;

/** SQL in TypeScript, a part of a statement included, has the case of the database's files. */
export const sqlDialect: HouseRule = ({ path: file, program }) => {
  const found: string[] = [];
  const see = (text: string): void => {
    if (isSql(text)) found.push(...lowKeywords(file, withoutTexts(text).replace(NAMED, '')));
  };
  new Visitor({
    Literal({ value }) {
      if (typeof value === 'string') see(value);
    },
    TemplateLiteral({ quasis }) {
      see(quasis.map(({ value }) => value.raw).join('?'));
    },
  }).visit(program);
  return found;
};

/**
 * Rows arrive in camelCase (ports/database.ts): no type of the modules claims a column's name, and no row is asked for
 * one. Calls of programs have the names of Kite Connect.
 */
export const rowsInCamelCase: HouseRule = ({ path: file, program }) => {
  if (!/^apps\/server\/src\/(modules\/(?!programs\/)|verify\/)/.test(file) || isTest(file)) return [];
  const found: string[] = [];
  const see = (name: string): void => {
    if (/^[a-z]+(_[a-z0-9]+)+$/.test(name)) found.push(`${file} reads ${name}: a row has it in camelCase`);
  };
  new Visitor({
    TSPropertySignature({ key }) {
      if (key.type === 'Identifier') see(key.name);
    },
    MemberExpression({ object, property }) {
      if (object.type === 'Identifier' && object.name === 'row' && property.type === 'Identifier') see(property.name);
    },
  }).visit(program);
  return found;
};

/** Whose functions are being written anew: their names are theirs to set. */
const NAMED_LATER = /\/functions\/(ledger|trading)\//;

/** Arguments of a function that do not begin with `p_`, and variables that do not begin with `v_`. */
function bareNames(file: string, code: string): string[] {
  if (NAMED_LATER.test(file)) return [];
  const [, args = ''] = /CREATE OR REPLACE FUNCTION [\w.]+\(((?:[^()]|\([^()]*\))*)\)\s*RETURNS/.exec(code) ?? [];
  const [, variables = ''] = /\bDECLARE\n([^]*?)\n\s*BEGIN\b/.exec(code) ?? [];
  return [
    ...[...args.matchAll(/(?<=^|,)\s*(\w+) /g)].filter(([, name = '']) => !name.startsWith('p_')),
    ...[...variables.matchAll(/(?<=^|;)\s*(\w+) /g)].filter(([, name = '']) => !name.startsWith('v_')),
  ].map(([, name]) => `${file}: ${name} lacks its p_ or v_`);
}

/** `ledger.lp` of functions/ledger/inside/lp.sql, or undefined for a function that TypeScript may call. */
export function insideFunction(file: string): string | undefined {
  const [, schema, name] = /\/functions\/([\w-]+)\/inside\/([\w-]+)\.sql$/.exec(file) ?? [];
  return name === undefined ? undefined : `${schema}.${name}`.replaceAll('-', '_');
}

/** functions/ledger/inside/write-round.sql makes ledger.write_round and nothing else. */
function misplaced(file: string, text: string): string[] {
  const place = /\/(functions|views)\/([a-z_-]+)\/(?:[a-z-]+\/)?[a-z0-9-]+\.sql$/.exec(file);
  if (!place) return [];
  const [, kind, schema] = place as unknown as [string, string, string];
  const name = `${schema.replaceAll('-', '_')}.${path.posix.basename(file, '.sql').replaceAll('-', '_')}`;
  const expected = `${kind === 'functions' ? 'CREATE OR REPLACE FUNCTION' : 'CREATE VIEW'} ${name}`;
  const made = [...text.matchAll(/^CREATE [A-Z ]+ [\w."]+/gm)].map(([start]) => start);
  const found = made.length === 1 && made[0] === expected ? [] : [`${file} makes ${made.join(', ')}, not ${expected}`];
  if (kind === 'functions' && /\bRETURNS trigger\b/.test(text) !== file.includes('/triggers/'))
    found.push(`${file}: what triggers call is in triggers/, and nothing else`);
  return found;
}

/** Lists of states that name one of an order alone, and are neither all of its states nor the open ones. */
export function orderStates(file: string, text: string): string[] {
  const lists = [...text.matchAll(/\((\s*'[a-z_]+'\s*(?:,\s*'[a-z_]+'\s*)*)\)/g)].map(([, list = '']) =>
    list.split(',').map((state) => state.trim().slice(1, -1)),
  );
  return lists
    .filter((list) => list.length > 1 && list.includes('trigger_pending'))
    .filter((list) => !isWritten(file) || ![OPEN_STATES, ORDER_STATES].some((states) => `${states}` === `${list}`))
    .map((list) => `${file} lists ${list.join(', ')}: trading.is_open_state, or OPEN_STATES of the contract`);
}
/** Where the states may be written: a table's checks and indexes call no function that may change alone. */
const isWritten = (file: string): boolean => /\/(schema\/13-trading|is-open-state)\.sql$/.test(file);

/** Code alone: comments and texts in quotes are left out, bodies of functions are not. */
const withoutTexts = (sql: string): string =>
  sql.replace(/--[^\n]*|'(?:[^']|'')*'/g, (text) => (text[0] === '-' ? '' : "''"));
