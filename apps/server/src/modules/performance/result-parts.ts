import { netProfit, type Outcome } from './outcomes.ts';

/** Market days from opening to closing: none, at most 5, at most 20, more. */
export const HOLDING_TIMES = ['same_day', 'up_to_5', 'up_to_20', 'longer'] as const;
export type HoldingTime = (typeof HOLDING_TIMES)[number];

/** Market days that the shares were held; of open ones until the last day. */
export const daysHeld = ({ openedDay, closedDay }: Outcome, lastDay: number): number =>
  (closedDay ?? lastDay) - openedDay;

export function toHoldingTime(days: number): HoldingTime {
  if (days <= 0) return 'same_day';
  if (days <= 5) return 'up_to_5';
  return days <= 20 ? 'up_to_20' : 'longer';
}

export type PartResult<Key> = {
  readonly key: Key;
  /** Orders that opened the shares. */
  readonly orders: number;
  readonly chargesPaise: bigint;
  /** After charges. */
  readonly resultPaise: bigint;
};

/** Results by one property, in a fixed order; a part without an order is left out. */
export function partsBy<Key>(
  outcomes: readonly Outcome[],
  keys: readonly Key[],
  keyOf: (outcome: Outcome) => Key | undefined,
): readonly PartResult<Key>[] {
  return keys.flatMap((key): readonly PartResult<Key>[] => {
    const own = outcomes.filter((outcome) => keyOf(outcome) === key);
    if (own.length === 0) return [];
    return [
      {
        key,
        orders: new Set(own.map(({ openedBy }) => openedBy)).size,
        chargesPaise: own.reduce((sum, { chargesPaise }) => sum + chargesPaise, 0n),
        resultPaise: own.reduce((sum, outcome) => sum + netProfit(outcome), 0n),
      },
    ];
  });
}
