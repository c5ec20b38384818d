import type { NewsEvent } from '@khara/market-day';
import type { Language } from '@khara/contract';
import { fill, textsFor } from '@khara/texts';
import type { ToldResults } from '#src/ports/exchange.ts';
import type { Instrument } from '#src/ports/market.ts';
import type { NewArticle } from './store.ts';
import { asId, inEveryLanguage, createWords } from './wording.ts';

const PAISE_OF_CRORE = 1e9;

/** What the simulation writes of a company: a template, and figures that follow from the news. Pure. */
export function companyNews(
  instrument: Instrument,
  { about, figure }: NewsEvent,
  {
    marketDate,
    at,
    results,
  }: { readonly marketDate: string; readonly at: number; readonly results?: ToldResults | undefined },
): NewArticle {
  const { code } = instrument;
  return {
    id: newsId(marketDate, code),
    source: 'simulation',
    category: 'company',
    cover: undefined,
    codes: [code],
    marketDate,
    at,
    seeded: undefined,
    texts: inEveryLanguage((language) => {
      const { news, newsBody, newsFigures } = textsFor(language).reports;
      const words = createWords(language);
      const places = {
        ...words.head({ instrument }),
        date: words.date(marketDate),
        percent: 5 + Math.round(figure * 0.3),
        amount: `₹${words.count(contractCrore(instrument, figure))}`,
      };
      const { title, summary } = news[about];
      const figures = results && ` ${fill(newsFigures, figuresOf(results, language))}`;
      return {
        title: fill(title, places),
        summary: fill(summary, places) + (figures ?? ''),
        body: fill(newsBody, places),
      };
    }),
  };
}

/** The lines of a quarter that are news: crores with two places. */
function figuresOf({ quarter, profitAndLoss, expected }: ToldResults, language: Language) {
  const { months } = textsFor(language).company;
  const words = createWords(language);
  const number = (lakhs: number): string => words.number(lakhs).replace('-', '−');
  const month = `m${quarter.slice(5, 7)}` as keyof typeof months; // it ends with a quarter of the year
  return {
    quarter: fill(months[month], { year: quarter.slice(0, 4) }),
    profit: number(profitAndLoss.profit),
    expected: number(expected.profit),
    revenue: number(profitAndLoss.revenue),
  };
}

/**
 * A contract as large as fits the company, crore: from 0.5 % to 6 % of what all its shares are worth, in two digits.
 */
function contractCrore({ issuer }: Instrument, figure: number): number {
  const worth = ((issuer?.sharesOutstanding ?? 0) * (issuer?.referencePricePaise ?? 0)) / PAISE_OF_CRORE;
  const crore = worth * (0.005 + (0.055 * figure) / 99);
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(crore, 1))) - 1);
  return Math.max(1, Math.round(crore / unit) * unit);
}

/** A company is in the news once a day at the most. */
export const newsId = (marketDate: string, code: string): string => `news-${marketDate}-${asId(code)}`;
