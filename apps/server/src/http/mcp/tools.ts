import { calls, DOOR_LINES, type CallName } from '@khara/contract';
import * as z from 'zod/mini';
import { exampleValue } from '../example-values.ts';

/** JSON Schema: written here, read by tools. */
type Json = Readonly<Record<string, unknown>>;

/** Rows of a list in one answer. */
const PAGE = 20;

/** A tool that is a call of the app, by the call's own payload and answer. */
type ToolOfCall = {
  readonly title: string;
  readonly call: CallName;
  /** What the call's own words leave open for a model. */
  readonly more?: string;
  /** Fields that have one value here, and are not asked for. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Fields of the answer's object that an assistant gets; without it all. */
  readonly only?: readonly string[];
};

const DATES = 'Market dates are YYYY-MM-DD.';

const QUOTE = (
  'code name kind sector price changeAmount changePercent open high low prevClose volume value high52 low52 averagePrice ' +
  'bandLow bandHigh tickSize lotSize phase tradable untradableReason margin surveillance lastTradeAt position'
).split(' ');
const RECORD = (
  'period from to marketDays putIn takenOut worth gain charges gainBeforeCharges moneyReturn yearlyReturn index ' +
  'deepestFall fallDays orders byType byHolding otherResult otherCharges'
).split(' ');

/** Tools by their names. What a key needs for one is written in DOOR_LINES; those that are not there are for all. */
export const TOOLS = {
  search_shares: { title: 'Search shares', call: 'marketList', fixed: { type: 'all', size: PAGE, spark: false } },
  get_quote: { title: 'Quote of a share', call: 'marketDetail', only: QUOTE },
  get_depth: {
    title: 'Order book of a share',
    call: 'marketDetail',
    only: ['code', 'price', 'phase', 'depth', 'auction'],
  },
  get_candles: { title: 'Candles of a share', call: 'candles', more: 'At most `limit` candles, 1 to 500.' },
  get_calendar: { title: 'Dividends, splits and other actions', call: 'corporateActions', more: DATES },
  get_money: { title: 'Money of the account', call: 'rupeeWallet' },
  list_holdings: { title: 'Shares held', call: 'positions', fixed: { size: PAGE } },
  list_positions: { title: 'Positions of the market day', call: 'dayPositions' },
  list_orders: { title: 'Orders of the account', call: 'orders', fixed: { size: PAGE }, more: DATES },
  explain_order: { title: 'Story of an order', call: 'orderDetail' },
  list_trades: { title: 'Trades of the account', call: 'fills', fixed: { size: PAGE }, more: DATES },
  get_record: { title: 'How the account has done', call: 'myRecord', only: RECORD },
  get_proof: { title: 'Proof of an entry', call: 'entryProof' },
  rehearse_order: {
    title: 'What an order would cost',
    call: 'previewOrder',
    more: 'Places nothing. Quantity is in hands of shares, as `get_quote` names them in `lotSize`; prices are in rupees.',
  },
  cancel_order: { title: 'Cancel an order', call: 'cancelOrder' },
} as const satisfies Readonly<Record<string, ToolOfCall>>;

export type ToolName = keyof typeof TOOLS;
export const isToolName = (name: string): name is ToolName => Object.hasOwn(TOOLS, name);

export const toolFacts = (name: ToolName): ToolOfCall => TOOLS[name];

/** What a key needs for a tool. */
export function toolScope(name: string): 'read' | 'trade' {
  const line = DOOR_LINES.find((each) => 'tools' in each && (each.tools as readonly string[]).includes(name));
  return line?.scope === 'trade' ? 'trade' : 'read';
}

const MONEY =
  'Amounts and prices are rupees as decimal texts, times are milliseconds since 1970, market times are of a simulated clock.';

/** What `tools/list` says of a tool. */
export function describeTool(name: ToolName): Json {
  const { title, call, more } = toolFacts(name);
  const { doc, refusals } = calls[call];
  const reads = toolScope(name) === 'read';
  return {
    name,
    title,
    description: [
      doc,
      ...(more === undefined ? [] : [more]),
      ...(refusals.length === 0 ? [] : [`Refusals: ${refusals.join(', ')}.`]),
      MONEY,
    ].join(' '),
    inputSchema: inputSchema(name),
    outputSchema: outputSchema(name),
    annotations: { readOnlyHint: reads, destructiveHint: !reads, idempotentHint: true, openWorldHint: false },
  };
}

function inputSchema(name: ToolName): Json {
  const { call, fixed = {} } = toolFacts(name);
  const { properties = {}, required = [] } = z.toJSONSchema(calls[call].body, { io: 'input', unrepresentable: 'any' });
  const isAsked = (field: string) => !(field in fixed) && field !== 'transactionPassword';
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties)
        .filter(([field]) => isAsked(field))
        .map(slim),
    ),
    required: required.filter(isAsked),
    additionalProperties: false,
  };
}

/** Patterns of dates are long and say no more than the words do. */
const slim = ([field, schema]: readonly [string, unknown]): [string, unknown] => {
  const { allOf, ...rest } = schema as Json; // zod writes objects
  return [field, allOf === undefined ? rest : { ...rest, format: 'date' }];
};

/** The fields of an answer with their types, one level deep: whole schemas of all tools would be long to read. */
function outputSchema(name: ToolName): Json {
  const { call, only } = toolFacts(name);
  const schema: Json = { ...z.toJSONSchema(calls[call].data, { io: 'output', unrepresentable: 'any' }) };
  const options = (schema['anyOf'] as readonly Json[] | undefined) ?? [schema];
  const object = options.find(({ properties }) => properties !== undefined);
  const properties = Object.entries((object?.['properties'] ?? {}) as Readonly<Record<string, Json>>)
    .filter(([field]) => only?.includes(field) ?? true)
    .map(([field, { type }]) => [field, type === undefined ? {} : { type }]);
  return {
    type: 'object',
    required: ['simulated', 'data'],
    properties: {
      simulated: { const: true },
      data: { type: options.length > 1 ? ['object', 'null'] : 'object', properties: Object.fromEntries(properties) },
    },
  };
}

/** A field's value as it may be, for a tool error. */
export const exampleOf = (name: ToolName, field: string): unknown => {
  const { properties } = inputSchema(name) as { readonly properties: Readonly<Record<string, Json>> };
  const schema = properties[field];
  return schema && exampleValue(schema, field);
};
