import { min, max, mulDiv } from '@khara/money';
import { BILLION, GST_PERCENT, inForce, type DatedValue } from './rates.ts';

/** `plan_a` is modelled on a zero-delivery discount broker, `plan_b` on a flat-fee one. The product bills `plan_b`. */
export const PLANS = ['plan_a', 'plan_b'] as const;
export type Plan = (typeof PLANS)[number];
export type Product = 'delivery' | 'intraday';
/** The first holder of the demat account: depositories charge women less. */
export type DematHolder = 'standard' | 'female';

type Brokerage = {
  /** Billionths of the order's value. */
  readonly rate: bigint;
  readonly floorPaise: bigint;
  readonly capPaise: bigint;
};

const FREE: Brokerage = { rate: 0n, floorPaise: 0n, capPaise: 0n };
const flat = (floorPaise: bigint): Brokerage => ({ rate: 1_000_000n, floorPaise, capPaise: 2_000n });
const flatBoth = (floorPaise: bigint): Record<Product, Brokerage> => ({
  delivery: flat(floorPaise),
  intraday: flat(floorPaise),
});

const BROKERAGE: Record<Plan, readonly DatedValue<Record<Product, Brokerage>>[]> = {
  plan_a: [
    {
      from: '2021-01-01',
      value: { delivery: FREE, intraday: { rate: 300_000n, floorPaise: 0n, capPaise: 2_000n } },
      source: 'F5',
    },
  ],
  plan_b: [
    { from: '2021-01-01', to: '2025-06-20', value: flatBoth(200n), source: 'recalled' },
    { from: '2025-06-21', value: flatBoth(500n), source: 'F8' },
  ],
};

/** No broker may take more than 2.5 % of an order's value (F8). */
const LEGAL_CEILING = 25_000_000n;

/** Brokerage of one executed order in billionths of a paisa, so that nothing is rounded yet. */
export function exactBrokerage(order: { plan: Plan; product: Product; valuePaise: bigint; day: string }): bigint {
  const { rate, floorPaise, capPaise } = inForce(BROKERAGE[order.plan], order.day)[order.product];
  const fee = min(max(order.valuePaise * rate, floorPaise * BILLION), capPaise * BILLION);
  return min(fee, order.valuePaise * LEGAL_CEILING);
}

type DpFee = {
  readonly feePaise: Record<DematHolder, bigint>;
  /** A sale below this value pays the depository's own fee only. */
  readonly smallBelowPaise: bigint;
  readonly smallFeePaise: Record<DematHolder, bigint>;
};

const DP_FEE: Record<Plan, readonly DatedValue<DpFee>[]> = {
  plan_a: [
    {
      from: '2021-01-01',
      value: {
        feePaise: { standard: 1_300n, female: 1_275n },
        smallBelowPaise: 0n,
        smallFeePaise: { standard: 0n, female: 0n },
      },
      source: 'F7',
    },
  ],
  plan_b: [
    {
      from: '2021-01-01',
      value: {
        feePaise: { standard: 2_000n, female: 1_975n },
        smallBelowPaise: 10_000n,
        smallFeePaise: { standard: 350n, female: 325n },
      },
      source: 'F8',
    },
  ],
};

/**
 * What taking one share code out of the demat account costs a day, GST included, in paise. Nothing when
 * nothing is sold.
 */
export function dpCharge(sale: { plan: Plan; valuePaise: bigint; day: string; holder: DematHolder }): bigint {
  if (sale.valuePaise === 0n) return 0n;
  const { feePaise, smallBelowPaise, smallFeePaise } = inForce(DP_FEE[sale.plan], sale.day);
  const fee = (sale.valuePaise < smallBelowPaise ? smallFeePaise : feePaise)[sale.holder];
  return mulDiv(fee, 100n + inForce(GST_PERCENT, sale.day), 100n, 'half_up');
}
