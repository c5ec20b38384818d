import type { RecordPeriod } from '@khara/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { RecordReport } from '#features/record/record-report.tsx';
import { TradebookRow } from '#features/record/tradebook-row.tsx';
import { RecordSkeleton } from '#features/record/record-skeleton.tsx';
import { useLanguage } from '#lib/language.ts';
import { showMarketDate } from '#lib/time.ts';
import { switchTab } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { IconButton } from '#ui/button.tsx';
import { toggleHiddenAmounts, useHiddenAmounts } from '#ui/hidden-amounts.ts';
import { Answer } from '#ui/answer.tsx';
import { Empty } from '#ui/states.tsx';

/** Assets › My record: what the member's own money has come to, beside the index and after charges. */
export default function MyRecord() {
  const { t } = useTranslation(['record', 'common']);
  const language = useLanguage();
  const hidden = useHiddenAmounts((state) => state.hidden);
  const [period, setPeriod] = useState<RecordPeriod>('all');
  const record = useCall('myRecord', { period }, { keep: true, staleMs: 0 });
  useLightOnPaper();
  const { data, outdated } = record;
  const hasTraded = data && (data.byType.length > 0 || data.period !== 'all');
  return (
    <Page
      onRefresh={record.again}
      subtitle={data && t('since', { count: data.marketDays, date: showMarketDate(data.from, language) })}
      tools={
        <>
          {hasTraded && <IconButton icon="print" label={t('print')} onClick={() => print()} />}
          <IconButton
            icon={hidden ? 'eyeOff' : 'eye'}
            label={t(hidden ? 'common:showAmounts' : 'common:hideAmounts')}
            aria-pressed={hidden}
            onClick={toggleHiddenAmounts}
          />
        </>
      }
    >
      <Answer of={record} wait={<RecordSkeleton />}>
        {(known) =>
          hasTraded && known ? (
            <>
              <RecordReport record={known} period={period} outdated={outdated} onPeriod={setPeriod} />
              <TradebookRow from={known.from} to={known.to} />
            </>
          ) : (
            <Empty
              icon="chart"
              title={t('empty')}
              text={t('emptyText')}
              action={{ label: t('look'), onPress: () => switchTab('/pages/market/index') }}
            />
          )
        }
      </Answer>
    </Page>
  );
}

/** Dark colours are for a screen: the printer gets the light ones, however printing began. */
function useLightOnPaper(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    // Kept on the document: a paper narrower than the desk may draw this page anew before it is printed.
    const begin = (): void => {
      dataset['shownTheme'] ??= dataset['theme'] ?? '';
      dataset['theme'] = 'white';
    };
    const end = (): void => {
      if (dataset['shownTheme'] !== undefined) dataset['theme'] = dataset['shownTheme'];
      delete dataset['shownTheme'];
    };
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
}
