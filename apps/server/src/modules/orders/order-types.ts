import type { FILL_PHASES, ORDER_STATES, ORDER_TYPES, PRODUCTS, SIDES, STORY_STEPS, VALIDITIES } from '@khara/contract';

/*
 * The words of the trade as the orders module uses them. Prices and values are bigint paise, quantities are numbers of shares
 * (hands are of the wire, see hands.ts), instants are ms of real time.
 */

export type Side = (typeof SIDES)[number];
export type OrderType = (typeof ORDER_TYPES)[number];
export type Product = (typeof PRODUCTS)[number];
export type Validity = (typeof VALIDITIES)[number];
export type FillPhase = (typeof FILL_PHASES)[number];
export type StoryStep = (typeof STORY_STEPS)[number];
export type OrderState = (typeof ORDER_STATES)[number];

/** Money of shares: the one place where a price meets a quantity. */
export const valueOf = (quantity: number, pricePaise: bigint): bigint => BigInt(quantity) * pricePaise;

/** Whether an order can still fill. */
export const isOpenState = (state: OrderState): boolean =>
  state === 'pending' || state === 'open' || state === 'trigger_pending';
