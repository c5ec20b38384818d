import {
  expectedOf,
  findBusiness,
  marketValueAt,
  ratiosAt,
  surpriseOf,
  type Quarter,
  type Ratios,
} from '@khara/history';
import type { Data, Language } from '@khara/contract';
import { showDecimal } from '@khara/money';
import { hex } from '@khara/proof';
import { addDays, nextQuarterEnd, quarterOfYear, resultsDay } from '@khara/rules';
import { textsFor } from '@khara/texts';
import { isCompany } from '@khara/universe';
import { instrumentName, isUnlisted } from '#modules/market/index.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done, refuse } from '#src/kernel/result.ts';
import type { Companies } from './companies.ts';
import { accountsHead, crores, presentFigures } from './published-accounts.ts';

type Company = Data<'company'>;

/**
 * Quarters that a company's page shows, and days of the calendar that results are listed before and after today: from
 * the end of a season the first of the next one are.
 */
const QUARTERS = 12;
const [DAYS_BACK, DAYS_AHEAD] = [14, 65];

/** What companies have published, and when they publish again. */
export function createCompanyHandlers(companies: Companies) {
  return {
    company: async ({ market }, { language }, { code }) => {
      const instrument = market.instrument(code);
      const quote = market.quote(code);
      if (!instrument || !quote) return refuse('unknown_code');
      const quarters = await companies.accounts(code);
      const last = quarters.at(-1);
      if (!last || !instrument.issuer)
        return done({ business: 'other', listedOn: null, quarters: [], ratios: null, next: null, sealed: null });
      const ratios = ratiosAt(quarters, quote.lastPrice, instrument.issuer.sharesOutstanding);
      const place = (await companies.sealed()).place(code)!; // it has accounts
      return done({
        business: findBusiness(instrument.issuer),
        listedOn: instrument.issuer.listedOn,
        quarters: quarters.slice(-QUARTERS).map((of) => ({
          ...presentFigures(of),
          publishedOn: resultsDay(code, of.quarter),
          surprise: presentSurprise(of, ratios.marketValue),
        })),
        ratios: { ...presentRatios(ratios, language), shares: instrument.issuer.sharesOutstanding },
        next: presentNext(code, last),
        sealed: {
          marketDate: market.now().marketDate,
          before: hex(accountsHead(code, quarters.slice(0, -QUARTERS))),
          ...place,
        },
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
        const value = marketValueAt(market.quote(code)!.lastPrice, issuer.sharesOutstanding); // it is listed
        const came = { came: crores(profitAndLoss.profit), surprise: presentSurprise(last, value) };
        list.push(
          { code, name, ...published, expected: crores(expected.profit), ...came },
          { code, name, ...presentNext(code, last), came: null, surprise: null },
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

const presentSurprise = ({ profitAndLoss, expected }: Quarter, marketValue: number): string =>
  showDecimal(BigInt(Math.round(10_000 * surpriseOf(profitAndLoss.profit, expected.profit, marketValue))), 2);

const hundredths = (of: number | undefined): string | null => (of === undefined ? null : showDecimal(BigInt(of), 2));

function presentNext(code: string, { quarter: last, outlook }: Quarter): NonNullable<Company['next']> {
  const quarter = nextQuarterEnd(last);
  const { profit } = expectedOf(outlook, quarterOfYear(quarter));
  return { quarter, on: resultsDay(code, quarter), expected: crores(profit) };
}

export const presentRatios = (ratios: Ratios, language: Language): Omit<NonNullable<Company['ratios']>, 'shares'> => ({
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
  bookValue: showDecimal(BigInt(ratios.bookValue), 2),
  words: wordsFor(ratios, language),
});

/** Of debt that two places cannot show: 0.00 would say that there is none. */
const TINY_DEBT = '< 0.01';

/** For figures without a meaning. */
function wordsFor({ isLoss, hasDebt, debtToEquityHundredths, payoutBps }: Ratios, language: Language) {
  const { loss, noDebt } = textsFor(language).screener;
  const debt = hasDebt ? TINY_DEBT : noDebt;
  return {
    ...(isLoss && { pe: loss }),
    ...(debtToEquityHundredths === 0 && { debtToEquity: debt }),
    ...(payoutBps === undefined && { payout: '–' }),
  };
}
