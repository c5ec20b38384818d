import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPercent } from '#lib/number.ts';
import { Card } from '#ui/card.tsx';
import { Sheet } from '#ui/sheet.tsx';
import type { MemberRecord } from './member-record.ts';
import css from './record.module.css';

const TERMS = ['moneyReturn', 'choicesReturn', 'deepestFall', 'underPeak', 'index'] as const;

/** Returns and falls; each figure opens what it means. */
export function RecordFigures({ record }: { readonly record: MemberRecord }) {
  const { t } = useTranslation('record');
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const percent = (value: string): string => showPercent(value, language);
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
        all: showCount(record.marketDays, language),
      }),
    },
  ] as const;
  return (
    <Card>
      <div className={css.figures}>
        {figures.map(({ term, value }) => (
          <button
            key={term}
            type="button"
            className={css.figure}
            data-figure
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <span>{t(term)}</span>
            <b>{value}</b>
          </button>
        ))}
      </div>
      <p className={css.note}>
        {record.noReturn && `${t(`why.${record.noReturn}`)} `}
        {record.yearlyReturn === undefined
          ? t('noYear', { count: record.marketDays })
          : t('yearly', { percent: percent(record.yearlyReturn) })}
      </p>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('terms.title')}>
        <dl className={css.terms}>
          {TERMS.map((term) => (
            <div key={term}>
              <dt>{t(term)}</dt>
              <dd>{t(`terms.${term}`)}</dd>
            </div>
          ))}
        </dl>
      </Sheet>
    </Card>
  );
}
