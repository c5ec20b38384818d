import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doorCalls, findExample } from '#src/http/kite/reference.ts';
import { doorAnswers } from '#test/door-answers.ts';
import { useTestDatabase } from '#test/database.ts';
import { DECLARATIONS } from '#test/kite-client.ts';
import { openPrograms } from '#test/programs.ts';
import { differencesFrom, RECORDED } from '#test/recorded-forms.ts';

const DECLARED = readFileSync(DECLARATIONS, 'utf8');

/** The fields of a type that the npm client declares, with the JSON types that each may have. */
function declared(name: string): ReadonlyMap<string, readonly string[]> {
  const [, body = ''] = new RegExp(`export type ${name} = \\{\\n(.*?)\\n\\}`, 's').exec(DECLARED) ?? [];
  const all = [...body.matchAll(/^ {2}(\w+)(\??): ([^;{]*)/gm)];
  const fields = all.filter(([, , isOptional, type]) => isOptional === '' && type !== 'any');
  return new Map(fields.map(([, field = '', , types = '']) => [field, types.split('|').map(jsonType)]));
}

/** Clients make dates of texts. */
function jsonType(type: string): string {
  const plain = type.trim();
  if (plain === '' || plain === 'object' || plain.startsWith('{') || plain.startsWith('Record')) return 'object';
  if (/\[\]$|^Array|^\[/.test(plain)) return 'array';
  if (plain === 'number' || plain === 'boolean' || plain === 'null') return plain;
  return 'string';
}

/** An object and a list of objects are declared alike, over many lines. */
const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) && typeof value[0] !== 'object' ? 'array' : typeof value;
};

/** Names and JSON types of an answer; a list has those of its first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? 'string' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
}

describe('an answer of the door for programs', () => {
  const database = useTestDatabase();
  let programs: Awaited<ReturnType<typeof openPrograms>>;
  let answers: Awaited<ReturnType<typeof doorAnswers>>;
  beforeAll(async () => {
    programs = await openPrograms(database.app);
    answers = await doorAnswers(programs);
  });
  afterAll(() => programs.app.close());

  it.each(doorCalls.filter(({ type }) => type !== 'redirect').map((call) => [`${call.method} ${call.path}`, call]))(
    'to %s is as the reference shows it',
    (_name, call) => {
      const answer = answers.get(`${call.method.toUpperCase()} ${call.path}`);
      expect(shapeOf(answer)).toEqual(shapeOf(findExample(call)));
    },
  );

  it.each(
    doorCalls.filter(({ type }) => type === undefined).map((call) => [`${call.method.toUpperCase()} ${call.path}`]),
  )('to %s has all that recorded answers have', (name) => {
    // An alert that waits was never met: door-forms.test.ts has one that was.
    if (name === 'GET /alerts/{uuid}/history') return expect(answers.get(name)).toEqual([]);
    const form = RECORDED[name];
    expect(form).toBeDefined();
    return expect(differencesFrom(form!, answers.get(name))).toEqual([]);
  });

  const first = (name: string) => () => (answers.get(name) as readonly Record<string, unknown>[])[0]!;
  it.each([
    ['Order', first('GET /orders')],
    ['Trade', first('GET /trades')],
    ['PortfolioHolding', first('GET /portfolio/holdings')],
    ['Position', () => (answers.get('GET /portfolio/positions') as { net: Record<string, unknown>[] }).net[0]!],
    ['UserMargin', () => answers.get('GET /user/margins/{segment}')],
    ['Margin', first('POST /margins/orders')],
    ['VirtualContractResponse', first('POST /charges/orders')],
    ['Trigger', first('GET /gtt/triggers')],
    ['SessionData', () => answers.get('POST /session/token')],
  ])('has the fields and types that the npm client declares of %s', (name, of) => {
    const fields = declared(name);
    const answer = of() as Readonly<Record<string, unknown>>;
    expect(fields.size).toBeGreaterThan(3);
    // Recorded answers have null for a member without a picture, whatever the client declares.
    const wrong = [...fields].filter(
      ([field, types]) => field !== 'avatar_url' && !types.includes(typeOf(answer[field])),
    );
    expect(wrong.map(([field, types]) => `${field}: ${types.join()}, not ${typeOf(answer[field])}`)).toEqual([]);
  });
});
