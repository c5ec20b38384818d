import type { NewsEvent } from '@khara/market-day';
import { fill, textsFor } from '@khara/texts';
import type { Instrument } from '#src/ports/market.ts';
import type { NewArticle } from './store.ts';
import { asId, inEveryLanguage, createWords } from './wording.ts';

const PAISE_OF_CRORE = 1e9;

/** What the simulation writes of a company: a template, and figures that follow from the news. Pure. */
export function companyNews(
  instrument: Instrument,
  { about, figure }: NewsEvent,
  { marketDate, at }: { readonly marketDate: string; readonly at: number },
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
      const { news, newsBody } = textsFor(language).reports;
      const words = createWords(language);
      const places = {
        ...words.head({ instrument }),
        date: words.date(marketDate),
        percent: 5 + Math.round(figure * 0.3),
        amount: `₹${words.count(contractCrore(instrument, figure))}`,
      };
      const { title, summary } = news[about];
      return { title: fill(title, places), summary: fill(summary, places), body: fill(newsBody, places) };
    }),
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
