import type { TradingPhase } from '@khara/market-day';
import type { ORDER_CHECKS } from '@khara/contract';
import { MAX_ORDER_QUANTITY } from '@khara/contract/order-words';
import { protectedPrice } from '@khara/exchange';
import { asPrice, rupees } from '@khara/money';
import {
  allowsIntraday,
  isBeyondProtection,
  MEASURES,
  phaseRules,
  stageName,
  type Band,
  type MarginBasis,
  type SurveillanceStage,
} from '@khara/rules';
import type { Issuer } from '@khara/universe';
import { isStop, type OrderState, type OrderTerms, type OrderType, type Side } from './order.ts';

/** The request, read by the contract. */
export type Terms = OrderTerms & {
  /** Whether it sells all that may be sold of a holding: then it need not be in market lots. */
  readonly sellsAll?: boolean | undefined;
};

/** What an order asks for. */
type TradedInstrument = {
  readonly code: string;
  readonly issuer?: Issuer | undefined;
  /** `EQ:<isin>`, the asset of the ledger. */
  readonly asset: string;
  readonly tick: number;
  readonly tradable: boolean;
};

/** The market's state of it, in paise: the band as it is now. */
type TradedQuote = {
  readonly lastPrice: number;
  readonly bandLow: number;
  readonly bandHigh: number;
  readonly closing?: { readonly price: number } | undefined;
};

/** A share as it stands when the order comes in. */
export type Share = {
  readonly instrument: TradedInstrument;
  readonly quote: TradedQuote;
  readonly phase: TradingPhase;
  /** Whether a teacher's clock stands: no order comes in meanwhile. */
  readonly isPaused?: boolean;
  /** Market time of day, "14:32:08". */
  readonly time: string;
  /** What an intraday position needs today, in basis points of its value. */
  readonly marginBps: number;
  /** Shares that an account's intraday position in it may have today; undefined: any number. */
  readonly mostOpen?: number | undefined;
  /** Limit price protection; undefined outside continuous trading. */
  readonly range: Band | undefined;
  /** Its series on this market date (packages/rules). */
  readonly series: string;
  /** Per cent of its band; undefined where it flexes and in a closing auction. */
  readonly bandPercent?: number | undefined;
  /** Whether it is there, and is listed on a later market date. */
  readonly isUnlisted?: boolean | undefined;
  /** Its stage of surveillance on it. */
  readonly stage?: SurveillanceStage | undefined;
  /** The same: when intraday positions in it are squared off, and no new ones are taken. */
  readonly squareOff: string;
};

export type OrderRefusal = (typeof ORDER_CHECKS)[number];

/**
 * After-market orders are not taken in the two minutes before the pre-open: brokers' windows end between
 * 08:57 and 08:59.
 */
const AFTER_MARKET_PAUSE = { from: '08:58:00', to: '09:00:00' } as const;

/** Whether an order that comes now waits for the next pre-open: the market is closed, and not about to open. */
export const isAfterMarket = ({ phase, time }: Pick<Share, 'phase' | 'time'>): boolean =>
  phase === 'closed' && !(time >= AFTER_MARKET_PAUSE.from && time < AFTER_MARKET_PAUSE.to);

/**
 * Every reason for which this order would be refused, in the published order of checks (contract,
 * ORDER_CHECKS): placing it answers the first, a preview shows them all. Money and shares are not among them:
 * only the ledger knows, when it holds them.
 *
 * An after-market order is checked as what it will be, an order of the pre-open; the band it must keep is
 * that of its day, which checks it.
 */
