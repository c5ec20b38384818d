import type { Data, OwnLimitKind } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showMoney } from '#lib/number.ts';
import { localDay, dayWithTime, showMarketDate, showTime } from '#lib/time.ts';

export type LimitsNow = Data<'ownLimits'>;
export type OwnLimit = LimitsNow['limits'][number];
export type Start = LimitsNow['looser'];

/** Figures of limits in the reader's words. Needs the namespace `limits`. */
export function useLimitWords() {
  const { t } = useTranslation('limits');
  const language = useLanguage();
  const showValue = (kind: OwnLimitKind, value: string): string =>
    kind === 'day_orders' ? showCount(Number(value), language) : showMoney(value, language);
  /** "Sat 28 Nov, 14:32": a wait of days is read by its weekday. */
  const showMoment = (at: number): string =>
    dayWithTime(showMarketDate(localDay(at), language), showTime(at, language), language);
  return {
    showValue,
    valueOrNone: (kind: OwnLimitKind, value: string | null): string =>
      value === null ? t('none') : showValue(kind, value),
    showDay: (date: string): string => showMarketDate(date, language),
    /** "Mon 18 Jan (market date)": beside instants of the real clock. */
    marketDay: (date: string): string => t('marketDate', { day: showMarketDate(date, language) }),
    showMoment,
    /** The same where nothing beside it says that it is no market time. */
    realMoment: (at: number): string => t('realMoment', { at: showMoment(at) }),
    /** When a looser limit starts: the market day, or the first after an instant. */
    showStart: ({ notBefore, fromDate }: Start): string =>
      fromDate === null ? t('whenAfter', { at: showMoment(notBefore) }) : showMarketDate(fromDate, language),
  };
}

/** Until when a pause is: an instant, a market day, or both, where each holds by itself. Needs `limits`. */
export function usePauseEnd(): (pause: NonNullable<LimitsNow['pause']>) => string {
  const { t } = useTranslation('limits');
  const { marketDay, realMoment } = useLimitWords();
  return ({ until, untilDate }) => {
    if (until === null) return marketDay(untilDate ?? '');
    return untilDate === null ? realMoment(until) : t('bothEnds', { at: realMoment(until), day: marketDay(untilDate) });
  };
}
