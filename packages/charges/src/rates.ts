/**
 * Rates of the charges on a trade, effective-dated. A changed rate is a new row, never an edited one: old
 * trades keep their charges. Rates are in billionths of the value (0.1 % is 1,000,000), because the
 * exchange's 306.99 rupees per crore fit no basis points.
 */

/** A value in force from a day to a day, both included; no `to` means until further notice. */
export type DatedValue<Value> = {
  readonly from: string;
  readonly to?: string;
  readonly value: Value;
  /** Key of docs/sources.md, or `recalled` where nothing was at hand to check the row against. */
  readonly source: string;
};

/** The row in force on a day (YYYY-MM-DD). Throws when there is none: a day outside the tables is our defect. */
export function inForce<Value>(rows: readonly DatedValue<Value>[], day: string): Value {
  const row = rows.find(({ from, to }) => from <= day && (to === undefined || day <= to));
  if (!row) throw new RangeError(`charges: no rate is known for ${day}`);
  return row.value;
}

export const BILLION = 1_000_000_000n;

/** A rate in hundredths of a rupee per crore of value. */
const perCrore = (hundredthsOfRupee: bigint): bigint => hundredthsOfRupee;

/** A rate in thousandths of a per cent. */
const percentThousandths = (thousandths: bigint): bigint => thousandths * 10_000n;

/** Exchange transaction charge including the investor protection fund, both sides. */
export const EXCHANGE_CHARGE: readonly DatedValue<bigint>[] = [
  { from: '2021-01-01', to: '2023-03-31', value: perCrore(34_501n), source: 'recalled' },
  { from: '2023-04-01', to: '2024-03-31', value: perCrore(33_500n), source: 'recalled' },
  { from: '2024-04-01', to: '2024-09-30', value: perCrore(33_200n), source: 'recalled' },
  { from: '2024-10-01', to: '2026-02-28', value: perCrore(30_700n), source: 'F4' }, // 297 and 10 for the fund
  { from: '2026-03-01', value: perCrore(30_700n), source: 'F4' }, // 306.99 and 0.01: the same total
];

/** SEBI turnover fee, both sides. */
export const SEBI_FEE: readonly DatedValue<bigint>[] = [
  { from: '2021-01-01', to: '2021-03-31', value: perCrore(500n), source: 'recalled' },
  { from: '2021-04-01', value: perCrore(1_000n), source: 'F5' },
];

export type RatesBySide = {
  readonly delivery: { readonly buy: bigint; readonly sell: bigint };
  readonly intraday: { readonly buy: bigint; readonly sell: bigint };
};

/**
 * Securities transaction tax, by what is traded: of units of an equity fund a delivery's buyer pays none and its seller
 * a hundredth of a share's. The Finance Act 2026 changed derivatives only.
 */
export const STT: readonly DatedValue<{ readonly share: RatesBySide; readonly fund: RatesBySide }>[] = [
  {
    from: '2021-01-01', // in truth since 2012-07 (delivery) and 2006 (intraday); the exchange charge is known from here
    value: {
      share: {
        delivery: { buy: percentThousandths(100n), sell: percentThousandths(100n) },
        intraday: { buy: 0n, sell: percentThousandths(25n) },
      },
      fund: {
        delivery: { buy: 0n, sell: percentThousandths(1n) },
        intraday: { buy: 0n, sell: percentThousandths(25n) },
      },
    },
    source: 'F2',
  },
];

/**
 * Securities transaction tax on a sale of rights entitlements: that of an option in securities, and nothing for the
 * buyer. Before October 2024 the rate is recalled.
 */
export const ENTITLEMENT_STT: readonly DatedValue<bigint>[] = [
  { from: '2021-01-01', to: '2023-03-31', value: percentThousandths(50n), source: 'A9' },
  { from: '2023-04-01', to: '2024-09-30', value: percentThousandths(62n) + 5_000n, source: 'recalled' },
  { from: '2024-10-01', to: '2026-03-31', value: percentThousandths(100n), source: 'recalled' },
  { from: '2026-04-01', value: percentThousandths(150n), source: 'F2' },
];

/** Stamp duty, uniform over India since 2020-07-01, on the buyer only. */
export const STAMP_DUTY: readonly DatedValue<RatesBySide>[] = [
  {
    from: '2021-01-01',
    value: {
      delivery: { buy: percentThousandths(15n), sell: 0n },
      intraday: { buy: percentThousandths(3n), sell: 0n },
    },
    source: 'F5',
  },
];

/** Goods and services tax in per cent of brokerage, exchange charge and SEBI fee; not on STT or stamp duty. */
export const GST_PERCENT: readonly DatedValue<bigint>[] = [{ from: '2021-01-01', value: 18n, source: 'F5' }];

/**
 * The day from which the charges of `day` (YYYY-MM-DD) have been what they are: the newest change in any of
 * their tables.
 */
export function ratesSince(day: string): string {
  const begun = [EXCHANGE_CHARGE, SEBI_FEE, STT, STAMP_DUTY, GST_PERCENT].flatMap((table) =>
    table.map(({ from }) => from).filter((from) => from <= day),
  );
  const newest = begun.sort().at(-1);
  if (newest === undefined) throw new RangeError(`charges: no rate is known for ${day}`);
  return newest;
}
