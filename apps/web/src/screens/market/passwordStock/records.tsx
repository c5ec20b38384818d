import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { BLOCKS } from '#features/blocks/block-card.tsx';
import { ApplicationRows } from '#features/offerings/application-list.tsx';
import { ApplicationView } from '#features/offerings/application-view.tsx';
import { LIVE_MS } from '#features/offerings/offering.ts';
import { navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Chip, ChipBar } from '#ui/choice.tsx';
import { Empty, ErrorBlock, SkeletonRows } from '#ui/states.tsx';

const PATH = '/pages/market/passwordStock/records';
/** What a block can come to: it waits for its window, is settled there, or lapses. */
const STATES = ['subscribed', 'signed', 'lapsed', 'cancelled'] as const;
const SIZE = 50;

/** Own parts of blocks, or the story of one (`id`). */
export default function BlockRecords() {
  const [query] = usePageQuery();
  const id = query.get('id');
  return id === null ? <Records /> : <ApplicationView key={id} id={id} kind="block" listPath={PATH} />;
}

function Records() {
  const { t } = useTranslation(['blocks', 'newStocks', 'common']);
  const [query, change] = usePageQuery();
  const state = STATES.find((known) => known === query.get('state'));
  const { data, loading, failure, again } = useCall(
    'blockTrades',
    { scope: 'records', size: SIZE, ...(state && { state }) },
    { refetchMs: LIVE_MS },
  );
  const records = data?.records ?? [];
  return (
    <Page
      onRefresh={again}
      below={
        <ChipBar>
          <Chip on={state === undefined} onPress={() => change({ state: undefined })}>
            {t('common:all')}
          </Chip>
          {STATES.map((known) => (
            <Chip key={known} on={known === state} onPress={() => change({ state: known })}>
              {t(`newStocks:applied.${known}`)}
            </Chip>
          ))}
        </ChipBar>
      }
    >
      {loading ? (
        <SkeletonRows rows={6} lead />
      ) : failure ? (
        <ErrorBlock cause={failure.message} onRetry={() => void again()} />
      ) : records.length === 0 ? (
        <Empty
          icon="blocks"
          title={t('noRecords')}
          text={t('noRecordsText')}
          {...(state === undefined && { action: { label: t('allBlocks'), onPress: () => navigateTo(BLOCKS) } })}
        />
      ) : (
        <ApplicationRows applications={records} path={PATH} />
      )}
    </Page>
  );
}
