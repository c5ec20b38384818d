import { useState } from 'react';
import { paragraph } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Term } from '#features/terms/term.tsx';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPercent, signOf } from '#lib/number.ts';
import { Money } from '#ui/amount.tsx';
import type { MemberRecord } from './member-record.ts';
import { PartsCard } from './parts-card.tsx';
import css from './record.module.css';

const WAYS = ['byType', 'byHolding', 'byPhase'] as const;
const TERMS = { byType: 'resultType', byHolding: 'timeHeld', byPhase: 'tradePhase' } as const;

/** Results of trades by one of their properties, after charges. With what is no result of a trade they are the gain. */
export function ResultParts({ record }: { readonly record: MemberRecord }) {
  const { t } = useTranslation('record');
  const language = useLanguage();
  const [by, setBy] = useState<(typeof WAYS)[number]>('byType');
  const parts = record[by];
  const { otherResult, otherCharges } = record;
  const counted = parts.reduce((sum, { orders }) => sum + orders, 0);
  return (
    <PartsCard
      title={t('results')}
      about={t('afterCharges')}
      label={t('by')}
      ways={WAYS.map((value) => ({ value, label: t(value) }))}
      by={by}
      onChange={setBy}
    >
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">
              <Term key={by} name={TERMS[by]}>
                {t(by)}
              </Term>
            </th>
            <th scope="col">{t('orders')}</th>
            <th scope="col">{t('charges')}</th>
            <th scope="col">{t('result')}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ key, orders, charges, result }) => (
            <tr key={key}>
              <th scope="row">{t(`part.${key}`)}</th>
              <td>{showCount(orders, language)}</td>
              <td>
                <Money bare value={charges} />
              </td>
              <td>
                <Money bare coloured sign="always" value={result} />
              </td>
            </tr>
          ))}
          {(signOf(otherResult) !== 0 || signOf(otherCharges) !== 0) && (
            <tr>
              <th scope="row" colSpan={2}>
                {t('part.other')}
              </th>
              <td>
                <Money bare value={otherCharges} />
              </td>
              <td>
                <Money bare coloured sign="always" value={otherResult} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {counted > record.orders && <p className={css.note}>{t('ordersInAll', { count: record.orders })}</p>}
      <p className={css.note}>{t('belongs')}</p>
      <p className={css.note}>
        {record.intradayShare === undefined
          ? t('sebiIntraday')
          : paragraph(
              t('intradayShare', { percent: showPercent(record.intradayShare, language, 'negative') }),
              t('sebiIntraday'),
            )}
      </p>
    </PartsCard>
  );
}
