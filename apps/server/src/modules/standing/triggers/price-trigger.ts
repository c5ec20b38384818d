import type { Product, Side } from '@khara/broker';
import type { TRIGGER_STATES } from '@khara/contract';
import { asPrice } from '@khara/money';
import type { WatchedTrigger } from '#src/ports/exchange.ts';
import { requestHash } from '#src/security/request-hash.ts';
import type { MacKeys } from '#src/security/row-mac.ts';
import { ownRequestId, type SentOrder } from '#modules/orders/index.ts';

/** A side of the price at which a trigger waits: reached at the trigger or beyond it. */
export type Condition = 'below' | 'above';
/** Where it waits, and the limit of the order that it places there; both in paise. */
export type Leg = { readonly triggerPaise: bigint; readonly limitPaise: bigint };
export type Legs = Readonly<Partial<Record<Condition, Leg>>>;

/** What a trigger waits for, and what it asks for then. */
export type TriggerTerms = {
  readonly code: string;
  readonly side: Side;
  readonly product: Product;
  readonly quantity: number;
  readonly legs: Legs;
  readonly positionId: bigint | undefined;
};

/** An order that waits for a price: docs/decisions/0028-waiting-orders-and-baskets.md. */
export type PriceTrigger = TriggerTerms & {
  readonly id: bigint;
  readonly userId: string;
  readonly accountKey: number;
  readonly asset: string;
  readonly createdAt: number;
  readonly changedAt: number;
  /** Counts its terms: what the market saw of earlier ones fires nothing. */
  readonly version: number;
  readonly armedDay: number;
  readonly armedStep: number;
  readonly marketDate: string;
  readonly expiresOn: string;
  readonly adjusted: boolean;
  readonly state: (typeof TRIGGER_STATES)[number];
  readonly reason: string | undefined;
  readonly firedSide: Condition | undefined;
  readonly firedAt: number | undefined;
  readonly firedTime: string | undefined;
  readonly order: SentOrder | undefined;
};

/** The conditions that a trigger has, its stop first: a sale stops below the price, a buy above it. */
export function legConditions({ side, legs }: Pick<TriggerTerms, 'side' | 'legs'>): readonly Condition[] {
  const order: readonly Condition[] = side === 'sell' ? ['below', 'above'] : ['above', 'below'];
  return order.filter((condition) => legs[condition]);
}

/**
 * Hash of what a trigger waits for and asks for. Its row has all of it, so that `npm run verify` makes it again.
 */
export const termsHash = (terms: TriggerTerms): Uint8Array =>
  requestHash({
    code: terms.code,
    side: terms.side,
    product: terms.product,
    quantity: terms.quantity,
    position: terms.positionId,
    below: terms.legs.below?.triggerPaise,
    belowLimit: terms.legs.below?.limitPaise,
    above: terms.legs.above?.triggerPaise,
    aboveLimit: terms.legs.above?.limitPaise,
  });

/**
 * The request by which a trigger places its order. No client can send one of this name, and an account has one order
 * of a request: a trigger has one order, whatever happens between its firing and its order.
 */
export const triggerRequestId = (keys: MacKeys, id: bigint): string => ownRequestId(keys, 'trigger', String(id));

/** A trigger as the market watches it. */
export const toWatched = ({ id, code, legs, version, armedDay, armedStep }: PriceTrigger): WatchedTrigger => ({
  id,
  code,
  version,
  below: legs.below && asPrice(legs.below.triggerPaise),
  above: legs.above && asPrice(legs.above.triggerPaise),
  armed: { marketDay: armedDay, step: armedStep },
});
