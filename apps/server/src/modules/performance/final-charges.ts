import { shareOut } from '@khara/charges';
import { max } from '@khara/money';

/* Charges of fills are an estimate until the contract note of their day (decisions 10 and 30). */

/** A fill, or a change of product: what it was charged when it happened. */
export type Charged = {
  readonly code: string;
  readonly marketDay: number;
  readonly valuePaise: bigint;
  readonly chargesPaise: bigint;
  /** A delivery sale: its charges take no more than it brings. */
  readonly isPaidFromSale: boolean;
};

/** The final charges of a share on one contract note. */
export type NotedCharges = {
  readonly marketDay: number;
  readonly code: string;
  readonly chargesPaise: bigint;
  /** Of the whole note: what the platform bears. */
  readonly absorbedPaise: bigint;
};

/**
 * What each of the rows cost its member, in paise, in their order. The charges of a note are those of its shares, by
 * its lines; those of a share are shared over what was charged for it on the day, in proportion to the estimates, by
 * largest remainder, the earlier one first. What the platform bears lessens the charges of all shares of its day
 * alike. Without a note, estimates stand. The sum of a day is what the ledger charged for it.
 */
export function finalCharges(rows: readonly Charged[], notes: readonly NotedCharges[]): readonly bigint[] {
  const costs = rows.map((row) => row.chargesPaise - borne(row));
  const places = Map.groupBy(rows.keys(), (at) => chargeKey(rows[at]!));
  for (const lines of Map.groupBy(notes, ({ marketDay: day }) => day).values()) {
    const shares = lines.map((line) => ({ line, at: places.get(chargeKey(line)) ?? [] }));
    const borneThen = shares.flatMap(({ at }) => at).reduce((sum, place) => sum + borne(rows[place]!), 0n);
    const total = lines.reduce((sum, line) => sum + line.chargesPaise, 0n) - lines[0]!.absorbedPaise - borneThen;
    const byShare = parts(
      total,
      lines.map((line) => line.chargesPaise),
    );
    for (const [n, { at }] of shares.entries()) {
      const estimates = at.map((place) => rows[place]!.chargesPaise);
      const weights = estimates.some((estimate) => estimate > 0n)
        ? estimates
        : at.map((place) => rows[place]!.valuePaise);
      for (const [m, cost] of parts(byShare[n]!, weights).entries()) costs[at[m]!] = cost;
    }
  }
  return costs;
}

const chargeKey = ({ marketDay: day, code }: Pick<Charged, 'marketDay' | 'code'>): string => `${day} ${code}`;

/** Where the sale of a share worth less than a rupee costs more than it brings, the platform bears the difference. */
const borne = ({ isPaidFromSale, chargesPaise: charges, valuePaise: value }: Charged): bigint =>
  isPaidFromSale ? max(0n, charges - value) : 0n;

/** Parts of an amount of either sign, by weight. */
function parts(amount: bigint, weights: readonly bigint[]): readonly bigint[] {
  const shares = shareOut(
    amount < 0n ? -amount : amount,
    weights.map((n) => ({ n, d: 1n })),
  );
  return amount < 0n ? shares.map((share) => -share) : shares;
}
