import { expectedOf, ratiosAt, type Quarter, type Ratios } from '@khara/history';
import type { Data } from '@khara/contract';
import { showDecimal } from '@khara/money';
import { addDays, nextQuarterEnd, quarterOfYear, resultsDay } from '@khara/rules';
import { isCompany } from '@khara/universe';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done, refuse } from '#src/kernel/result.ts';
import type { Companies } from './companies.ts';
import { instrumentName, isUnlisted } from './quotes.ts';

type Company = Data<'company'>;

/** Quarters that a company's page shows, and days of the calendar that results are listed before and after today. */
const QUARTERS = 12;
const [DAYS_BACK, DAYS_AHEAD] = [14, 45];

/** What companies have published, and when they publish again. */
export function createCompanyHandlers(companies: Companies) {
  return {
    company: async ({ market }, _caller, { code }) => {
      const instrument = market.instrument(code);
      const quote = market.quote(code);
      if (!instrument || !quote) return refuse('unknown_code');
      const quarters = await companies.accounts(code);
      const last = quarters.at(-1);
      if (!last || !instrument.issuer) return done({ quarters: [], ratios: null, next: null });
      const ratios = ratiosAt(quarters, quote.lastPrice, instrument.issuer.sharesOutstanding);
      return done({
        quarters: quarters.slice(-QUARTERS).map((quarter) => presentQuarter(code, quarter)),
        ratios: presentRatios(ratios),
        next: presentNext(code, last),
      });
    },

    results: async ({ market }, { language }) => {
      const { marketDate } = market.now();
      const [from, to] = [addDays(marketDate, -DAYS_BACK), addDays(marketDate, DAYS_AHEAD)];
      const list = [];
      for (const instrument of market.instruments()) {
        const { code, issuer } = instrument;
        if (!issuer || !isCompany(issuer) || isUnlisted(issuer, marketDate)) continue;
        const quarters = await companies.accounts(code);
        const last = quarters.at(-1);
        if (!last) continue;
        const name = instrumentName(instrument, language);
        const { expected, profitAndLoss } = last;
        const published = { quarter: last.quarter, on: resultsDay(code, last.quarter) };
        list.push(
          { code, name, ...published, expected: crores(expected.profit), came: crores(profitAndLoss.profit) },
          { code, name, ...presentNext(code, last), came: null },
        );
      }
      const within = list.filter(({ on }) => on >= from && on <= to);
      return done({
        list: within.toSorted((a, b) => (a.on === b.on ? (a.code < b.code ? -1 : 1) : a.on < b.on ? -1 : 1)),
        marketDate,
      });
    },
  } satisfies HandlersFor<'company' | 'results'>;
}

const crores = (lakhs: number): string => showDecimal(BigInt(lakhs), 2);
const hundredths = (of: number | undefined): string | null => (of === undefined ? null : showDecimal(BigInt(of), 2));

function presentNext(code: string, { quarter: last, outlook }: Quarter): NonNullable<Company['next']> {
  const quarter = nextQuarterEnd(last);
  const { profit } = expectedOf(outlook, quarterOfYear(quarter));
  return { quarter, on: resultsDay(code, quarter), expected: crores(profit) };
}

function presentQuarter(code: string, of: Quarter): Company['quarters'][number] {
  const { quarter, profitAndLoss, balance, cashFlow, holders, shares, dividends, expected } = of;
  const inCrores = <Name extends string>(lines: Readonly<Record<Name, number>>): Record<Name, string> =>
    // A boundary: the names stay as they are.
    Object.fromEntries(Object.entries<number>(lines).map(([name, lakhs]) => [name, crores(lakhs)])) as Record<
      Name,
      string
    >;
  return {
    quarter,
    publishedOn: resultsDay(code, quarter),
    profitAndLoss: inCrores(profitAndLoss),
    balance: inCrores(balance),
    cashFlow: inCrores(cashFlow),
    holders: {
      promoter: showDecimal(BigInt(holders.promoter), 2),
      institutions: showDecimal(BigInt(holders.institutions), 2),
      public: showDecimal(BigInt(holders.public), 2),
      pledged: showDecimal(BigInt(holders.pledged), 2),
    },
    shares,
    dividends: crores(dividends),
    expected: inCrores(expected),
  };
}

export const presentRatios = (ratios: Ratios): NonNullable<Company['ratios']> => ({
  pe: hundredths(ratios.peHundredths),
  isLoss: ratios.isLoss,
  pb: hundredths(ratios.pbHundredths),
  returnOnEquity: hundredths(ratios.roeBps),
  debtToEquity: hundredths(ratios.debtToEquityHundredths),
  margin: showDecimal(BigInt(ratios.marginBps), 2),
  quarterGrowth: hundredths(ratios.quarterGrowthBps),
  yearGrowth: hundredths(ratios.yearGrowthBps),
  dividendYield: showDecimal(BigInt(ratios.dividendYieldBps), 2),
  payout: hundredths(ratios.payoutBps),
  marketValue: crores(ratios.marketValue),
  eps: showDecimal(BigInt(ratios.eps), 2),
});
