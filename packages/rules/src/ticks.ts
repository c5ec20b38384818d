import type { Day } from './days.ts';

type TickSlab = {
  /** Highest reference close of the slab in paise; the last slab has none. */
  readonly upTo?: number;
  readonly tick: number;
};

type TickTable = {
  readonly from: Day;
  readonly to?: Day;
  readonly slabs: readonly TickSlab[];
  readonly source: string;
};

/**
 * A reference of exactly 250.00 belongs to 0.05 here: the circular's wording is unclear, a broker's summary says so.
 */
const BELOW_250 = 24_999;

const TICK_TABLES: readonly TickTable[] = [
  { from: '0000-01-01', to: '2024-06-09', slabs: [{ tick: 5 }], source: 'T1' },
  { from: '2024-06-10', to: '2025-04-14', slabs: [{ upTo: BELOW_250, tick: 1 }, { tick: 5 }], source: 'T1' },
  {
    from: '2025-04-15',
    slabs: [
      { upTo: BELOW_250, tick: 1 },
      { upTo: 100_000, tick: 5 },
      { upTo: 500_000, tick: 10 },
      { upTo: 1_000_000, tick: 50 },
      { upTo: 2_000_000, tick: 100 },
      { tick: 500 },
    ],
    source: 'T2',
  },
];

/**
 * Tick of a share in paise. The reference is the close of the last trading day of the previous month (the
 * issue price of a new listing); a corporate action does not change it before the next month. ETFs are
 * outside this table. Source: docs/sources.md T1, T2.
 */
export function tickFor(referenceClose: number, day: Day): number {
  const table = TICK_TABLES.find(({ from, to }) => from <= day && (to === undefined || day <= to));
  const slab = table?.slabs.find(({ upTo }) => upTo === undefined || referenceClose <= upTo);
  if (!slab) throw new RangeError(`no tick for ${referenceClose} on ${day}`);
  return slab.tick;
}

/**
 * A price as rules and exchange count it, a safe integer of paise, from money. Throws on what is too large to
 * be one: our defect.
 */
export function asPrice(money: bigint): number {
  const price = Number(money);
  if (!Number.isSafeInteger(price)) throw new RangeError(`${money} paise are no price`);
  return price;
}

/** A price an order may carry: above zero and on the grid. */
export const isOnTick = (price: number, tick: number): boolean =>
  Number.isSafeInteger(price) && price > 0 && price % tick === 0;

/** A price on the grid; `nearest` takes a half up. */
export function roundToTick(price: number, tick: number, mode: 'nearest' | 'down' | 'up'): number {
  const down = price - (price % tick);
  if (down === price || mode === 'down') return down;
  return mode === 'up' || 2 * (price - down) >= tick ? down + tick : down;
}
