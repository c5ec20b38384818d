import type { Ratio } from '@khara/rules';
import type { Issuer } from '@khara/universe';

/**
 * An issuer with so many times the shares, and so much less of its earnings for each: indices and market
 * values go on without a step.
 */
export const withMoreShares = (issuer: Issuer, factor: Ratio | undefined): Issuer =>
  factor === undefined
    ? issuer
    : {
        ...issuer,
        sharesOutstanding: Math.floor((issuer.sharesOutstanding * factor.numerator) / factor.denominator),
        epsPaise: Math.trunc((issuer.epsPaise * factor.denominator) / factor.numerator),
      };
