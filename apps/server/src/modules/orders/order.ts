import type { Order, OrderState, OrderTerms } from '@khara/broker';
import { OPEN_STATES, SENT_BY } from '@khara/contract';
import { fieldName, type SqlColumns } from '#src/kernel/sql-rows.ts';
import { type MacKeys, macOfRow } from '#src/security/row-mac.ts';
import { KIND_COLUMNS } from './journal/journal.ts';

/*
 * Orders as rows and requests: rows.ts makes them of columns, present-order.ts makes of them what travels. Lots are of
 * the wire, see modules/placing/order-lots.ts.
 */

/** Terms that no change touches: the order's row alone has them, and no command. */
export const FIXED_TERMS: SqlColumns<OrderTerms> = {
  side: ['text', ({ side }) => side],
  product: ['text', ({ product }) => product],
};

/** The columns of an order's terms, wherever orders are kept. */
export const TERM_COLUMNS: SqlColumns<OrderTerms> = {
  ...FIXED_TERMS,
  ...KIND_COLUMNS,
  quantity: ['integer', ({ quantity }) => quantity],
  price_paise: ['bigint', ({ pricePaise }) => pricePaise],
  trigger_paise: ['bigint', ({ triggerPaise }) => triggerPaise],
  disclosed_quantity: ['integer', ({ disclosedQuantity }) => disclosedQuantity],
};
const TERM_FIELDS = Object.keys(TERM_COLUMNS).map(fieldName) as readonly (keyof OrderTerms)[];

/** The terms of what has more. */
export function pickTerms<T extends OrderTerms>(of: T): Pick<T, keyof OrderTerms> {
  const terms: Partial<Record<keyof OrderTerms, unknown>> = {};
  for (const field of TERM_FIELDS) terms[field] = of[field];
  return terms as Pick<T, keyof OrderTerms>;
}

/** Requests of our own begin so; no client can send one of such a name. */
const OWN_REQUESTS: Readonly<Record<SentBy, string>> = { trigger: 'gtt:', basket: 'basket:', regular: 'sip:' };
type SentBy = (typeof SENT_BY)[number];
/**
 * The request by which a server places an order that its member asked for before: one of a name. It ends in a code, so
 * that none can be planted before it is made.
 */
export function ownRequestId(keys: MacKeys, by: SentBy, name: string): string {
  const request = `${OWN_REQUESTS[by]}${name}`;
  return `${request}:${Buffer.from(macOfRow(keys, 'request', [request]))
    .toString('hex')
    .slice(0, CODE_LENGTH)}`;
}
const CODE_LENGTH = 16;

/** Whether a request that is named as one of our own is one. */
export const isOwnRequestId = (keys: MacKeys, requestId: string): boolean =>
  SENT_BY.some(
    (by) => requestId === ownRequestId(keys, by, requestId.slice(OWN_REQUESTS[by].length, -CODE_LENGTH - 1)),
  );

/** A request of our own without its code, in SQL. */
export const nameOfRequestSql = (requestId: string): string => `left(${requestId}, -${CODE_LENGTH + 1})`;

/** What sent an order for its member; undefined: the member, a program or the system did. */
export const sentBy = ({ requestId }: Pick<Order, 'requestId'>): SentBy | undefined =>
  SENT_BY.find((by) => requestId.startsWith(OWN_REQUESTS[by]));

/** The order as it was first answered; as it is now when it has not been yet. */
export const asFirstAnswered = (order: Order): Order =>
  order.firstAnswer ? { ...order, ...order.firstAnswer, becameLimit: false } : order;

/** The open states as a list of SQL. */
export const OPEN_STATES_SQL = `('${OPEN_STATES.join("', '")}')`;

/** An order that a basket, a regular purchase or a trigger has sent, as it is now. */
export type SentOrder = Pick<Order, 'id' | 'quantity' | 'filled' | 'filledPaise'> & { readonly state: OrderState };

/** One as json, null where there is none: SQL over `o`, the alias of a row of orders. */
export const SENT_ORDER = `CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id::text, 'state', o.state, 'quantity', o.quantity,
    'filled', o.filled, 'filledPaise', o.filled_paise::text) END`;

export type SentOrderJson =
  | (Omit<SentOrder, 'id' | 'filledPaise'> & { readonly id: string; readonly filledPaise: string })
  | null
  | undefined;

export const readSentOrder = (json: SentOrderJson): SentOrder | undefined =>
  json ? { ...json, id: BigInt(json.id), filledPaise: BigInt(json.filledPaise) } : undefined;
