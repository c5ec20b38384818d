import { optionalTerms, pickKind, placeCommand, type OrderKind, type Product, type Side } from '@khara/broker';
import type { FireCommand, JournalledCommand, KindOfOrder, OfferCommand, SystemEndReason } from '@khara/market-day';
import type { NewsKind } from '@khara/exchange';
import { asPrice } from '@khara/money';
import type { SqlColumns } from '#src/kernel/sql-rows.ts';

/** The columns of an order's kind, wherever orders and their changes are kept. */
export const KIND_COLUMNS: SqlColumns<OrderKind> = {
  type: ['text', ({ type }) => type],
  validity: ['text', ({ validity }) => validity],
  valid_minutes: ['integer', ({ validMinutes }) => validMinutes],
  protection_bps: ['integer', ({ protectionBps }) => protectionBps],
};

/** What a change makes of an order, where it makes another kind of it; of other commands what the order is. */
const KIND = Object.keys(KIND_COLUMNS)
  .map((name) => `CASE WHEN c.kind = 'modify' THEN c.${name} ELSE coalesce(c.${name}, o.${name}) END AS ${name}`)
  .join(', ');

/**
 * A command's own terms; those from before they were kept are the order's. News, an offer and a suspension
 * have no order: a reader of those too joins with LEFT.
 */
export const COMMAND = `c.seq, c.kind, c.order_id, o.account_key, coalesce(o.code, c.code) AS code, c.article_id, c.about, c.bps, c.request_id, c.offering_id, c.trigger_id, o.side, coalesce(c.price_paise, o.price_paise) AS price_paise,
  coalesce(c.quantity, o.quantity) AS quantity, c.trigger_paise,
  CASE WHEN c.price_paise IS NULL THEN o.disclosed_quantity ELSE c.disclosed_quantity END AS disclosed_quantity,
  ${KIND}, c.reason, o.program_key IS NOT NULL AS by_program, o.by_system,
  c.mac, o.user_id, o.asset, o.product`;

/** The same with its place, from the view of all commands. */
export const PLACED_COMMAND = `${COMMAND}, c.market_day, c.applied_step, c.applied_index,
  c.kind = 'place' AND o.applied_step IS NOT NULL AS is_own_row`;

type JournalledNews = {
  readonly seq: bigint;
  readonly kind: 'news';
  readonly code: string;
  readonly articleId: string;
  readonly about: NewsKind;
  readonly bps: number;
};

type JournalledSuspension = {
  readonly seq: bigint;
  readonly kind: 'suspend';
  readonly code: string;
  readonly requestId: bigint;
};

type JournalledOffer = {
  readonly seq: bigint;
  readonly kind: 'offer';
  readonly code: string;
  readonly offeringId: string;
  readonly about: OfferCommand['about'];
  readonly bps: number;
};

type JournalledFire = {
  readonly seq: bigint;
  readonly kind: 'fire';
  readonly code: string;
  readonly triggerId: bigint;
  readonly about: FireCommand['about'];
  readonly triggerPaise: bigint;
};

type OrderCommand = Partial<KindOfOrder> & {
  readonly seq: bigint;
  readonly kind: 'place' | 'modify' | 'cancel' | 'expire';
  readonly orderId: bigint;
  readonly accountKey: number;
  readonly code: string;
  readonly side: Side;
  readonly pricePaise: bigint;
  readonly quantity: number;
  readonly triggerPaise: bigint | undefined;
  readonly disclosedQuantity: number | undefined;
  readonly reason: SystemEndReason | undefined;
  readonly byProgram: boolean;
  readonly bySystem: boolean;
};

/** A row of the journal, with what shows that a server wrote it. */
export type JournalRow = (OrderCommand | JournalledNews | JournalledOffer | JournalledSuspension | JournalledFire) & {
  readonly mac: Uint8Array | undefined;
  readonly userId: string | undefined;
  readonly asset: string | undefined;
  readonly product: Product | undefined;
};

/** A row of the journal as the venue is given it. */
export function toCommand(
  row: OrderCommand | JournalledNews | JournalledOffer | JournalledSuspension | JournalledFire,
): JournalledCommand {
  if (row.kind === 'fire') {
    const { kind, code, triggerId, about, triggerPaise: paise } = row;
    return { seq: Number(row.seq), kind, triggerId: String(triggerId), code, about, price: asPrice(paise) };
  }
  if (row.kind === 'suspend')
    return { seq: Number(row.seq), kind: row.kind, requestId: String(row.requestId), code: row.code };
  if (row.kind === 'offer') {
    const { kind, code, offeringId, about, bps } = row;
    return { seq: Number(row.seq), kind, offeringId, about, code, bps };
  }
  if (row.kind === 'news') {
    const { kind, code, articleId, about, bps } = row;
    return { seq: Number(row.seq), kind, articleId, code, about, bps };
  }
  const name = { seq: Number(row.seq), orderId: Number(row.orderId) };
  switch (row.kind) {
    case 'cancel':
      return { ...name, kind: 'cancel' };
    case 'expire':
      return { ...name, kind: 'expire', reason: row.reason ?? 'square_off' };
    case 'modify':
      return {
        ...name,
        kind: 'modify',
        price: asPrice(row.pricePaise),
        quantity: row.quantity,
        ...optionalTerms(row.triggerPaise, row.disclosedQuantity),
        ...(row.type && row.validity && { becomes: pickKind({ ...row, type: row.type, validity: row.validity }) }),
      };
    case 'place':
      return placeCommand(
        { seq: name.seq, orderId: row.orderId },
        { ...row, type: row.type!, validity: row.validity! }, // a place has both
      );
  }
}
