/** JSON of the OpenAPI document: written here, read by tools. */
export type Json = Readonly<Record<string, unknown>>;

/** What a field holds. One name means the same in every call; of words only those of the list are taken. */
const MEANINGS: Readonly<Record<string, { readonly text: string; readonly words?: readonly string[] }>> = {
  exchange: { text: 'NSE is taken for KHR.', words: ['KHR', 'NSE'] },
  tradingsymbol: { text: 'Code of the share.' },
  transaction_type: { text: 'The side.', words: ['BUY', 'SELL'] },
  quantity: { text: 'Shares.' },
  product: { text: 'CNC is delivery, MIS intraday.', words: ['CNC', 'MIS'] },
  order_type: { text: 'SL is a stop with a limit, SL-M one at the market.', words: ['MARKET', 'LIMIT', 'SL', 'SL-M'] },
  price: { text: 'The limit of LIMIT and SL, in rupees, on the tick.' },
  trigger_price: { text: 'The trigger of SL and SL-M, in rupees.' },
  validity: { text: 'TTL ends after `validity_ttl` minutes.', words: ['DAY', 'IOC', 'TTL'] },
  validity_ttl: { text: 'Market minutes, with TTL.' },
  disclosed_quantity: { text: 'Shares that the book shows at a time.' },
  market_protection: {
    text: 'Of MARKET and SL-M: -1 is the market’s own, or a percentage above 0 to 100. 0 is refused.',
  },
  iceberg_legs: { text: 'Of an iceberg: 2 to 10.' },
  iceberg_quantity: { text: 'Of an iceberg: shares of each leg.' },
  autoslice: { text: 'Makes several orders of one above 100,000 shares.', words: ['true', 'false'] },
  tag: { text: 'At most 20 characters. It stands in the order’s story.' },
  variety: { text: 'A change or a cancel names it too.', words: ['regular', 'amo', 'iceberg'] },
  segment: { text: 'Commodity is all zeros.', words: ['equity', 'commodity'] },
  interval: {
    text: 'The length of a candle.',
    words: ['minute', '3minute', '5minute', '10minute', '15minute', '30minute', '60minute', 'day'],
  },
  side: { text: 'Of the stop.', words: ['buy', 'sell'] },
  from: { text: 'Market time in India, without a zone.' },
  to: { text: 'The same. What has not happened yet is cut off.' },
  oi: { text: '1 adds open interest, which is 0.' },
  i: { text: 'Exchange and code. It comes as often as there are instruments.' },
  token: { text: 'The `instrument_token` of lists and quotes.' },
  position_type: { text: 'Only what was bought today can change.', words: ['day', 'overnight'] },
  old_product: { text: 'What it is now.', words: ['CNC', 'MIS'] },
  new_product: { text: 'What it becomes.', words: ['CNC', 'MIS'] },
  average_price: { text: 'At which the order was, or would be, executed.' },
  type: { text: 'Of a trigger `single` or `two-leg`, of an alert `simple`.' },
  condition: { text: 'JSON: the share, and one trigger price, or that of the stop and that of the target.' },
  orders: { text: 'JSON: a limit order for each trigger price, in their order.' },
  status: { text: 'Of an alert.', words: ['enabled', 'disabled'] },
  operator: { text: 'Where the price has to come.', words: ['>=', '<='] },
  checksum: { text: 'SHA-256 as hex.' },
  request_token: { text: 'Of the redirect. Good once, for five minutes.' },
};

/** A field as a schema: what it holds, and which words it may be. */
export function fieldSchema(name: string, example: string | number): Json {
  const { text, words } = MEANINGS[name] ?? {};
  return {
    type: typeof example,
    ...(text && { description: text }),
    ...(words && { enum: words }),
    examples: [example],
  };
}

/** A parameter of a path or a query. */
export const describeParameter = (
  place: 'path' | 'query',
  name: string,
  example: string | number,
  required: boolean,
): Json => ({
  name,
  in: place,
  required,
  ...(MEANINGS[name] && { description: MEANINGS[name].text }),
  schema: { type: typeof example, ...(MEANINGS[name]?.words && { enum: MEANINGS[name].words }) },
  example,
});