export function findRefusals(terms: Terms, share: Share | undefined): readonly OrderRefusal[] {
  if (!share) return ['unknown_code'];
  const { instrument, quote, phase } = share;
  const waits = isAfterMarket(share);
  const stop = isStop(terms.type);
  const priced = terms.type === 'limit' || terms.type === 'sl';
  const limit = priced ? terms.pricePaise : undefined;
  const trigger = stop ? terms.triggerPaise : undefined;
  const prices = [limit, trigger].filter((price) => price !== undefined);
  const last = BigInt(quote.lastPrice);
  const shown = terms.disclosedQuantity;
  const { lotSize = 1 } = instrument.issuer ?? {};
  const takes = phase === 'halted' ? undefined : phaseRules(waits ? 'preopen_entry_1' : phase);
  const anything = takes !== undefined && (takes.newLimit || takes.newMarket);
  const closed = phase === 'closed' && !waits;
  const intraday = terms.product === 'intraday';
  const isBuy = terms.side === 'buy';
  const outside = (price: bigint) => price < BigInt(quote.bandLow) || price > BigInt(quote.bandHigh);
  // A stop takes what protection allows when it triggers.
  const most = stop ? undefined : worstPrice(terms, share);

  const checks: Readonly<Record<Exclude<OrderRefusal, 'unknown_code'>, boolean>> = {
    not_listed_yet: share.isUnlisted === true,
    not_tradable: !instrument.tradable && share.isUnlisted !== true,
    quantity_invalid: terms.quantity % lotSize !== 0 && terms.sellsAll !== true,
    quantity_above_maximum: terms.quantity > MAX_ORDER_QUANTITY,
    product_not_allowed: intraday && !allowsIntraday(share.series, share.stage),
    mis_cutoff_passed: intraday && !waits && phase !== 'closed' && share.time >= share.squareOff,
    market_paused: share.isPaused === true,
    market_halted: phase === 'halted',
    market_closed: closed,
    phase_not_accepting: takes !== undefined && !closed && !anything,
    limit_not_allowed_in_phase: anything && terms.type === 'limit' && !takes.newLimit,
    market_not_allowed_in_phase: anything && terms.type === 'market' && !takes.newMarket,
    stop_loss_not_allowed_in_phase: anything && stop && !takes.stopLoss,
    ioc_not_allowed_in_phase: anything && terms.validity === 'ioc' && !takes.ioc,
    disclosed_qty_not_allowed_in_phase: anything && shown !== undefined && !takes.disclosedQuantity,
    price_required: priced && limit === undefined,
    trigger_required: stop && trigger === undefined,
    trigger_not_available: !stop && terms.triggerPaise !== undefined,
    tick_invalid: prices.some((price) => price % BigInt(instrument.tick) !== 0n),
    price_out_of_band: !waits && prices.some(outside),
    price_beyond_protection:
      share.range !== undefined && most !== undefined && isBeyondProtection(terms.side, Number(most), share.range),
    trigger_wrong_side_of_ltp: trigger !== undefined && (isBuy ? trigger <= last : trigger >= last),
    trigger_price_relation: trigger !== undefined && limit !== undefined && (isBuy ? limit < trigger : limit > trigger),
    disclosed_qty_invalid: !mayShow(terms, lotSize),
  };
  return Object.entries(checks)
    .filter(([, refused]) => refused)
    .map(([reason]) => reason as OrderRefusal); // a boundary: Object.entries forgets the type of the keys
}

/**
 * Whether an order may show what it asks to show at a time: a tenth of it or more and less than all, in whole
 * lots. Only one that rests at its limit hides anything.
 */
export function mayShow(
  {
    type,
    validity,
    quantity,
    disclosedQuantity: shown,
  }: Pick<Terms, 'type' | 'validity' | 'quantity' | 'disclosedQuantity'>,
  lotSize: number,
): boolean {
  if (shown === undefined) return true;
  const rests = (type === 'limit' || type === 'sl') && validity !== 'ioc';
  return rests && shown * 10 >= quantity && shown < quantity && shown % lotSize === 0;
}

const FIELDS: Readonly<Partial<Record<OrderRefusal, string>>> = {
  unknown_code: 'code',
  quantity_invalid: 'quantity',
  quantity_above_maximum: 'quantity',
  product_not_allowed: 'product',
  mis_cutoff_passed: 'product',
  price_required: 'price',
  price_out_of_band: 'price',
  price_beyond_protection: 'price',
  tick_invalid: 'price',
  trigger_required: 'triggerPrice',
  trigger_not_available: 'triggerPrice',
  trigger_wrong_side_of_ltp: 'triggerPrice',
  trigger_price_relation: 'triggerPrice',
  disclosed_qty_invalid: 'disclosedQuantity',
};

const inRupees = (price: number): string => rupees(BigInt(price));

const inBand = ({ bandLow, bandHigh }: TradedQuote) => ({ low: inRupees(bandLow), high: inRupees(bandHigh) });

/** Stage and margin, for the refusal of a product that it does not take. */
export const detailsOfStage = (stage: SurveillanceStage | undefined) =>
  stage && { stage: stageName(stage), margin: MEASURES[stage].marginPercent };

/**
 * What decides the margin of the share's intraday positions. An order that waits for a later day has that day's band,
 * by which it is looked at again.
 */
