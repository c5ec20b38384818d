import type { CallName, Payload, ServerMessage } from '@khara/contract';
import type { QueryKey } from '@tanstack/react-query';

/**
 * Keys of the query cache, written only here: the call's name, then its payload. What one event makes old is
 * a list of names.
 */
export const queryKey = <N extends CallName>(name: N, payload?: Payload<N>) =>
  payload === undefined ? ([name] as const) : ([name, payload] as const);

export const AFTER_MONEY = [
  'totalCapital',
  'wallets',
  'rupeeWallet',
  'bill',
  'dividends',
  'recharges',
  'withdrawals',
  'bankAccounts', // whether it can be deleted
  'creditScore', // a payout that came back
  // a wallet also changes when an application is allotted, signed or released
  'newStocks',
  'subscriptions',
  'blockTrades',
] as const satisfies CallName[];

/** After a position changed, or an order that may close some of it. */
export const AFTER_POSITION = [
  'positions',
  'dayPositions',
  'closedPositions',
  'positionTotals',
  'marketDetail',
] as const satisfies CallName[];

/** After an order was placed, filled, cancelled or lapsed. */
export const AFTER_ORDER = [
  'orders',
  'orderDetail',
  'fills',
  ...AFTER_POSITION,
  ...AFTER_MONEY,
] as const satisfies CallName[];

type OrderChange = Extract<ServerMessage, { type: 'order' }>['data'];
/** After an order changed as the server says; the wallet has a message of its own. */
export const afterChangeOfOrder = ({ id, changed }: OrderChange): readonly (CallName | QueryKey)[] => [
  'orders',
  queryKey('orderDetail', { id }),
  ...(changed.includes('filled') ? (['fills'] as const) : []),
  ...AFTER_POSITION,
];

export const AFTER_NOTICE = ['noticeList', 'unreadNotices'] as const satisfies CallName[];
/**
 * After a message of the thread with customer service, or when one was read. Reading the thread also settles
 * the notice of an answer.
 */
export const AFTER_SUPPORT = ['supportMessages'] as const satisfies CallName[];
export const AFTER_WATCH = ['marketList', 'marketDetail'] as const satisfies CallName[];
