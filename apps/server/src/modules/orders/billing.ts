import { CHARGE_ITEMS, chargesFor, dpCharge, fillCharges, type Charges } from '@khara/charges';
import { max } from '@khara/money';
import { valueOf, type Product, type Side } from './words.ts';

/*
 * What an order costs beside its price. The plan of the product is the flat one (docs/decisions/0003-charges-grow-with-the-order.md).
 * The DP charge is apart from the rest: it belongs to the share and the market date, not to one order.
 */

const PLAN = 'plan_b';

export type Billed = {
  readonly side: Side;
  readonly product: Product;
  /** Market date of the order, which chooses the rates. */
  readonly marketDate: string;
};

const termsOf = ({ side, product, marketDate }: Billed) => ({ plan: PLAN, day: marketDate, side, product }) as const;

/** Charges of an order executed for `valuePaise`, without the DP charge. */
export const orderCharges = (order: Billed, valuePaise: bigint): Charges =>
  chargesFor({ ...termsOf(order), valuePaise });

/** Charges of the fill that takes an order's executed value from `beforePaise` to `afterPaise`, without the DP charge. */
export const chargesOfFill = (order: Billed, beforePaise: bigint, afterPaise: bigint): Charges =>
  fillCharges(termsOf(order), beforePaise, afterPaise);

/**
 * DP charge that becomes due when a share's delivery sales of a market date grow from `beforePaise` to `afterPaise`, GST included.
 * Due once per account, share and date; small sales pay less, and the difference is due when they grow.
 */
export function dpGrowth(marketDate: string, beforePaise: bigint, afterPaise: bigint): bigint {
  const upTo = (valuePaise: bigint) => dpCharge({ plan: PLAN, day: marketDate, holder: 'standard', valuePaise });
  return upTo(afterPaise) - upTo(beforePaise);
}

/** The same charges with a DP charge added. */
export const addDp = (charges: Charges, dpPaise: bigint): Charges => ({
  ...charges,
  dp: charges.dp + dpPaise,
  total: charges.total + dpPaise,
});

export const addCharges = (a: Charges, b: Charges): Charges => {
  const sum = { ...a, total: a.total + b.total };
  for (const item of CHARGE_ITEMS) sum[item] = a[item] + b[item];
  return sum;
};

export const NO_CHARGES: Charges = {
  brokerage: 0n,
  stt: 0n,
  exchange: 0n,
  sebi: 0n,
  stamp: 0n,
  gst: 0n,
  dp: 0n,
  total: 0n,
};

/** Of `charges`, what the broker earns (account 201); the rest are taxes and statutory charges (202). */
export const earnedByBroker = ({ brokerage }: Charges): bigint => brokerage;

/** An order whose money is to be frozen. `pricePaise` is the limit, or the protected price of a market order: no fill is worse. */
export type Frozen = Billed & { readonly pricePaise: bigint };

/**
 * What must stay frozen for the rest of a buy that has filled for `filledPaise` so far: the rest at its limit, and what the charges
 * would still grow by. A fill at or below the limit never costs more than this shrinks, since charges grow with the value; so a hold
 * opened at this amount covers every way in which the order can fill, and is zero when nothing is left.
 */
export function neededForRest(order: Frozen, remaining: number, filledPaise: bigint): bigint {
  if (order.side !== 'buy' || remaining === 0) return 0n;
  const rest = valueOf(remaining, order.pricePaise);
  return rest + chargesOfFill(order, filledPaise, filledPaise + rest).total;
}

/**
 * Money frozen beside the shares of a sale. Its charges come out of its proceeds, but where one share is worth less than the DP charge
 * the first fill can cost more than it brings, and earlier proceeds may be spent already: that much is set aside beforehand, so that no
 * sale ever leaves a debt. Nothing for a share worth more than the DP charge and a step of the STT together (about Rs 26).
 *
 * A fill of value v costs at most 5 % of v (brokerage at its legal ceiling with GST, and the rates), one rupee when the STT, which is
 * rounded to rupees, takes a step, some paise of rounding, and once a day the DP charge. Only below Rs 1.11 can a fill be worth less
 * than such a step; there each share may bring one.
 */
export function saleReserve(order: Frozen, quantity: number): bigint {
  const bringsAtLeast = (order.pricePaise * 95n) / 100n;
  const dp = dpGrowth(order.marketDate, 0n, DP_IN_FULL_FROM);
  const once = max(0n, dp + STEP - bringsAtLeast);
  return bringsAtLeast >= STEP ? once : once + BigInt(quantity) * STEP;
}

/** A step of the STT and the rounding of four items to the paisa. */
const STEP = 105n;
/** From this value of the day's sales the DP charge is due in full. */
const DP_IN_FULL_FROM = 10_000n;
