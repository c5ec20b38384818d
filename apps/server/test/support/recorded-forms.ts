/**
 * What clients of the Kite Connect v3 API read in each answer: names, nesting, JSON types and forms of dates, as the
 * makers of the clients have recorded them (github.com/zerodha/kiteconnect-mocks, read on 2026-11-28). An answer may
 * have more. There are no exceptions.
 */

/** `text?` may be null. `moment` is "2026-11-23 14:32:08", `midnight` that of a day, `clock` "14:32:08". */
type Word =
  | 'text'
  | 'text?'
  | 'number'
  | 'truth'
  | 'null'
  | 'moment'
  | 'moment?'
  | 'midnight'
  | 'clock'
  | 'candle time';
export type Form = Word | Names | List;
/** With the one name `eachName` its names are those that were asked for. */
type Names = {
  readonly [name: string]: Form;
};
/** With more than one: of each place, else of all. */
type List = ReadonlyArray<Form> & {
  readonly 0: Form;
};

const FORMS: Readonly<Record<Word, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  'text?': (value) => value === null || typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  truth: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  moment: (value) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(value)),
  'moment?': (value) => value === null || /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(value)),
  midnight: (value) => /^\d{4}-\d\d-\d\d 00:00:00$/.test(String(value)),
  clock: (value) => /^\d\d:\d\d:\d\d$/.test(String(value)),
  'candle time': (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0530$/.test(String(value)),
};

