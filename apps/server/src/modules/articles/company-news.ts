import { fill, textsFor } from '@khara/texts';
import type { CompanyNewsNow, Instrument } from '#src/ports.ts';
import type { NewArticle } from './store.ts';
import { asId, inEveryLanguage, wordsOf } from './wording.ts';

/** What the simulation writes of a company: a template, and figures that follow from the news. Pure. */
export function companyNews(
  instrument: Instrument,
  { about, figure }: CompanyNewsNow,
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
      const words = wordsOf(language);
      const places = {
        ...words.head({ instrument }),
        date: words.date(marketDate),
        percent: 5 + (figure % 30),
        amount: `₹${words.count(50 + 9 * figure)}`,
      };
      const { title, summary } = news[about];
      return { title: fill(title, places), summary: fill(summary, places), body: fill(newsBody, places) };
    }),
  };
}

/** A company is in the news once a day at the most. */
export const newsId = (marketDate: string, code: string): string => `news-${marketDate}-${asId(code)}`;
