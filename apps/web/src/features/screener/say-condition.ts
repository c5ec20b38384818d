import { useMemo } from 'react';
import { printHundredths, SCREEN_RANGES, type Screen, type ScreenCondition, type ScreenRange } from '@khara/rules';
import { labelled, listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showNumber } from '#lib/number.ts';

const isRange = (name: ScreenCondition): name is ScreenRange => SCREEN_RANGES.some((range) => range === name);
const IN_PERCENT: ReadonlySet<ScreenRange> = new Set(['growth', 'roe', 'yield', 'payout']);

/** How conditions are said: "5 to 20", "10,000 or more", "Normal, Suspended". Needs `screener` and `sectors`. */
export function useSayCondition() {
  const { t } = useTranslation(['screener', 'sectors']);
  const language = useLanguage();
  return useMemo(() => {
    const figure = (name: ScreenRange, value: number): string =>
      showNumber(printHundredths(value), language) + (IN_PERCENT.has(name) ? '%' : '');
    const choice = (name: 'stage' | 'band' | 'sector', value: string): string =>
      name === 'stage'
        ? t(`stages.${value as 'normal'}`) // read by our own list
        : name === 'sector'
          ? t(`sectors:${value as 'it'}`)
          : value === 'none'
            ? t('noBand')
            : `${value}%`;
    const condition = ({ ranges, choices }: Screen, name: ScreenCondition): string => {
      if (!isRange(name)) return listed(...(choices[name] ?? []).map((value) => choice(name, value)));
      const { from, to } = ranges[name] ?? {};
      if (from === undefined && to === undefined) return t('any');
      if (from === undefined) return t('atMost', { to: figure(name, to!) });
      return to === undefined
        ? t('atLeast', { from: figure(name, from) })
        : t('between', { from: figure(name, from), to: figure(name, to) });
    };
    return {
      figure,
      choice,
      condition,
      whole: (screen: Screen, name: ScreenCondition): string => labelled(t(`short.${name}`), condition(screen, name)),
    };
  }, [t, language]);
}