/** Where an answer is not what clients read. A list has at least one item, and each is looked at. */
export function differencesFrom(form: Form, value: unknown, at = 'data'): readonly string[] {
  if (typeof form === 'string') return FORMS[form](value) ? [] : [`${at} is ${JSON.stringify(value)}, not a ${form}`];
  if (isList(form)) {
    if (!Array.isArray(value) || value.length === 0) return [`${at} is no list with something in it`];
    if (form.length > 1) return form.flatMap((each, index) => differencesFrom(each, value[index], `${at}[${index}]`));
    return value.flatMap((each, index) => differencesFrom(form[0], each, `${at}[${index}]`));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at} is no object`];
  const { eachName } = form;
  if (eachName)
    return Object.entries(value).flatMap(([name, each]) => differencesFrom(eachName, each, `${at}.${name}`));
  return Object.entries(form).flatMap(([name, each]) =>
    Object.hasOwn(value, name)
      ? differencesFrom(each, (value as Readonly<Record<string, unknown>>)[name], `${at}.${name}`)
      : [`${at}.${name} is missing`],
  );
}

const isList = (form: Form): form is List => Array.isArray(form);

const all = <F extends Form>(form: F, names: string): Readonly<Record<string, F>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, form]));

const FUNDS: Form = {
  enabled: 'truth',
  net: 'number',
  available: all('number', 'adhoc_margin cash opening_balance live_balance collateral intraday_payin'),
  utilised: all(
    'number',
    'debits exposure m2m_realised m2m_unrealised option_premium payout span holding_sales turnover liquid_collateral stock_collateral delivery',
  ),
};
const PROFILE: Form = {
  ...all('text', 'user_id user_type email user_name user_shortname broker'),
  exchanges: ['text'],
  products: ['text'],
  order_types: ['text'],
  avatar_url: 'text?',
  meta: { demat_consent: 'text' },
};
const SESSION: Form = {
  ...PROFILE,
  ...all('text', 'api_key access_token public_token enctoken refresh_token silo'),
  login_time: 'moment',
};
const OHLC = all('number', 'open high low close');
const LEVEL = all('number', 'price quantity orders');
/** Of the list of orders. */
const ORDER: Form = {
  ...all(
    'text',
    'placed_by order_id status variety exchange tradingsymbol order_type transaction_type validity product',
  ),
  ...all('text?', 'exchange_order_id parent_order_id status_message status_message_raw tag guid'),
  order_timestamp: 'moment',
  ...all('moment?', 'exchange_update_timestamp exchange_timestamp'),
  modified: 'truth',
  ...all(
    'number',
    'instrument_token quantity disclosed_quantity price trigger_price average_price filled_quantity pending_quantity cancelled_quantity market_protection validity_ttl',
  ),
  meta: {},
};
/** Of an order's history. */
const STATE: Form = {
  ...all(
    'text',
    'placed_by order_id status variety exchange tradingsymbol order_type transaction_type validity product',
  ),
  ...all('text?', 'exchange_order_id parent_order_id status_message tag'),
  order_timestamp: 'moment',
  exchange_timestamp: 'moment?',
  modified: 'truth',
  ...all(
    'number',
    'instrument_token quantity disclosed_quantity price trigger_price average_price filled_quantity pending_quantity cancelled_quantity',
  ),
};
/** On the ticker. */
export const ORDER_UPDATE: Form = { ...ORDER, user_id: 'text', unfilled_quantity: 'number' };
const TRADE: Form = {
  ...all('text', 'trade_id order_id exchange_order_id exchange tradingsymbol product transaction_type'),
  ...all('number', 'instrument_token average_price quantity'),
  ...all('moment', 'fill_timestamp exchange_timestamp'),
  order_timestamp: 'clock',
};
const POSITION: Form = {
  ...all('text', 'tradingsymbol exchange product'),
  ...all(
    'number',
    'instrument_token quantity overnight_quantity multiplier average_price close_price last_price value pnl m2m unrealised realised buy_quantity buy_price buy_value buy_m2m sell_quantity sell_price sell_value sell_m2m day_buy_quantity day_buy_price day_buy_value day_sell_quantity day_sell_price day_sell_value',
  ),
};
const CHARGES: Form = {
  ...all('number', 'transaction_tax exchange_turnover_charge sebi_turnover_charge brokerage stamp_duty total'),
  transaction_tax_type: 'text',
  gst: all('number', 'igst cgst sgst total'),
};
const MARGIN: Form = {
  ...all('text', 'type tradingsymbol exchange'),
  ...all('number', 'span exposure option_premium additional bo cash var leverage total'),
  pnl: all('number', 'realised unrealised'),
  charges: CHARGES,
};
const LEG = {
  ...all('text', 'exchange tradingsymbol product order_type transaction_type'),
  ...all('number', 'quantity price'),
};
const waiting = (result: Form): Form => ({
  ...all('number', 'id'),
  ...all('text', 'user_id type status'),
  parent_trigger: 'null',
  ...all('moment', 'created_at updated_at expires_at'),
  condition: {
    ...all('text', 'exchange tradingsymbol'),
    ...all('number', 'last_price instrument_token'),
    trigger_values: ['number'],
  },
  orders: [{ ...LEG, result }],
  meta: 'null',
});
/** A trigger with one leg that has fired. */
export const FIRED: Form = waiting({
  ...LEG,
  ...all('text', 'account_id validity meta'),
  timestamp: 'moment',
  triggered_at: 'number',
  order_result: all('text', 'status order_id rejection_reason'),
});
const ALERT: Form = {
  ...all(
    'text',
    'type user_id uuid name status disabled_reason lhs_attribute lhs_exchange lhs_tradingsymbol operator rhs_type rhs_attribute rhs_exchange rhs_tradingsymbol',
  ),
  ...all('number', 'rhs_constant alert_count'),
  ...all('moment', 'created_at updated_at'),
};
/** Of an alert that was met. */
export const MEETING: Form = {
  ...all('text', 'uuid type condition'),
  created_at: 'moment',
  order_meta: 'null',
  meta: [
    {
      ...all('text', 'tradingsymbol exchange'),
      ...all('moment', 'timestamp last_trade_time'),
      ohlc: OHLC,
      ...all(
        'number',
        'instrument_token last_price net_change last_quantity buy_quantity sell_quantity volume volume_tick average_price oi oi_day_high oi_day_low lower_circuit_limit upper_circuit_limit',
      ),
    },
  ],
};
/** With `autoslice`: the first order, and the others. */
export const SLICED: Form = { order_id: 'text', children: [{ order_id: 'text' }] };

const ORDER_ID: Form = { order_id: 'text' };
const TRIGGER_ID: Form = { trigger_id: 'number' };

/** `data` of each call that is offered, as JSON. */
export const RECORDED: Readonly<Record<string, Form>> = {
  'POST /session/token': SESSION,
  'POST /session/refresh_token': SESSION,
  'DELETE /session/token': 'truth',
  'GET /user/profile': PROFILE,
  'GET /user/margins': { equity: FUNDS, commodity: FUNDS },
  'GET /user/margins/{segment}': FUNDS,
  'GET /quote': {
    eachName: {
      ...all(
        'number',
        'instrument_token last_price last_quantity buy_quantity sell_quantity volume average_price oi oi_day_high oi_day_low net_change lower_circuit_limit upper_circuit_limit',
      ),
      timestamp: 'moment',
      last_trade_time: 'moment?',
      ohlc: OHLC,
      depth: { buy: [LEVEL], sell: [LEVEL] },
    },
  },
  'GET /quote/ohlc': { eachName: { ...all('number', 'instrument_token last_price'), ohlc: OHLC } },
  'GET /quote/ltp': { eachName: all('number', 'instrument_token last_price') },
  'GET /instruments/historical/{token}/{interval}': {
    candles: [['candle time', 'number', 'number', 'number', 'number', 'number']],
  },
  'GET /instruments/trigger_range/{side}': { eachName: all('number', 'instrument_token lower upper') },
  'POST /orders/{variety}': ORDER_ID,
  'PUT /orders/{variety}/{order_id}': ORDER_ID,
  'DELETE /orders/{variety}/{order_id}': ORDER_ID,
  'GET /orders': [ORDER],
  'GET /orders/{order_id}': [STATE],
  'GET /orders/{order_id}/trades': [TRADE],
  'GET /trades': [TRADE],
  'GET /portfolio/holdings': [
    {
      ...all('text', 'tradingsymbol exchange isin product collateral_type'),
      ...all(
        'number',
        'instrument_token price quantity used_quantity t1_quantity realised_quantity authorised_quantity opening_quantity short_quantity collateral_quantity average_price last_price close_price pnl day_change day_change_percentage',
      ),
      authorised_date: 'midnight',
      authorisation: {},
      discrepancy: 'truth',
      mtf: all('number', 'quantity used_quantity average_price value initial_margin'),
    },
  ],
  'GET /portfolio/holdings/summary': all(
    'number',
    'total_pnl total_pnl_percent today_pnl today_pnl_percent invested_amount current_value',
  ),
  'GET /portfolio/holdings/compact': [
    { ...all('text', 'exchange tradingsymbol'), ...all('number', 'instrument_token t1_quantity quantity') },
  ],
  'GET /portfolio/positions': { net: [POSITION], day: [POSITION] },
  'PUT /portfolio/positions': 'truth',
  'POST /margins/orders': [MARGIN],
  'POST /margins/basket': { initial: MARGIN, final: MARGIN, orders: [MARGIN], charges: CHARGES },
  'POST /charges/orders': [
    {
      ...all('text', 'transaction_type tradingsymbol exchange variety product order_type'),
      ...all('number', 'quantity price'),
      charges: CHARGES,
    },
  ],
  'GET /gtt/triggers': [waiting('null')],
  'GET /gtt/triggers/{trigger_id}': waiting('null'),
  'POST /gtt/triggers': TRIGGER_ID,
  'PUT /gtt/triggers/{trigger_id}': TRIGGER_ID,
  'DELETE /gtt/triggers/{trigger_id}': TRIGGER_ID,
  'GET /alerts': [ALERT],
  'GET /alerts/{uuid}': ALERT,
  'POST /alerts': ALERT,
  'PUT /alerts/{uuid}': ALERT,
  'DELETE /alerts': 'null',
};
