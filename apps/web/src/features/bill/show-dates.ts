import type { Language } from '@khara/contract';
import { showMoment, showTimeSeconds, showTime } from '../../lib/time.ts';

export { showMarketDate } from '../../lib/time.ts';

/** "25 Nov, 14:33:08" of a real instant, on the reader's clock. */
export const showMomentSeconds = (at: number, language: Language): string =>
  showMoment(at, language).replace(showTime(at, language), showTimeSeconds(at, language));

const LOCALES = { en: 'en-GB', hi: 'hi-IN-u-nu-latn', 'zh-Hant': 'zh-Hant-TW', 'zh-Hans': 'zh-Hans-CN' } as const;

/** "Nov 2026" from "2026-11". */
export const showMonth = (month: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  );
