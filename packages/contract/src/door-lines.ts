/** What a key needs for a call of the door for programs. `login`: nothing, since the call has no token yet. */
type DoorScope = 'login' | 'read' | 'trade';
type DoorLine = {
  /** The calls' plain words, of the app's namespace `programs`. */
  readonly line: string;
  readonly group: string;
  readonly scope: DoorScope;
  /** Method and path, with its parameters in braces. */
  readonly calls: readonly string[];
  /** Tools of the Model Context Protocol that do the same. */
  readonly tools?: readonly string[];
};

/**
 * All calls of the door for programs, by what they do: the reference takes each call's scope from here, and the page of
 * keys lists these lines. A test walks the routes of the server against it.
 */
export const DOOR_LINES = [
  {
    line: 'instruments',
    group: 'market',
    scope: 'read',
    calls: ['GET /instruments', 'GET /instruments/{exchange}'],
    tools: ['search_shares', 'screen_shares'],
  },
  {
    line: 'prices',
    group: 'market',
    scope: 'read',
    calls: ['GET /quote', 'GET /quote/ohlc', 'GET /quote/ltp'],
    tools: ['get_quote', 'get_depth'],
  },
  { line: 'live', group: 'market', scope: 'read', calls: ['WEBSOCKET /'] },
  {
    line: 'candles',
    group: 'market',
    scope: 'read',
    calls: ['GET /instruments/historical/{token}/{interval}'],
    tools: ['get_candles'],
  },
  { line: 'triggerRange', group: 'market', scope: 'read', calls: ['GET /instruments/trigger_range/{side}'] },
  {
    line: 'login',
    group: 'account',
    scope: 'login',
    calls: [
      'GET /connect/login',
      'POST /session/token',
      'POST /session/refresh_token',
      'DELETE /session/token',
      'DELETE /session/refresh_token',
    ],
  },
  { line: 'profile', group: 'account', scope: 'read', calls: ['GET /user/profile'] },
  {
    line: 'money',
    group: 'account',
    scope: 'read',
    calls: ['GET /user/margins', 'GET /user/margins/{segment}'],
    tools: ['get_money'],
  },
  {
    line: 'ordersOfDay',
    group: 'account',
    scope: 'read',
    calls: ['GET /orders', 'GET /orders/{order_id}', 'GET /orders/{order_id}/trades', 'GET /trades'],
    tools: ['list_orders', 'explain_order', 'list_trades'],
  },
  {
    line: 'holdings',
    group: 'account',
    scope: 'read',
    calls: [
      'GET /portfolio/holdings',
      'GET /portfolio/holdings/summary',
      'GET /portfolio/holdings/compact',
      'GET /portfolio/holdings/auctions',
    ],
    tools: ['list_holdings'],
  },
  {
    line: 'positions',
    group: 'account',
    scope: 'read',
    calls: ['GET /portfolio/positions'],
    tools: ['list_positions'],
  },
  {
    line: 'costs',
    group: 'account',
    scope: 'read',
    calls: ['POST /margins/orders', 'POST /margins/basket', 'POST /charges/orders'],
    tools: ['rehearse_order'],
  },
  { line: 'place', group: 'orders', scope: 'trade', calls: ['POST /orders/{variety}'], tools: ['place_order'] },
  { line: 'change', group: 'orders', scope: 'trade', calls: ['PUT /orders/{variety}/{order_id}'] },
  {
    line: 'cancel',
    group: 'orders',
    scope: 'trade',
    calls: ['DELETE /orders/{variety}/{order_id}'],
    tools: ['cancel_order'],
  },
  { line: 'product', group: 'orders', scope: 'trade', calls: ['PUT /portfolio/positions'] },
  { line: 'triggers', group: 'waiting', scope: 'read', calls: ['GET /gtt/triggers', 'GET /gtt/triggers/{trigger_id}'] },
  {
    line: 'setTriggers',
    group: 'waiting',
    scope: 'trade',
    calls: ['POST /gtt/triggers', 'PUT /gtt/triggers/{trigger_id}', 'DELETE /gtt/triggers/{trigger_id}'],
  },
  {
    line: 'alerts',
    group: 'waiting',
    scope: 'read',
    calls: ['GET /alerts', 'GET /alerts/{uuid}', 'GET /alerts/{uuid}/history'],
  },
  {
    line: 'setAlerts',
    group: 'waiting',
    scope: 'trade',
    calls: ['POST /alerts', 'PUT /alerts/{uuid}', 'DELETE /alerts'],
  },
] as const satisfies readonly DoorLine[];
