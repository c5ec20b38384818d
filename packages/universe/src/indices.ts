import { mulDiv } from '@khara/money';
import { readCsv } from './csv.ts';
import { fail, names, optional, positive, required, unique, type Names } from './fields.ts';
import type { Issuer } from './issuers.ts';

/** One index of the practice market: free-float weighted, uncapped. */
export type Index = {
  readonly code: string;
  readonly names: Names;
  /** Level at the reference prices, in hundredths of a point: 1842000 is 18420.00. */
  readonly baseLevel: number;
  /** Free-float value of the constituents at the reference prices, in paise (as the file rounds it, to 0.01 crore). */
  readonly basePaise: bigint;
  readonly method: string;
  /** Codes, largest first. */
  readonly constituents: readonly string[];
};

const PAISE_IN_A_HUNDREDTH_CRORE = 10_000_000n;

/** Reads indices.csv. Throws, naming line and column, on anything the file's rules forbid. */
export function parseIndices(csv: string): readonly Index[] {
  const rows = readCsv(csv);
  unique(rows, 'index_code');
  return rows.map((row) => {
    const code = required(row, 'index_code');
    if (!/^KHARA[A-Z0-9]+$/.test(code)) fail(row, 'index_code', 'must begin with KHARA');
    const constituents = (optional(row, 'constituents') ?? fail(row, 'constituents', 'is empty')).split(' ');
    if (new Set(constituents).size !== constituents.length) fail(row, 'constituents', 'names a share twice');
    return {
      code,
      names: names(row),
      baseLevel: positive(row, 'base_value', 2),
      basePaise: BigInt(positive(row, 'base', 2)) * PAISE_IN_A_HUNDREDTH_CRORE,
      method: required(row, 'method'),
      constituents,
    };
  });
}

/**
 * Free-float value of one share at a price, in ten-thousandths of a paisa so that nothing is rounded before the sum.
 */
export const freeFloatValue = (issuer: Issuer, price: number): bigint =>
  BigInt(price) * BigInt(issuer.sharesOutstanding) * BigInt(issuer.freeFloatBps);

/**
 * Level of an index in hundredths of a point, half up: base level x sum(price x shares x free float) / base.
 * `floatValue` is the sum of `freeFloatValue` over the constituents.
 */
export const indexLevel = (index: Index, floatValue: bigint): number =>
  Number(mulDiv(BigInt(index.baseLevel), floatValue, index.basePaise * 10_000n, 'half_up'));
