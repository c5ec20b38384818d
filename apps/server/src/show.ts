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

/** An amount with its currency as a parameter `money` keeps it: "INR 1520.35", "USDT 10.000000". */
export const moneyParam = (currency: 'INR' | 'USDT', amount: string): string => `${currency} ${amount}`;

/** "₹1,520.35", "10.5 USDT". */
function shownMoney(money: string, language: Language): string {
  const [currency, amount = ''] = money.split(' ');
  if (currency === 'INR') return `₹${GROUPING[language].format(amount as Intl.StringNumericLiteral)}`; // decimal text, as below
  return `${amount.replace(/\.?0+$/, '')} USDT`;
}

/** Fills a text that the server writes, with amounts as the reader groups them. What was kept before there was `money` has only `amount`, in rupees. */
export function show(text: string, params: Params, language: Language): string {
  const { amount } = params;
  const kept =
    'money' in params || amount === undefined ? params : { ...params, money: moneyParam('INR', String(amount)) };
  const shown = Object.fromEntries(
    Object.entries(kept).map(([name, value]) => [
      name,
      // The type of Intl's decimal text is a template of numbers; what is kept is written by @khara/money.
      name === 'money'
        ? shownMoney(String(value), language)
        : RUPEES.has(name)
          ? GROUPING[language].format(value as Intl.StringNumericLiteral)
          : value,
    ]),
  );
  return fill(text, shown);
}
