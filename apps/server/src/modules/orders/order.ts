import type { Order, OrderKind, OrderTerms } from '@khara/broker';
import { OPEN_STATES, SENT_BY } from '@khara/contract';
import { fieldName, type SqlColumns } from '#src/kernel/sql-rows.ts';

/*
 * Orders as rows and requests: rows.ts makes them of columns, present-order.ts makes of them what travels. Lots are of
 * the wire, see modules/placing/order-lots.ts.
 */

/** The columns of an order's kind, wherever orders and their changes are kept. */
export const KIND_COLUMNS: SqlColumns<OrderKind> = {
  type: ['text', ({ type }) => type],
  validity: ['text', ({ validity }) => validity],
  valid_minutes: ['integer', ({ validMinutes }) => validMinutes],
  protection_bps: ['integer', ({ protectionBps }) => protectionBps],
};
/** The columns of an order's terms, wherever orders are kept. */
export const TERM_COLUMNS: SqlColumns<OrderTerms> = {
  side: ['text', ({ side }) => side],
  product: ['text', ({ product }) => product],
  ...KIND_COLUMNS,
  quantity: ['integer', ({ quantity }) => quantity],
  price_paise: ['bigint', ({ pricePaise }) => pricePaise],
  trigger_paise: ['bigint', ({ triggerPaise }) => triggerPaise],
  disclosed_quantity: ['integer', ({ disclosedQuantity }) => disclosedQuantity],
};
const TERM_FIELDS = Object.keys(TERM_COLUMNS).map(fieldName) as readonly (keyof OrderTerms)[];

/** The terms of what has more. */
export const pickTerms = <T extends OrderTerms>(of: T): Pick<T, keyof OrderTerms> =>
  Object.fromEntries(TERM_FIELDS.map((field) => [field, of[field]])) as Pick<T, keyof OrderTerms>;

/** Requests of our own begin so; no client can send one of such a name. */
export const OWN_REQUESTS: Readonly<Record<SentBy, string>> = { trigger: 'gtt:', basket: 'basket:', regular: 'sip:' };
type SentBy = (typeof SENT_BY)[number];
/** What sent an order for its member; undefined: the member, a program or the system did. */
export const sentBy = ({ requestId }: Pick<Order, 'requestId'>): SentBy | undefined =>
  SENT_BY.find((by) => requestId.startsWith(OWN_REQUESTS[by]));

/** The order as it was first answered; as it is now when it has not been yet. */
export const asFirstAnswered = (order: Order): Order =>
  order.firstAnswer ? { ...order, ...order.firstAnswer, becameLimit: false } : order;

/** The open states as a list of SQL. */
export const OPEN_STATES_SQL = `('${OPEN_STATES.join("', '")}')`;
