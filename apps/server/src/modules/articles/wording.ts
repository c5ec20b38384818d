import type { Language } from '@khara/contract';
import { rupees } from '@khara/money';
import { countIn, dateIn, decimalIn, tradedIn } from '@khara/texts';
import { instrumentName } from '#modules/market/index.ts';
import type { Instrument } from '#src/ports/market.ts';
import type { ArticleText, NewArticle } from './store.ts';

const LANGUAGES = ['en', 'hi', 'zh-Hant', 'zh-Hans'] as const satisfies readonly Language[];

/** A code as a part of an article's name. */
export const asId = (code: string): string => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '-');

/** The same article in each language. */
export const inEveryLanguage = (write: (language: Language) => ArticleText): NewArticle['texts'] =>
  Object.fromEntries(LANGUAGES.map((language) => [language, write(language)])) as NewArticle['texts']; // one for each

/** Figures of a market day as a language writes them. */
export function createWords(language: Language) {
  const number = (price: number) => decimalIn(language, rupees(BigInt(price)));
  return {
    number,
    rupees: (price: number) => `₹${number(price)}`,
    /** Of a whole market paise say nothing. */
    value: (paise: bigint) => tradedIn(language, paise / 100n),
    count: (count: number) => countIn(language, count),
    signed: (text: string) => (text.startsWith('-') ? `−${text.slice(1)}` : text === '0.00' ? text : `+${text}`),
    date: (marketDate: string) => dateIn(language, marketDate, { withYear: false }),
    head: ({ instrument }: { readonly instrument: Instrument }) => ({
      name: instrumentName(instrument, language),
      code: instrument.code,
    }),
  };
}
