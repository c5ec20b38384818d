import type { JournalledCommand, OfferCommand, SystemEndReason } from '@khara/market-day';
import type { NewsKind } from '@khara/exchange';
import { asPrice } from '@khara/money';
import type { OrderType, Side, Validity } from '../order-types.ts';

/** A command's own terms; those from before they were kept are the order's. News, an offer and a suspension have no order: a reader of those too joins with LEFT. */
export const COMMAND = `c.seq, c.kind, c.order_id, o.account_key, coalesce(o.code, c.code) AS code, c.article_id, c.about, c.bps, c.request_id, c.offering_id, o.side, coalesce(c.price_paise, o.price_paise) AS price_paise,
  coalesce(c.quantity, o.quantity) AS quantity, coalesce(c.trigger_paise, CASE WHEN c.kind = 'place' THEN o.trigger_paise END) AS trigger_paise,
  CASE WHEN c.price_paise IS NULL THEN o.disclosed ELSE c.disclosed END AS disclosed, o.validity, o.type, c.reason`;

export type NewsRow = {
  readonly seq: bigint;
  readonly kind: 'news';
  readonly code: string;
  readonly article_id: string;
  readonly about: NewsKind;
  readonly bps: number;
};

export type SuspendRow = {
  readonly seq: bigint;
  readonly kind: 'suspend';
  readonly code: string;
  readonly request_id: bigint;
};

export type OfferRow = {
  readonly seq: bigint;
  readonly kind: 'offer';
  readonly code: string;
  readonly offering_id: string;
  readonly about: OfferCommand['about'];
  readonly bps: number;
};

export type CommandRow = {
  readonly seq: bigint;
  readonly kind: 'place' | 'modify' | 'cancel' | 'expire';
  readonly order_id: bigint;
  readonly account_key: bigint;
  readonly code: string;
  readonly side: Side;
  readonly price_paise: bigint;
  readonly quantity: number;
  readonly trigger_paise: bigint | null;
  readonly disclosed: number | null;
  readonly validity: Validity;
  readonly type: OrderType;
  readonly reason: SystemEndReason | null;
};

/** A row of the journal as the venue is given it. */
export function commandOf(row: CommandRow | NewsRow | OfferRow | SuspendRow): JournalledCommand {
  if (row.kind === 'suspend')
    return { seq: Number(row.seq), kind: row.kind, requestId: String(row.request_id), code: row.code };
  if (row.kind === 'offer') {
    const { kind, code, offering_id: offeringId, about, bps } = row;
    return { seq: Number(row.seq), kind, offeringId, about, code, bps };
  }
  if (row.kind === 'news') {
    const { kind, code, article_id: articleId, about, bps } = row;
    return { seq: Number(row.seq), kind, articleId, code, about, bps };
  }
  const name = { seq: Number(row.seq), orderId: Number(row.order_id) };
  switch (row.kind) {
    case 'cancel':
      return { ...name, kind: 'cancel' };
    case 'expire':
      return { ...name, kind: 'expire', reason: row.reason ?? 'square_off' };
    case 'modify':
      return {
        ...name,
        kind: 'modify',
        pricePaise: asPrice(row.price_paise),
        quantity: row.quantity,
        ...triggerOf(row),
        ...disclosedOf(row),
      };
    case 'place':
      return {
        ...name,
        kind: 'place',
        accountKey: Number(row.account_key),
        code: row.code,
        side: row.side,
        pricePaise: asPrice(row.price_paise),
        quantity: row.quantity,
        ...entersAs(row),
        ...triggerOf(row),
        ...disclosedOf(row),
      };
  }
}

const disclosedOf = ({ disclosed }: CommandRow) => disclosed !== null && { disclosedQuantity: disclosed };
const triggerOf = ({ trigger_paise: trigger }: CommandRow) => trigger !== null && { triggerPaise: asPrice(trigger) };

/**
 * A stop to market is protected counted from its trigger, so that what it may cost is known when its money is held: it enters as one that
 * takes at once what that price allows, and the rest is cancelled.
 */
const entersAs = ({ type, validity }: Pick<CommandRow, 'type' | 'validity'>) => ({
  validity: type === 'sl_m' ? ('ioc' as const) : validity,
  market: type === 'market',
});
