import { mulDiv } from '@khara/money';
import { readCsv, type Row } from './csv.ts';
import { day, fail, inLanguages, names, positive, required, scaled, unique } from './fields.ts';
import { freeFloatValue, type Index } from './indices.ts';
import { shareCode, shareIsin, type FundTerms, type Issuer } from './issuers.ts';

/** ISINs of funds begin so, as real ones do with INF where companies' have INE; `ZZ` is assigned to no country. */
const ISIN_OF_FUNDS = 'ZZF';

/** Whether units with an ISIN are those of a fund. */
export const isFundIsin = (isin: string): boolean => isin.startsWith(ISIN_OF_FUNDS);

/** The name of the sector of funds, as it is written in the universe. */
const FUNDS = 'Exchange-traded funds';
/** Market days of a year over which the expenses are spread. */
const DAYS_OF_YEAR = 250n;
/** What is left of a unit after expenses is counted in parts of this. */
const WHOLE = 1_000_000_000_000_000n;
const BILLION = 1_000_000_000n;

/**
 * Reads funds.csv: exchange-traded funds as issuers. Throws, naming line and column, on anything the file's rules
 * forbid.
 */
export function parseFunds(csv: string): readonly Issuer[] {
  const rows = readCsv(csv);
  unique(rows, 'code');
  unique(rows, 'isin');
  return rows.map(fund);
}

function fund(row: Row): Issuer {
  const expenseBps = scaled(row, 'expense_percent', 2);
  if (expenseBps < 0 || expenseBps > 100) fail(row, 'expense_percent', 'must be 0 to 1');
  const isin = shareIsin(row);
  if (!isFundIsin(isin)) fail(row, 'isin', `of a fund begins with ${ISIN_OF_FUNDS}`);
  return {
    code: shareCode(row),
    names: names(row),
    isin,
    series: 'EQ',
    sector: FUNDS,
    sectorKey: 'funds',
    casEligible: false,
    bandClass: 'static-20',
    referencePricePaise: positive(row, 'reference_price_inr', 2),
    tickPaise: 1,
    lotSize: 1,
    sharesOutstanding: positive(row, 'units', 0),
    freeFloatBps: 10_000,
    epsPaise: 0,
    dividendYieldBps: 0,
    betaHundredths: 100,
    annualVolatilityBps: 1_400,
    averageDailyVolume: positive(row, 'average_daily_volume', 0),
    listedOn: day(row, 'listed_on'),
    suspended: false,
    suspendedReason: undefined,
    blurb: inLanguages(row, 'blurb'),
    notes: 'Follows an index; pays nothing out',
    fund: { index: required(row, 'index_code'), expenseBps },
  };
}

/**
 * What one unit of a fund is worth with its index at `level` (hundredths of a point), in paise, half up: the reference
 * price at the base level, less the expenses of the market days since the first.
 */
export const unitValue = (
  fund: Issuer & { readonly fund: FundTerms },
  index: Index,
  level: number,
  marketDay: number,
) =>
  Number(
    mulDiv(
      BigInt(fund.referencePricePaise) * BigInt(level) * keptAfter(fund.fund, marketDay),
      1n,
      BigInt(index.baseLevel) * WHOLE,
      'half_up',
    ),
  );

/** How much of an issuer's shares one unit of a fund holds on a market day, in billionths of a share. */
export const heldInUnit = (
  fund: Issuer & { readonly fund: FundTerms },
  index: Index,
  { member, marketDay }: { readonly member: Issuer; readonly marketDay: number },
): number =>
  Number(
    mulDiv(
      freeFloatValue(member, fund.referencePricePaise) * BILLION,
      keptAfter(fund.fund, marketDay),
      index.basePaise * 10_000n * WHOLE,
      'half_up',
    ),
  );

/** What the expenses of a number of market days leave, in parts of `WHOLE`. */
function keptAfter({ expenseBps }: FundTerms, marketDays: number): bigint {
  const year = DAYS_OF_YEAR * 10_000n;
  let kept = WHOLE;
  for (let day = 0; day < marketDays; day += 1) kept = mulDiv(kept, year - BigInt(expenseBps), year, 'half_up');
  return kept;
}

/** Whether an issuer is a fund, and so no company. */
export const isFund = (issuer: Issuer): issuer is Issuer & { readonly fund: FundTerms } => issuer.fund !== undefined;
