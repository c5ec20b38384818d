import { DOOR_LINES } from '@khara/contract';
import { splitTitle } from '../call-title.ts';
import { describeParameter, fieldSchema, type Json } from './reference-fields.ts';
import examples from './reference-examples.json' with { type: 'json' };

/** A call of the door as its reference shows it; door.ts routes it. */
export type DoorCall = {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With its parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** Where the fields travel, and an example of each. */
  readonly sent?: 'query' | 'form' | 'json';
  readonly fields?: Readonly<Record<string, string | number>>;
  /** Fields that may be left out. */
  readonly optional?: readonly string[];
  /** A retry with the same `X-Request-Id` has one effect. */
  readonly isRepeatable?: boolean;
  /** Of the answer, where it is no JSON. */
  readonly type?: 'text/csv' | 'redirect';
};

/** Parameters of paths, with an example of each. */
const IN_PATH: Readonly<Record<string, string>> = {
  segment: 'equity',
  exchange: 'KHR',
  token: '1475122433',
  interval: '5minute',
  side: 'buy',
  variety: 'regular',
  order_id: '412',
  trigger_id: '3',
  uuid: '7',
};

const ORDER = {
  exchange: 'KHR',
  tradingsymbol: 'AAMRAI',
  transaction_type: 'BUY',
  quantity: 2,
  product: 'CNC',
  order_type: 'LIMIT',
  price: 1320.5,
} as const;

/** For orders and what changes them: the same id and the same body have one effect. */
const REQUEST_ID: Json = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'Makes a retry safe: the same id and the same request have one effect.',
};

/** Its parts are JSON text in a form. */
const TRIGGER = {
  type: 'single',
  condition: JSON.stringify({ exchange: 'KHR', tradingsymbol: 'AAMRAI', trigger_values: [1400], last_price: 1325.5 }),
  orders: JSON.stringify([
    {
      exchange: 'KHR',
      tradingsymbol: 'AAMRAI',
      transaction_type: 'SELL',
      quantity: 1,
      order_type: 'LIMIT',
      product: 'CNC',
      price: 1399,
    },
  ]),
} as const;

