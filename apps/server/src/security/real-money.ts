import type { PaymentRail } from '#src/ports/payment-rail.ts';

/**
 * What real money would have to be beside: prices of a licensed market, an operator registered with the
 * regulator, and a second factor that is required of all. This build has none of them.
 */
export type Licence = {
  readonly simulatedPrices: boolean;
  readonly registration: string | undefined;
  readonly secondFactorRequired: boolean;
};
export const PRACTICE: Licence = { simulatedPrices: true, registration: undefined, secondFactorRequired: false };

/** Why a server must not start with this rail; undefined when it may. Real money never meets simulated prices. */
export function whyNotThisRail(rail: Pick<PaymentRail, 'name' | 'simulated'>, licence: Licence): string | undefined {
  if (rail.simulated) return undefined;
  const missing = [
    licence.simulatedPrices && 'the prices are simulated',
    licence.registration === undefined && 'no registration of the operator is given',
    !licence.secondFactorRequired && 'the second factor is not required of each member',
  ].filter((reason) => reason !== false);
  if (missing.length === 0) return undefined;
  return `The rail ${rail.name} moves real money, and is refused: ${missing.join(', ')}.`;
}
