import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { BlockCard, BLOCKS } from '#features/blocks/block-card.tsx';
import { isMoving, LIVE_MS, QUIET_MS, type Offering } from '#features/offerings/offering.ts';
import css from '#features/offerings/offerings.module.css';
import { ScamNotice } from '#features/offerings/scam-notice.tsx';
import { SubscribeSheet } from '#features/offerings/subscribe-sheet.tsx';
import { navigateTo, redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { TextButton } from '#ui/text-button.tsx';
import { Note } from '#ui/note.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';

const RECORDS = '/pages/market/passwordStock/records';
/** More than are ever open at once. */
const SIZE = 30;

/** Block trading: what sellers offer to those who have the key, or one block (`id`). */
export default function Blocks() {
  const { t } = useTranslation(['blocks', 'newStocks', 'nav']);
  const [query] = usePageQuery();
  const id = query.get('id') ?? undefined;
  const [moving, setMoving] = useState(true);
  const blocks = useCall(
    'blockTrades',
    { scope: 'offers', size: SIZE, ...(id !== undefined && { id }) },
    { refetchMs: moving ? LIVE_MS : QUIET_MS },
  );
  const { data, again } = blocks;
  const offers = data?.scope === 'offers' ? data.list : [];
  const someMove = offers.some(isMoving);
  if (data && someMove !== moving) setMoving(someMove); // known only from the answer itself
  const [asked, setAsked] = useState<Offering>();
  const [open, setOpen] = useState(false);

  return (
    <Page onRefresh={again} tools={<TextButton onClick={() => navigateTo(RECORDS)}>{t('nav:records')}</TextButton>}>
      <div className={css.list}>
        <ScamNotice id="block.notice" />
        {data?.windowOpen && (
          <Note tone="sky" className={css.notice}>
            {t('windowOpen')}
          </Note>
        )}
        <Answer of={blocks} wait={<SkeletonRows rows={4} lead />}>
          {({ windows }) =>
            offers.length === 0 ? (
              <Empty
                icon="blocks"
                inline
                title={t(id === undefined ? 'empty' : 'unknown')}
                text={t('emptyText')}
                {...(id !== undefined && { action: { label: t('allBlocks'), onPress: () => redirectTo(BLOCKS) } })}
              />
            ) : (
              offers.map((block) => (
                <BlockCard
                  key={block.id}
                  block={block}
                  windows={windows ?? []}
                  whole={id !== undefined}
                  onTake={(taken) => {
                    setAsked(taken);
                    setOpen(true);
                  }}
                />
              ))
            )
          }
        </Answer>
      </div>
      {asked && (
        <SubscribeSheet
          key={asked.id}
          offering={offers.find((block) => block.id === asked.id) ?? asked}
          open={open}
          onClose={() => setOpen(false)}
        />
      )}
    </Page>
  );
}