export const doorCalls: readonly DoorCall[] = [
  {
    method: 'get',
    path: '/connect/login',
    summary: 'Brings the browser to the page on which the member allows the program to log in.',
    sent: 'query',
    fields: { v: '3', api_key: '1f2e3d4c5b6a7988' },
    type: 'redirect',
  },
  {
    method: 'post',
    path: '/session/token',
    summary: 'Exchanges a request token for an access token. The checksum is SHA-256 of key, token and secret.',
    sent: 'form',
    fields: { api_key: '1f2e3d4c5b6a7988', request_token: 'from the redirect', checksum: '64 hex digits' },
  },
  {
    method: 'post',
    path: '/session/refresh_token',
    summary: 'Renews a login. The checksum is SHA-256 of key, refresh token and secret.',
    sent: 'form',
    fields: { api_key: '1f2e3d4c5b6a7988', refresh_token: 'from the login', checksum: '64 hex digits' },
  },
  {
    method: 'delete',
    path: '/session/token',
    summary: 'Ends one access token or refresh token.',
    sent: 'query',
    fields: { api_key: '1f2e3d4c5b6a7988', access_token: 'from the login' },
  },
  { method: 'get', path: '/user/profile', summary: 'Whose key it is.' },
  { method: 'get', path: '/user/margins', summary: 'Money of the account, free and used.' },
  { method: 'get', path: '/user/margins/{segment}', summary: 'The same of one segment.' },
  {
    method: 'get',
    path: '/instruments',
    summary: 'All shares and indices. Tokens of instruments never change.',
    type: 'text/csv',
  },
  {
    method: 'get',
    path: '/instruments/{exchange}',
    summary: 'The same of one exchange: KHR, for which NSE is taken too.',
    type: 'text/csv',
  },
  {
    method: 'get',
    path: '/quote',
    summary: 'Quotes with five levels of the book, of at most 500 instruments. Once a second.',
    sent: 'query',
    fields: { i: 'KHR:AAMRAI' },
  },
  {
    method: 'get',
    path: '/quote/ohlc',
    summary: 'The day’s prices of at most 1,000 instruments.',
    sent: 'query',
    fields: { i: 'KHR:AAMRAI' },
  },
  {
    method: 'get',
    path: '/quote/ltp',
    summary: 'Last prices of at most 1,000 instruments.',
    sent: 'query',
    fields: { i: 'KHR:AAMRAI' },
  },
  {
    method: 'get',
    path: '/instruments/historical/{token}/{interval}',
    summary: 'Candles of minute, 3minute, 5minute, 10minute, 15minute, 30minute, 60minute or day, in market time.',
    sent: 'query',
    fields: { from: '2026-11-23 09:15:00', to: '2026-11-23 10:15:00', oi: 0 },
    optional: ['oi'],
  },
  {
    method: 'get',
    path: '/instruments/trigger_range/{side}',
    summary: 'Between which prices a trigger may stand.',
    sent: 'query',
    fields: { i: 'KHR:AAMRAI' },
  },
  {
    method: 'post',
    path: '/orders/{variety}',
    summary:
      'Places an order: regular, amo or iceberg. What the market refuses has an id too, and its last state is REJECTED.',
    sent: 'form',
    isRepeatable: true,
    // At the market, so that a reader who sends the example has a fill.
    fields: {
      ...ORDER,
      order_type: 'MARKET',
      price: 0,
      trigger_price: 0,
      validity: 'DAY',
      validity_ttl: 0,
      disclosed_quantity: 0,
      market_protection: -1,
      iceberg_legs: 0,
      iceberg_quantity: 0,
      autoslice: 'false',
      tag: 'trend',
    },
    optional: [
      'price',
      'trigger_price',
      'validity',
      'validity_ttl',
      'disclosed_quantity',
      'market_protection',
      'iceberg_legs',
      'iceberg_quantity',
      'autoslice',
      'tag',
    ],
  },
  {
    method: 'put',
    path: '/orders/{variety}/{order_id}',
    summary: 'Changes an order that stands: quantity, price, trigger, what it shows, its type or its validity.',
    isRepeatable: true,
    sent: 'form',
    fields: {
      order_type: 'LIMIT',
      quantity: 1,
      price: 1320.5,
      trigger_price: 0,
      disclosed_quantity: 0,
      validity: 'DAY',
      validity_ttl: 30,
      market_protection: -1,
    },
    optional: [
      'order_type',
      'quantity',
      'price',
      'trigger_price',
      'disclosed_quantity',
      'validity',
      'validity_ttl',
      'market_protection',
    ],
  },
  {
    method: 'delete',
    path: '/orders/{variety}/{order_id}',
    summary: 'Cancels what is left of an order.',
  },
  { method: 'get', path: '/orders', summary: 'Orders of the market day, the oldest first.' },
  { method: 'get', path: '/orders/{order_id}', summary: 'Each state that an order passed through.' },
  { method: 'get', path: '/orders/{order_id}/trades', summary: 'Trades of an order.' },
  { method: 'get', path: '/trades', summary: 'Trades of the market day.' },
  { method: 'get', path: '/portfolio/holdings', summary: 'Shares of the account.' },
  { method: 'get', path: '/portfolio/holdings/summary', summary: 'What they cost and are worth.' },
  { method: 'get', path: '/portfolio/holdings/compact', summary: 'How many they are.' },
  { method: 'get', path: '/portfolio/positions', summary: 'Positions of the day, and all that stand.' },
  {
    method: 'put',
    path: '/portfolio/positions',
    summary: 'Makes delivery of shares that were bought intraday today, or the other way round.',
    isRepeatable: true,
    sent: 'form',
    fields: {
      exchange: 'KHR',
      tradingsymbol: 'AAMRAI',
      transaction_type: 'BUY',
      position_type: 'day',
      quantity: 1,
      old_product: 'CNC',
      new_product: 'MIS',
    },
  },
  {
    method: 'post',
    path: '/margins/orders',
    summary: 'What orders would need, and what they would cost. With mode=compact it answers less.',
    sent: 'json',
    fields: { ...ORDER, variety: 'regular' },
    optional: ['variety', 'price'],
  },
  {
    method: 'post',
    path: '/margins/basket',
    summary: 'The same of orders together.',
    sent: 'json',
    fields: { ...ORDER, variety: 'regular' },
    optional: ['variety', 'price'],
  },
  {
    method: 'post',
    path: '/charges/orders',
    summary: 'A virtual contract note: charges of orders as if they were executed.',
    sent: 'json',
    fields: { ...ORDER, variety: 'regular', average_price: 1320.5 },
    optional: ['variety', 'price'],
  },
  { method: 'get', path: '/gtt/triggers', summary: 'Orders that wait for a price, and those that did.' },
  { method: 'get', path: '/gtt/triggers/{trigger_id}', summary: 'One of them.' },
  {
    method: 'post',
    path: '/gtt/triggers',
    summary: 'Sets a trigger with one price, or with a stop and a target. Its limit order is placed once.',
    isRepeatable: true,
    sent: 'form',
    fields: TRIGGER,
  },
  {
    method: 'put',
    path: '/gtt/triggers/{trigger_id}',
    summary: 'Gives a trigger that waits other prices or another quantity.',
    sent: 'form',
    fields: TRIGGER,
  },
  { method: 'delete', path: '/gtt/triggers/{trigger_id}', summary: 'Takes a trigger back.' },
  { method: 'get', path: '/alerts', summary: 'Alerts on prices.' },
  { method: 'get', path: '/alerts/{uuid}', summary: 'One of them.' },
  { method: 'get', path: '/alerts/{uuid}/history', summary: 'When it was met.' },
  {
    method: 'post',
    path: '/alerts',
    summary: 'Asks for one notice when the last price reaches a constant.',
    sent: 'form',
    fields: {
      name: 'high',
      type: 'simple',
      lhs_exchange: 'KHR',
      lhs_tradingsymbol: 'AAMRAI',
      lhs_attribute: 'LastTradedPrice',
      operator: '>=',
      rhs_type: 'constant',
      rhs_constant: 1400,
    },
    optional: ['name', 'type', 'lhs_attribute', 'rhs_type'],
  },
  {
    method: 'put',
    path: '/alerts/{uuid}',
    summary: 'Gives an alert another name, operator or constant, stops it, or lets it wait again.',
    sent: 'form',
    fields: { name: 'high', operator: '>=', rhs_constant: 1410, status: 'enabled' },
    optional: ['name', 'operator', 'rhs_constant', 'status'],
  },
  {
    method: 'delete',
    path: '/alerts',
    summary: 'Forgets alerts.',
    sent: 'query',
    fields: { uuid: '7' },
  },
];

