import type { Language } from '@khara/contract';
import { toIndiaFields } from '#api/market-clock.ts';
import { showNumber } from '#lib/number.ts';
import { dayWithTime, showMarketTime } from '#lib/time.ts';

const LOCALES = { en: 'en-GB', hi: 'hi-IN-u-nu-latn', 'zh-Hant': 'zh-Hant-TW', 'zh-Hans': 'zh-Hans-CN' } as const;

/** How the chart's words and numbers look in the reader's language. */
export type ChartWords = {
  readonly price: (price: number) => string;
  readonly previousClose: string;
  /** Of a mark of own trades: B or S. */
  readonly marks: { readonly buy: string; readonly sell: string };
  /** `25 Nov`, `25 Nov, 14:32`, `14:32`, `Nov`, `2026`: of a market instant, in India. */
  readonly date: (t: number) => string;
  readonly moment: (t: number) => string;
  readonly time: (t: number) => string;
  readonly month: (t: number) => string;
  readonly year: (t: number) => string;
};

/** How the chart writes prices and times in a language. Times are of the market, in India's clock. */
export function chartWords(
  language: Language,
  decimals: number,
  said: Pick<ChartWords, 'previousClose' | 'marks'>,
): ChartWords {
  const month = new Intl.DateTimeFormat(LOCALES[language], { month: 'short', timeZone: 'UTC' });
  const day = new Intl.DateTimeFormat(LOCALES[language], { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return {
    price: (price) => showNumber(price.toFixed(decimals), language),
    ...said,
    time: (t) => showMarketTime(toIndiaFields(t)),
    date: (t) => day.format(toIndiaFields(t)),
    moment: (t) => dayWithTime(day.format(toIndiaFields(t)), showMarketTime(toIndiaFields(t)), language),
    month: (t) => month.format(toIndiaFields(t)),
    year: (t) => String(new Date(toIndiaFields(t)).getUTCFullYear()),
  };
}
