import { calls, CODES, type Call } from '@khara/contract';
import { textsFor } from '@khara/texts';
import * as z from 'zod/mini';
import { splitTitle } from './call-title.ts';
import { exampleValue } from './example-values.ts';
import { DOOR_WORDS } from './kite/reference-words.ts';
import { DOOR_SECURITY, DOOR_TAG, doorPaths } from './kite/reference.ts';
import { RELEASE } from '#src/kernel/release.ts';

/** JSON Schema or a part of the document: written here, read by tools. */
type Json = Readonly<Record<string, unknown>>;

/** zod writes JSON Schema 2020-12, which is what OpenAPI 3.1 embeds. */
const toJsonSchema = (schema: z.core.$ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const DONE = textsFor('en').answers.done;

/** What the calls under a path are about: the path's second part, its title and a sentence. */
const AREAS: Readonly<Record<string, readonly [title: string, description: string]>> = {
  user: ['Account', 'Signing up and in, sessions, passwords, a second factor, keys for programs, identity, missions.'],
  market: [
    'Market',
    'Shares, indices, candles, closed days, watchlists and alerts. Prices move by the socket at `/ws`.',
  ],
  order: ['Orders', 'Orders, positions, orders that wait, baskets, own limits, offerings and block trades.'],
  wallet: ['Wallet', 'Balances, recharges, withdrawals, conversion and bank accounts.'],
  capital: [
    'Statements and proofs',
    'Statement, contract notes, tax report, tradebook; entries, chains and checkpoints.',
  ],
  class: ['Classes', 'A class with seats: its board, its slips, its clock.'],
  notice: ['Notices', 'What happened to the account.'],
  article: ['Articles', 'News and lessons.'],
  support: ['Customer service', 'Messages to and from a person.'],
  upload: ['Pictures', 'Pictures for identity and customer service.'],
  config: ['Installation', 'Names, limits, banners and texts that an installation sets.'],
  lang: ['Languages', 'Languages of the app.'],
  users: ['Version', 'The version of the app that this server serves.'],
};

/** The OpenAPI 3.1 document of every call in the call table; with `hasDoor` those of the door for programs too. */
export function openApi(hasDoor = false): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Khara',
      version: RELEASE.version,
      description:
        'A practice stock market: simulated prices, paper money. Every answer of the app’s calls is `{ code, msg, data }` with HTTP 200; `code` 200 is success, 401 no session, ' +
        '2001 a session that has ended, 500 a refusal whose stable reason is `data.reason`. Amounts and prices are decimal strings. Headers: `token`, `lang`, `device`.',
    },
    servers: [{ url: '/' }],
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'token' },
        ...(hasDoor && { program: DOOR_SECURITY }),
      },
    },
    tags: [
      ...(hasDoor ? [{ name: DOOR_TAG, 'x-displayName': 'Programs', description: DOOR_WORDS }] : []),
      ...Object.entries(AREAS).map(([name, [title, description]]) => ({ name, 'x-displayName': title, description })),
    ],
    'x-tagGroups': [
      ...(hasDoor ? [{ name: 'For programs', tags: [DOOR_TAG] }] : []),
      { name: 'Of the app', tags: Object.keys(AREAS) },
    ],
    paths: { ...(hasDoor && doorPaths()), ...describePaths(Object.entries(calls)) },
  };
}

/** The whole document by its tags, each with what is its own, as `TAG.json`; `index.json` says what is where. */
export function splitOpenApi(document: Json): ReadonlyMap<string, Json> {
  type Operation = { readonly tags: readonly string[]; readonly summary?: string };
  type Tag = { readonly name: string; readonly description: string };
  const {
    paths,
    tags,
    'x-tagGroups': _,
    ...head
  } = document as Json & {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly tags: readonly Tag[];
  };
  const parts = new Map<string, Json>();
  const index: Json[] = [];
  for (const tag of tags) {
    const own = Object.entries(paths).filter(([, methods]) => Object.values(methods)[0]?.tags[0] === tag.name);
    const file = `${tag.name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.json`;
    parts.set(file, { ...head, tags: [tag], paths: Object.fromEntries(own) });
    const [about = ''] = tag.description.split('\n');
    const found = own.flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    index.push({ name: tag.name, about, document: `/openapi/${file}`, calls: found });
  }
  parts.set('index.json', { ...head, parts: index });
  return parts;
}

function describePaths(table: readonly (readonly [string, Call])[]): Json {
  const paths: Record<string, Json> = {};
  for (const [name, call] of table) {
    paths[call.path] = { ...paths[call.path], [call.method === 'GET' ? 'get' : 'post']: operation(name, call) };
  }
  return paths;
}

function operation(name: string, call: Call): Json {
  const { properties = {}, required = [] } = z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' });
  const inPath = call.path.endsWith('/{id}');
  const fields = Object.entries(properties).filter(([field]) => !(inPath && field === 'id'));
  const [, , area = ''] = call.path.split('/');
  const payload: Json = {
    type: 'object',
    properties: Object.fromEntries(fields),
    required: required.filter((field) => !(inPath && field === 'id')),
  };
  return {
    operationId: name,
    ...splitTitle(call.doc),
    tags: [area],
    ...(call.access === 'member' ? { security: [{ token: [] }] } : {}),
    parameters: [
      ...(inPath ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] : []),
      ...(call.method === 'GET'
        ? fields.map(([field, schema]) => ({
            name: field,
            in: 'query',
            required: required.includes(field),
            schema,
            example: exampleValue(schema, field),
          }))
        : []),
      {
        name: 'lang',
        in: 'header',
        schema: { type: 'string', enum: ['en', 'yd', 'zh-Hant', 'zh-Hans', '1', '2', '3', '4'] },
      },
    ],
    ...(call.method === 'POST' && fields.length > 0
      ? {
          requestBody: {
            content: call.takesFile
              ? { 'multipart/form-data': { schema: payload } }
              : {
                  'application/json': { schema: payload, example: exampleValue(payload) },
                  'application/x-www-form-urlencoded': { schema: payload },
                },
          },
        }
      : {}),
    responses: { 200: { description: refusals(call), content: answer(call) } },
  };
}

const answer = (call: Call): Json =>
  call.answersFile
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    : {
        'application/json': {
          schema: envelope(call),
          example: { code: CODES.success, msg: DONE, data: callExample(call) },
        },
      };

/** What a call may answer, by its schema. */
export const callExample = (call: Call): unknown => exampleValue(toJsonSchema(call.data, 'output'));

const refusals = (call: Call): string =>
  call.refusals.length === 0
    ? 'The answer.'
    : `The answer, or \`code\` ${CODES.refused} with one of the reasons: ${call.refusals.join(', ')}.`;

const envelope = (call: Call): Json => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: toJsonSchema(call.data, 'output') },
});
