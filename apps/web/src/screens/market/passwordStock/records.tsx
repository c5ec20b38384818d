import { useTranslation } from '#i18n/use-translation.ts';
import { BLOCKS } from '#features/blocks/block-card.tsx';
import { Records } from '#features/offerings/records.tsx';
import { navigateTo } from '#shell/navigation.ts';
import { Empty } from '#ui/states.tsx';

/** What a block can come to: it waits for its window, is settled there, or lapses. */
const STATES = ['subscribed', 'signed', 'lapsed', 'cancelled'] as const;

/** Own parts of blocks, or the story of one (`id`). */
export default function BlockRecords() {
  const { t } = useTranslation('blocks');
  return (
    <Records
      path="/pages/market/passwordStock/records"
      kind="block"
      states={STATES}
      none={
        <Empty
          icon="blocks"
          title={t('noRecords')}
          text={t('noRecordsText')}
          action={{ label: t('allBlocks'), onPress: () => navigateTo(BLOCKS) }}
        />
      }
    />
  );
}
