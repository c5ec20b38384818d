import { CHARGE_ITEMS, chargesFor, dpCharge, fillCharges, type Charges } from '@khara/charges';
import { isEntitlementIsin, isFundIsin } from '@khara/universe';
import { orderValue, type Order, type Product, type Side } from './order.ts';

/*
 * What an order costs beside its price. The plan of the product is the flat one
 * (docs/decisions/0010-charges-and-lots-follow-the-contract-note.md). The DP charge is apart from the rest:
 * it belongs to the share and the market date, not to one order.
 */

export const PLAN = 'plan_b';

export type BilledOrder = {
  readonly side: Side;
  readonly product: Product;
  /** Of the ledger: STT on units of a fund is another than on shares. */
  readonly asset: string;
  /** Market date of the order, which chooses the rates. */
  readonly marketDate: string;
};

/** What an asset of the ledger is: its ISIN says whether it is the units of a fund, or rights entitlements. */
export function securityKind(asset: string): { readonly isFund: boolean; readonly isEntitlement: boolean } {
  const isin = asset.slice(asset.indexOf(':') + 1);
  return { isFund: isFundIsin(isin), isEntitlement: isEntitlementIsin(isin) };
}

const billTerms = ({ side, product, asset, marketDate }: BilledOrder) =>
  ({ plan: PLAN, day: marketDate, side, product, ...securityKind(asset) }) as const;

/** Charges of an order executed for `valuePaise`, without the DP charge. */
export const orderCharges = (order: BilledOrder, valuePaise: bigint): Charges =>
  chargesFor({ ...billTerms(order), valuePaise });

/**
 * Charges of the fill that takes an order's executed value from `beforePaise` to `afterPaise`, without the DP charge.
 */
export const chargesOfFill = (order: BilledOrder, beforePaise: bigint, afterPaise: bigint): Charges =>
  fillCharges(billTerms(order), beforePaise, afterPaise);

/**
 * DP charge of a share's delivery sales of one market date, GST included: once per account, share and date.
 * Small sales pay less, and the difference is due when they grow.
 */
export const dpOfSales = (marketDate: string, soldPaise: bigint): bigint =>
  dpCharge({ plan: PLAN, day: marketDate, holder: 'standard', valuePaise: soldPaise });

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

/** What an order has before it rests, fills or holds anything, beside its terms and its instants. */
export const IDLE_ORDER = {
  accountKey: 0,
  triggerPaise: undefined,
  disclosedQuantity: undefined,
  requestId: '',
  afterMarket: false,
  bySystem: false,
  program: undefined,
  state: 'pending',
  reason: undefined,
  filled: 0,
  filledPaise: 0n,
  charges: NO_CHARGES,
  frozenPaise: 0n,
  frozenShares: 0,
  frozenUnsettled: 0,
  marginPaise: 0n,
  hold: undefined,
  becameLimit: false,
  modifications: 0,
  timelineLength: 0,
  firstAnswer: undefined,
} as const satisfies Partial<Order>;

/**
 * An order whose money is to be frozen. `pricePaise` is the limit, or the protected price of a market order:
 * no fill is worse.
 */
export type FrozenOrder = BilledOrder & { readonly pricePaise: bigint };

/**
 * What must stay frozen for the rest of a buy that has filled for `filledPaise` so far: the rest at its
 * limit, and what the charges would still grow by. A fill at or below the limit never costs more than this
 * shrinks, since charges grow with the value; so a hold opened at this amount covers every way in which the
 * order can fill, and is zero when nothing is left.
 */
export function neededForRest(order: FrozenOrder, remaining: number, filledPaise: bigint): bigint {
  if (order.side !== 'buy' || remaining === 0) return 0n;
  const rest = orderValue(remaining, order.pricePaise);
  return rest + chargesOfFill(order, filledPaise, filledPaise + rest).total;
}
