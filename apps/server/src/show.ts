import type { Language } from '@khara/contract';
import { fill } from '@khara/texts';

export type Params = Readonly<Record<string, string | number>>;

/** Parameters that are rupees, as decimal text. */
const RUPEES = new Set(['amount', 'price', 'charges']);

/** Groups of digits: lakhs and crores in English and Hindi, thousands in Chinese. Intl reads decimal text exactly; nothing here is a float. */
const GROUPING: Readonly<Record<Language, Intl.NumberFormat>> = {
  en: rupeeFormat('en-IN'),
  hi: rupeeFormat('hi-IN-u-nu-latn'),
  'zh-Hant': rupeeFormat('zh-Hant'),
  'zh-Hans': rupeeFormat('zh-Hans'),
};

function rupeeFormat(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Fills a text that the server writes, with amounts as the reader groups them. */
export function show(text: string, params: Params, language: Language): string {
  const shown = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      // The type of Intl's decimal text is a template of numbers; what is kept is written by @khara/money.
      RUPEES.has(name) ? GROUPING[language].format(value as Intl.StringNumericLiteral) : value,
    ]),
  );
  return fill(text, shown);
}
