import type { Language } from '@khara/contract';
import { rupees } from '@khara/money';
import { nameOf } from '#modules/market/index.ts';
import type { Instrument } from '#src/ports.ts';
import type { ArticleText, NewArticle } from './store.ts';

const LANGUAGES = ['en', 'hi', 'zh-Hant', 'zh-Hans'] as const satisfies readonly Language[];
const LOCALES = { en: 'en-IN', hi: 'hi-IN-u-nu-latn', 'zh-Hant': 'zh-Hant', 'zh-Hans': 'zh-Hans' } as const;
const DATES = { ...LOCALES, en: 'en-GB' } as const;

/** A code as a part of an article's name. */
export const asId = (code: string): string => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '-');

/** The same article in each language. */
export const inEveryLanguage = (write: (language: Language) => ArticleText): NewArticle['texts'] =>
  Object.fromEntries(LANGUAGES.map((language) => [language, write(language)])) as NewArticle['texts']; // one for each

/** Figures as a language writes them. Intl reads decimal text exactly; nothing here is a float. */
export function wordsOf(language: Language) {
  const two = new Intl.NumberFormat(LOCALES[language], { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const whole = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 0 });
  const day = new Intl.DateTimeFormat(DATES[language], { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const number = (paise: number) => two.format(rupees(BigInt(paise)) as Intl.StringNumericLiteral); // decimal text of ours
  return {
    number,
    rupees: (paise: number) => `₹${number(paise)}`,
    /** Of a whole market paise say nothing. */
    value: (paise: bigint) => `₹${whole.format(paise / 100n)}`,
    count: (count: number) => whole.format(count),
    signed: (text: string) => (text.startsWith('-') ? `−${text.slice(1)}` : text === '0.00' ? text : `+${text}`),
    date: (marketDate: string) => day.format(Date.parse(`${marketDate}T00:00:00Z`)),
    head: ({ instrument }: { readonly instrument: Instrument }) => ({
      name: nameOf(instrument, language),
      code: instrument.code,
    }),
  };
}
