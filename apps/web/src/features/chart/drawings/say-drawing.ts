import { useMemo } from 'react';
import type { Interval } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showNumber } from '#lib/number.ts';
import { isIntraday } from '../candles.ts';
import type { ChartWords } from '../chart-words.ts';
import type { Drawing, DrawnPoint } from './drawings.ts';

/** How drawings are said: "Trend line, 25 Nov, 11:50 at 1,288.60 to 25 Nov, 15:05 at 1,301.00". Needs `chart`. */
export function useSayDrawing(words: ChartWords, interval: Interval) {
  const { t } = useTranslation('chart');
  const language = useLanguage();
  return useMemo(() => {
    const signed = (value: number): string => showNumber(value.toFixed(2), language, { sign: 'always' });
    const point = ({ t: at, price }: DrawnPoint): string => {
      const when = isIntraday(interval) ? words.moment(at) : `${words.date(at)} ${words.year(at)}`;
      return t('drawings.point', { when, price: words.price(price) });
    };
    return {
      point,
      drawing({ tool, points: [from, to] }: Drawing): string {
        const name = t(`drawings.tools.${tool}`);
        if (!from) return name;
        if (tool === 'level') return t('drawings.at', { name, price: words.price(from.price) });
        return to ? t('drawings.span', { name, from: point(from), to: point(to) }) : name;
      },
      measured: (from: DrawnPoint, to: DrawnPoint, candles: number): string =>
        t('drawings.measured', {
          change: signed(to.price - from.price),
          percent: `${signed((100 * (to.price - from.price)) / from.price)}%`,
          n: showCount(candles, language),
          count: candles,
        }),
    };
  }, [t, language, words, interval]);
}
