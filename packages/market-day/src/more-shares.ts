import { mulDiv } from '@khara/money';
import { inverse, type Ratio } from '@khara/rules';
import type { Issuer } from '@khara/universe';

/**
 * An issuer with a multiple of the shares, and earnings for each divided by it: indices and market
 * values go on without a step.
 */
export const withMoreShares = (issuer: Issuer, factor: Ratio | undefined): Issuer =>
  factor === undefined
    ? issuer
    : {
        ...issuer,
        sharesOutstanding: times(issuer.sharesOutstanding, factor),
        epsPaise: Math.sign(issuer.epsPaise) * times(Math.abs(issuer.epsPaise), inverse(factor)),
      };

/** Rounded down. */
const times = (count: number, { numerator, denominator }: Ratio): number =>
  Number(mulDiv(BigInt(count), BigInt(numerator), BigInt(denominator), 'floor'));