export const toMarginBasis = (share: Share): MarginBasis => ({
  rateBps: share.marginBps,
  band: isAfterMarket(share) ? undefined : { lower: share.quote.bandLow, upper: share.quote.bandHigh },
});

/** The field that is to blame, and the limits that it broke. */
export function blame(
  reason: OrderRefusal,
  share: Share | undefined,
  { quantity, side }: Partial<Pick<Terms, 'quantity' | 'side'>> = {},
): { readonly field?: string; readonly details?: Readonly<Record<string, string | number>> } {
  const field = FIELDS[reason];
  const details =
    share && reason === 'quantity_invalid' && quantity !== undefined
      ? { quantity, lot: share.instrument.issuer?.lotSize ?? 1 }
      : share && reason === 'product_not_allowed'
        ? { series: share.series, ...detailsOfStage(share.stage) }
        : share && reason === 'tick_invalid'
          ? { tick: inRupees(share.instrument.tick) }
          : share && reason === 'price_out_of_band'
            ? { ...inBand(share.quote), ...(share.bandPercent !== undefined && { percent: share.bandPercent }) }
            : share?.range && reason === 'price_beyond_protection'
              ? side === 'buy'
                ? { highest: inRupees(share.range.upper) }
                : { lowest: inRupees(share.range.lower) }
              : share && reason === 'trigger_wrong_side_of_ltp'
                ? { lastPrice: inRupees(share.quote.lastPrice) }
                : undefined;
  return { ...(field !== undefined && { field }), ...(details && { details }) };
}

/**
 * Why a resting order cannot be changed or cancelled now: the phase lets orders of its kind be. An
 * after-market order that waits can always be. While trading is halted, and after the close of a share,
 * resting orders may be cancelled.
 */
export function whyNotChange(
  phase: TradingPhase,
  order: {
    readonly type: OrderType;
    readonly afterMarket: boolean;
    readonly state: OrderState;
  },
  change: 'modify' | 'cancel',
): 'market_closed' | 'market_halted' | 'phase_not_accepting' | 'market_order_frozen' | undefined {
  if (order.afterMarket && order.state === 'pending') return undefined;
  if (phase === 'halted') return change === 'cancel' ? undefined : 'market_halted';
  if (phase === 'closed') return 'market_closed';
  const rules = phaseRules(phase);
  const isMarket = order.type === 'market';
  const takes =
    change === 'cancel'
      ? isMarket
        ? rules.cancelMarket
        : rules.cancelLimit
      : isMarket
        ? rules.modifyMarket
        : rules.modifyLimit;
  if (takes) return undefined;
  return isMarket && rules.cancelLimit ? 'market_order_frozen' : 'phase_not_accepting';
}

/**
 * The worst price in paise at which the order may fill, for which its money is held. A limit is its own. A
 * market order of continuous trading has the protected price, counted from the last, by its own protection if
 * it has one; in an auction and after the close, and waiting for one, it may fill at any price of the band. A
 * stop to market is protected counted from its trigger. Undefined where a price is missing.
 */
export function worstPrice(terms: Terms, share: Share): bigint | undefined {
  const { instrument, quote, phase } = share;
  const { bandLow: low, bandHigh: high } = quote;
  const protect = (from: number, bps?: number) =>
    BigInt(protectedPrice(terms.side, from, instrument.tick, low, high, bps));
  switch (terms.type) {
    case 'limit':
    case 'sl':
      return terms.pricePaise;
    case 'sl_m':
      return terms.triggerPaise === undefined ? undefined : protect(asPrice(terms.triggerPaise));
    case 'market':
      if (phase === 'continuous') return protect(quote.lastPrice, terms.protectionBps);
      if (isAfterMarket(share)) return anyPriceTomorrow(terms.side, share);
      return BigInt(terms.side === 'buy' ? high : low);
  }
}

/** Beyond every band of the next day, whatever its previous close will be: bands are 20 % at most. */
function anyPriceTomorrow(side: Side, { instrument, quote }: Share): bigint {
  const tick = BigInt(instrument.tick);
  const last = BigInt(Math.max(quote.lastPrice, quote.closing?.price ?? 0));
  const highest = ((last * 121n) / 100n / tick + 1n) * tick;
  return side === 'buy' ? (highest > BigInt(quote.bandHigh) ? highest : BigInt(quote.bandHigh)) : tick;
}
