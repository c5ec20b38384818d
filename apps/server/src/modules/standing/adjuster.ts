import { asPrice } from '@khara/money';
import { type Day, roundToTick } from '@khara/rules';
import type { Deps } from '#src/kernel/deps.ts';

/** An action by which `numerator` shares stand where `denominator` stood. */
export type Change = {
  readonly id: string;
  readonly code: string;
  readonly exDate: Day;
  readonly numerator: number;
  readonly denominator: number;
  readonly day: { readonly marketDay: number; readonly marketDate: Day };
};

/** What prices and quantities of a share are after an action: prices on the nearest tick, whole shares. */
export function createAdjuster({ market }: Pick<Deps, 'market'>, { code, numerator, denominator }: Change) {
  const tick = market.instrument(code)?.tick ?? 1;
  return {
    price(paise: bigint): bigint {
      const exact = (2n * paise * BigInt(denominator) + BigInt(numerator)) / (2n * BigInt(numerator));
      return BigInt(Math.max(tick, roundToTick(asPrice(exact), tick, 'nearest')));
    },
    quantity: (shares: number): number => Math.max(1, Math.floor((shares * numerator) / denominator)),
  };
}
