import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { BillRow } from '#features/bill/bill-row.tsx';
import { readEvents, type BillEvent } from '#features/bill/by-day.ts';
import { EntrySheet } from '#features/bill/entry-sheet.tsx';
import { at, href } from '#shell/navigation.ts';
import type { Currency } from '#ui/amount.tsx';
import { SectionHead } from '#ui/card.tsx';
import { Answer } from '#ui/answer.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import css from './wallet.module.css';

/** Each has two lines at most that are shown here: its own, and its charges. */
const LATEST = 5;

/** The newest entries of the statement, and the way to all of them. */
export function Latest({ currency }: { readonly currency: Currency }) {
  const { t } = useTranslation(['assets', 'bill']);
  const latest = useCall('bill', { currency, size: 2 * LATEST });
  const [opened, setOpened] = useState<BillEvent>();
  if (latest.data?.list.length === 0) return null;
  return (
    <>
      <SectionHead title={t('latest')}>
        <a className={css.all} href={href(at('/pages/personal/bill/index', { currency }))}>
          {t('all')}
        </a>
      </SectionHead>
      <Answer of={latest} isPart wait={<SkeletonRows rows={LATEST} lead />}>
        {({ list }) => (
          <div className={css.latest}>
            {readEvents(list)
              .slice(0, LATEST)
              .map((event) => (
                <BillRow key={event.line.id} event={event} onPress={() => setOpened(event)} />
              ))}
          </div>
        )}
      </Answer>
      <EntrySheet event={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}
