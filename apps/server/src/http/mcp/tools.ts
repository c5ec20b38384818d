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
  /** In the place of the call's own words. */
  readonly doc?: string;
  /** What those words leave open for a model. */
  readonly more?: string;
  /** Fields that are needed beside those of the call. */
  readonly takes?: Readonly<Record<string, Json>>;
  /** Fields that may come beside those of the call. */
  readonly mayTake?: Readonly<Record<string, Json>>;
  /** Fields of the answer, where it is more or other than the call's. */
  readonly answers?: Readonly<Record<string, Json>>;
  /** Fields that have one value here, and are not asked for. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Fields of the answer's object that an assistant gets; without it all. */
  readonly only?: readonly string[];
};

const DATES = 'Market dates are YYYY-MM-DD.';

const QUOTE = (
  'code name kind sector price changeAmount changePercent open high low prevClose volume value high52 low52 averagePrice pe peWord ' +
  'bandLow bandHigh tickSize lotSize phase tradable untradableReason margin surveillance lastTradeAt position'
).split(' ');
const RECORD = (
  'period from to marketDays putIn takenOut worth gain charges gainBeforeCharges moneyReturn yearlyReturn index ' +
  'deepestFall fallDays orders byType byHolding otherResult otherCharges'
).split(' ');

const TEXT = { type: 'string' } as const;
const TERMS =
  '`code` is needed. Quantity is in hands of `lotSize` shares, as get_quote names it; prices are in rupees, in steps of `tickSize`.';

/** Tools by their names. What a key needs for one is written in DOOR_LINES; those that are not there are for all. */
export const TOOLS = {
  search_shares: { title: 'Search shares', call: 'marketList', fixed: { type: 'all', size: PAGE, spark: false } },
  screen_shares: {
    title: 'Shares that meet conditions',
    call: 'screen',
    fixed: { size: PAGE },
    only: ['list', 'nextCursor', 'found', 'total', 'unknown'],
  },
  list_screens: { title: 'Screens that the member keeps', call: 'screens' },
  get_quote: { title: 'Quote of a share', call: 'marketDetail', only: QUOTE },
  get_depth: {
    title: 'Order book of a share',
    call: 'marketDetail',
    only: ['code', 'price', 'phase', 'depth', 'auction'],
  },
  get_candles: { title: 'Candles of a share', call: 'candles', more: 'At most `limit` candles, 1 to 500.' },
  get_company: { title: 'Accounts of a company', call: 'company' },
  list_results: { title: 'Results days of companies', call: 'results' },
  get_calendar: { title: 'Dividends, splits and other actions', call: 'calendar', more: DATES },
  get_money: { title: 'Money of the account', call: 'rupeeWallet' },
  list_holdings: { title: 'Shares held', call: 'positions', fixed: { size: PAGE } },
  list_positions: { title: 'Positions of the market day', call: 'dayPositions' },
  list_orders: { title: 'Orders of the account', call: 'orders', fixed: { size: PAGE }, more: DATES },
  explain_order: { title: 'Story of an order', call: 'orderDetail' },
  list_trades: { title: 'Trades of the account', call: 'fills', fixed: { size: PAGE }, more: DATES },
  get_record: { title: 'How the account has done', call: 'myRecord', only: RECORD },
  get_proof: { title: 'Proof of an entry', call: 'entryProof' },
  rehearse_order: {
    title: 'Rehearse an order',
    call: 'previewOrder',
    doc: 'What an order would cost item by item, which book it would meet, what would fill, and which own limits it meets. Places nothing.',
    more: `${TERMS} \`rehearsal\` is what place_order needs, until \`goodUntil\`.`,
    answers: {
      price: TEXT,
      lastPrice: TEXT,
      value: TEXT,
      charges: { type: 'object' },
      total: TEXT,
      margin: TEXT,
      breakEven: { type: ['string', 'null'] },
      available: TEXT,
      warnings: { type: 'array' },
      book: { type: 'object' },
      expectedFill: { type: 'object' },
      ownLimits: { type: 'object' },
      assistantLimits: { type: 'object' },
      rehearsal: TEXT,
      goodUntil: { type: 'integer' },
    },
  },
  place_order: {
    title: 'Place an order that was rehearsed',
    call: 'previewOrder',
    doc: 'Places an order with the same fields that were rehearsed within two minutes. One rehearsal gives one order, also when it is sent again. Where the member is asked each time `status` is waiting: send the same again to hear what was answered.',
    more: `${TERMS} Further refusals: rehearsal_required, rehearsal_of_another, rehearsal_ended, rehearsal_left_behind, and those of an order.`,
    takes: { rehearsal: { type: 'string', maxLength: 1000 } },
    mayTake: { why: { type: 'string', description: 'Your reason, for the member who is asked', maxLength: 200 } },
    answers: {
      status: { enum: ['placed', 'waiting', 'declined', 'refused', 'ended'] },
      orderId: TEXT,
      id: TEXT,
      until: { type: 'integer' },
      reason: TEXT,
    },
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
  const { title, call, doc, more } = toolFacts(name);
  const { doc: ownWords, refusals } = calls[call];
  const reads = toolScope(name) === 'read';
  return {
    name,
    title,
    description: [
      doc ?? ownWords,
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
  const { call, fixed = {}, takes = {}, mayTake = {} } = toolFacts(name);
  const { properties = {}, required = [] } = z.toJSONSchema(calls[call].body, { io: 'input', unrepresentable: 'any' });
  const isAsked = (field: string) => !(field in fixed) && field !== 'transactionPassword';
  const asked = Object.entries(properties).filter(([field]) => isAsked(field));
  return {
    type: 'object',
    properties: { ...Object.fromEntries(asked.map(slim)), ...takes, ...mayTake },
    required: [...required.filter(isAsked), ...Object.keys(takes)],
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
  const { call, only, answers } = toolFacts(name);
  const schema: Json = { ...z.toJSONSchema(calls[call].data, { io: 'output', unrepresentable: 'any' }) };
  const options = (schema['anyOf'] as readonly Json[] | undefined) ?? [schema];
  const object = options.find(({ properties }) => properties !== undefined);
  const ofCall = Object.entries((object?.['properties'] ?? {}) as Readonly<Record<string, Json>>)
    .filter(([field]) => only?.includes(field) ?? true)
    .map(([field, { type }]) => [field, type === undefined ? {} : { type }]);
  return {
    type: 'object',
    required: ['simulated', 'data'],
    properties: {
      simulated: { const: true },
      data: {
        type: options.length > 1 ? ['object', 'null'] : 'object',
        properties: answers ?? Object.fromEntries(ofCall),
      },
    },
  };
}

/** A field's value as it may be, for a tool error. */
export const exampleOf = (name: ToolName, field: string): unknown => {
  const { properties } = inputSchema(name) as { readonly properties: Readonly<Record<string, Json>> };
  const schema = properties[field];
  return schema && exampleValue(schema, field);
};