const answers: Readonly<Record<string, unknown>> = examples;
/** The `data` that a call answers, as an example. */
export const findExample = ({ method, path }: Pick<DoorCall, 'method' | 'path'>): unknown =>
  answers[`${method.toUpperCase()} ${path}`];

/** What a key needs to make a call; undefined: it shows no token. */
function callScope({ method, path }: DoorCall): 'read' | 'trade' | undefined {
  const name = `${method.toUpperCase()} ${path}`;
  const line = DOOR_LINES.find(({ calls }) => (calls as readonly string[]).includes(name));
  if (!line) throw new Error(`${name} has no line among the calls of the door`);
  return line.scope === 'login' ? undefined : line.scope;
}

/** The name of the tag under which these calls stand. */
export const DOOR_TAG = 'programs';
export const DOOR_SECURITY: Json = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: 'A key for programs: `token KEY:ACCESS_TOKEN`.',
};

/** Paths of the OpenAPI document. */
export function doorPaths(): Json {
  const paths: Record<string, Json> = {};
  for (const call of doorCalls) paths[call.path] = { ...paths[call.path], [call.method]: operation(call) };
  return paths;
}

function operation(call: DoorCall): Json {
  const { method, path, summary, sent, fields = {}, optional = [], isRepeatable = false } = call;
  const scope = callScope(call);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const needed = Object.keys(fields).filter((name) => !optional.includes(name));
  const object = {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, example]) => [name, fieldSchema(name, example)])),
    required: needed,
  };
  const body: Readonly<Record<string, Json>> = {
    form: { 'application/x-www-form-urlencoded': { schema: object } },
    json: { 'application/json': { schema: { type: 'array', items: object }, example: [fields] } },
  };
  const { summary: title, description = '' } = splitTitle(summary);
  return {
    operationId: `${method}${path.replaceAll(/\W+/g, '_')}`,
    summary: title,
    description: [description, scope && `The key may ${scope}.`].filter(Boolean).join(' '),
    tags: [DOOR_TAG],
    ...(scope && { security: [{ program: [] }] }),
    parameters: [
      ...names.map((name) => describeParameter('path', name, IN_PATH[name] ?? '', true)),
      ...(sent === 'query'
        ? Object.entries(fields).map(([name, example]) =>
            describeParameter('query', name, example, needed.includes(name)),
          )
        : []),
      ...(isRepeatable ? [REQUEST_ID] : []),
    ],
    ...(sent !== undefined && sent !== 'query' && { requestBody: { content: body[sent] } }),
    responses: describeResponses(call),
  };
}

function describeResponses(call: DoorCall): Json {
  if (call.type === 'redirect') return { 302: { description: 'To the page of the app.' } };
  const error = {
    description: 'A refusal by the name of the client’s exception. `data.reason` is stable.',
    content: {
      'application/json': {
        example: {
          status: 'error',
          message: 'Incorrect `api_key` or `access_token`.',
          error_type: 'TokenException',
          data: null,
        },
      },
    },
  };
  if (call.type === 'text/csv')
    return {
      200: { description: 'A line an instrument.', content: { 'text/csv': { example: findExample(call) } } },
      default: error,
    };
  return {
    200: {
      description: 'The answer.',
      content: { 'application/json': { example: { status: 'success', data: findExample(call) } } },
    },
    default: error,
  };
}
