import { installed } from '../../../../tools/installed.ts';

/* The npm client of the Kite Connect v3 API, as it is published and as `examples/javascript` uses it. */

type Fields = Readonly<Record<string, unknown>>;
type OrderId = { readonly order_id: string };
type Margin = { readonly total: number };
type Level = { readonly price: number };

/** What tests call of it. Its own declarations come with its installation, after the types of tests are checked. */
type Kite = {
  getLoginURL(): string;
  setAccessToken(token: string): void;
  generateSession(requestToken: string, secret: string): Promise<{ readonly refresh_token: string }>;
  renewAccessToken(refreshToken: string, secret: string): Promise<{ readonly access_token: string }>;
  invalidateAccessToken(): Promise<unknown>;
  getProfile(): Promise<Fields>;
  getMargins(): Promise<Readonly<Record<string, { readonly net: number }>>>;
  getInstruments(exchange?: string): Promise<readonly { tradingsymbol: string; instrument_token: string }[]>;
  getLTP(names: readonly string[]): Promise<Fields>;
  getOHLC(names: readonly string[]): Promise<Fields>;
  getQuote(
    names: readonly string[],
  ): Promise<
    Readonly<
      Record<
        string,
        { readonly volume: number; readonly depth: { readonly buy: readonly Level[]; readonly sell: readonly Level[] } }
      >
    >
  >;
  getHistoricalData(token: number, interval: string, from: string, to: string): Promise<readonly Fields[]>;
  placeOrder(variety: string, order: object): Promise<OrderId>;
  modifyOrder(variety: string, id: string, change: object): Promise<OrderId>;
  cancelOrder(variety: string, id: string): Promise<OrderId>;
  getOrders(): Promise<readonly (OrderId & { readonly quantity: number; readonly status: string })[]>;
  getOrderHistory(id: string): Promise<readonly { readonly status: string }[]>;
  getOrderTrades(id: string): Promise<readonly { readonly quantity: number }[]>;
  getTrades(): Promise<readonly OrderId[]>;
  getHoldings(): Promise<readonly Fields[]>;
  getPositions(): Promise<
    Readonly<Record<'net' | 'day', readonly { readonly product: string; readonly quantity: number }[]>>
  >;
  convertPosition(change: object): Promise<boolean>;
  orderMargins(orders: readonly object[]): Promise<readonly Margin[]>;
  orderBasketMargins(orders: readonly object[]): Promise<Readonly<Record<'initial' | 'final', Margin>>>;
  getvirtualContractNote(orders: readonly object[]): Promise<readonly Fields[]>;
  placeGTT(trigger: object): Promise<{ readonly trigger_id: number }>;
  modifyGTT(id: number, trigger: object): Promise<unknown>;
  deleteGTT(id: number): Promise<unknown>;
  getGTT(id: number): Promise<{ readonly condition: { readonly trigger_values: readonly number[] } }>;
  getGTTs(): Promise<readonly Fields[]>;
  getMFOrders(): Promise<unknown>;
  getMFHoldings(): Promise<unknown>;
  getMFInstruments(): Promise<unknown>;
  placeMFOrder(order: object): Promise<unknown>;
};
export type Ticker = {
  connect(): void;
  disconnect(): void;
  subscribe(tokens: readonly number[]): void;
  unsubscribe(tokens: readonly number[]): void;
  setMode(mode: string, tokens: readonly number[]): void;
  on(event: string, listener: (told: never) => void): void;
  parseBinary(payload: ArrayBuffer): readonly { readonly instrument_token: number; readonly mode: string }[];
};

const load = installed('examples/javascript');
const { KiteConnect, KiteTicker } = load('kiteconnect') as {
  KiteConnect: new (given: object) => Kite;
  KiteTicker: new (given: object) => Ticker;
};
export { KiteConnect };
/**
 * One that does not connect again. The setting is the process's, not the ticker's, and a ticker looks at it seconds
 * after it was disconnected: one that may connect again makes an earlier one end the process.
 */
export const makeTicker = (given: object): Ticker => new KiteTicker({ ...given, reconnect: false });
/** The file that declares what it answers. */
export const DECLARATIONS = load.resolve('kiteconnect/types/connect.d.ts');
