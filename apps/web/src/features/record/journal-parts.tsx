import { PLAN_KEPT } from '@khara/contract';
import { useState } from 'react';
import { useTexts } from '#i18n/use-texts.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { Money } from '#ui/amount.tsx';
import type { MemberRecord } from './member-record.ts';
import { PartsCard } from './parts-card.tsx';
import css from './record.module.css';

const WAYS = ['byReason', 'byTag', 'byPlan'] as const;
/** Those whose shares are closed, and whose plan was there before. */
const COUNTED = ['target', 'stop', 'within', 'early', 'beyond'];

type Props = { readonly record: MemberRecord };

/** Results by what the reader wrote about the orders. It counts, and judges nothing. Needs `record`. */
export function JournalParts(props: Props) {
  return useTexts('journal') ? <Parts {...props} /> : null;
}

function Parts({ record }: Props) {
  const { t } = useTranslation(['journal', 'record']);
  const language = useLanguage();
  const [by, setBy] = useState<(typeof WAYS)[number]>('byReason');
  const { byReason, byTag, byPlan } = record;
  const rows = {
    byReason: byReason.map((part) => ({ ...part, label: t(`reason.${part.key}`) })),
    byTag: byTag.map((part) => ({ ...part, key: part.tag, label: part.tag })),
    byPlan: byPlan.map((part) => ({ ...part, label: t(`outcome.${part.key}`) })),
  }[by];
  const countOrders = (outcomes: readonly string[]): number =>
    byPlan.reduce((sum, { key, orders }) => sum + (outcomes.includes(key) ? orders : 0), 0);
  const [kept, all] = [countOrders(PLAN_KEPT), countOrders(COUNTED)];
  const none = { byReason: t('empty'), byTag: t('noTags'), byPlan: t('noPlans') }[by];
  return (
    <PartsCard
      title={t('journal')}
      about={t('record:afterCharges')}
      label={t('by')}
      ways={WAYS.map((value) => ({ value, label: t(value) }))}
      by={by}
      onChange={setBy}
    >
      {rows.length === 0 ? (
        <p className={css.note}>{none}</p>
      ) : (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t(by)}</th>
              <th scope="col">{t('orders')}</th>
              <th scope="col">{t('result')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, orders, result }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td>{showCount(orders, language)}</td>
                <td>
                  <Money bare coloured sign="always" value={result} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {by === 'byTag' && rows.length > 0 && <p className={css.note}>{t('twice')}</p>}
      {by === 'byPlan' && all > 0 && (
        <p className={css.note}>
          {t('kept', { kept: showCount(kept, language), all: showCount(all, language) })} {t('keptHow')}
        </p>
      )}
    </PartsCard>
  );
}
