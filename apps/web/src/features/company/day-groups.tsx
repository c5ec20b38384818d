import type { Data } from '@khara/contract';
import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showMarketDate } from '#lib/time.ts';
import { SectionHead } from '#ui/card.tsx';
import { Tag } from '#ui/choice.tsx';
import css from './company.module.css';

type Dated = Pick<Data<'results'>['list'][number], 'code'>;

/** Rows of a calendar under their days, in the order in which they come. Needs the namespace `company`. */
export function DayGroups<T extends Dated>({
  list,
  dayOf,
  today,
  children,
}: {
  readonly list: readonly T[];
  readonly dayOf: (of: T) => string;
  readonly today: string | undefined;
  readonly children: (of: T) => ReactNode;
}) {
  const { t } = useTranslation('company');
  const language = useLanguage();
  return [...Map.groupBy(list, dayOf)].map(([day, rows]) => (
    <section key={day} className={css.block}>
      <SectionHead title={showMarketDate(day, language)}>{day === today && <Tag>{t('today')}</Tag>}</SectionHead>
      {rows.map(children)}
    </section>
  ));
}
