import { paragraph } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Term } from '#features/terms/term.tsx';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPercent } from '#lib/number.ts';
import { Card } from '#ui/card.tsx';
import type { MemberRecord } from './member-record.ts';
import css from './record.module.css';

/** Returns and falls; the name of each opens what it means. */
export function RecordFigures({ record }: { readonly record: MemberRecord }) {
  const { t } = useTranslation('record');
  const language = useLanguage();
  const percent = (value: string): string => showPercent(value, language);
  const yearly =
    record.yearlyReturn === undefined
      ? t('noYear', { count: record.investedDays })
      : t('yearly', { percent: percent(record.yearlyReturn) });
  const figures = [
    {
      term: 'moneyReturn',
      value: record.moneyReturn === undefined ? t('cannot') : percent(record.moneyReturn),
    },
    { term: 'choicesReturn', value: percent(record.choicesReturn) },
    {
      term: 'deepestFall',
      value: t('fall', { percent: percent(record.deepestFall), count: record.fallDays }),
    },
    {
      term: 'underPeak',
      value: t('ofDays', {
        days: showCount(record.daysUnderPeak, language),
        all: showCount(record.investedDays, language),
      }),
    },
  ] as const;
  return (
    <Card>
      <dl className={css.figures}>
        {figures.map(({ term, value }) => (
          <div key={term} className={css.figure}>
            <dt>
              <Term name={term}>{t(term)}</Term>
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={css.note}>{record.noReturn ? paragraph(t(`why.${record.noReturn}`), yearly) : yearly}</p>
    </Card>
  );
}
