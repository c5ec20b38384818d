import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { refresh } from '#api/client.ts';
import { AFTER_NOTICE } from '#api/query-keys.ts';
import { useList } from '#api/use-call.ts';
import { Composer } from '#features/service/composer.tsx';
import css from '#features/service/service.module.css';
import { Thread } from '#features/service/thread.tsx';
import { useDrafts } from '#features/service/use-drafts.ts';
import { href } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';

/** The thread with customer service: help first, then words and pictures, live. */
export default function Messages() {
  const { t } = useTranslation('service');
  const { items, first, failure, again, hasMore, more } = useList('supportMessages', {});
  const { drafts, send, again: tryAgain } = useDrafts();
  const messages = [...items].reverse();

  // What was unread when the page opened stays marked while the reader looks at it.
  const [firstNew, setFirstNew] = useState<string>();
  useEffect(() => {
    if (!first || first.unread === 0) return;
    const fresh = first.list.filter(({ from }) => from === 'service').slice(0, first.unread);
    setFirstNew((known) => known ?? fresh.at(-1)?.id);
    refresh(AFTER_NOTICE); // the notice of an answer is read with it
  }, [first]);

  // The newest message is in sight, from either side.
  const end = useRef<HTMLDivElement>(null);
  const newest = drafts.at(-1)?.id ?? messages.at(-1)?.id;
  useEffect(() => {
    if (newest !== undefined) end.current?.scrollIntoView({ block: 'end' });
  }, [newest]);

  return (
    <Page dock={<Composer onSend={send} />}>
      <RowGroup className={css.help}>
        <ListRow icon="book" title={t('help')} text={t('firstHelp')} href={href('/pages/index/customer/index')} />
      </RowGroup>
      {/* Earlier messages stand above, and come when they are asked for. */}
      <Answer of={{ data: first, failure, again }} wait={<SkeletonRows rows={4} />}>
        {() =>
          messages.length === 0 && drafts.length === 0 ? (
            <Empty icon="headset" title={t('empty')} text={t('emptyText')} />
          ) : (
            <>
              {hasMore && (
                <div className={css.earlier}>
                  <TextButton onClick={more}>{t('earlier')}</TextButton>
                </div>
              )}
              <Thread messages={messages} drafts={drafts} firstNew={firstNew} onAgain={tryAgain} />
            </>
          )
        }
      </Answer>
      <div ref={end} />
    </Page>
  );
}
