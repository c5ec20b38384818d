import { useEffect } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { indiaFields } from '#api/market-clock.ts';
import { AFTER_NOTICE } from '#api/query-keys.ts';
import { useList } from '#api/use-call.ts';
import { navigateTo, redirectTo } from '#shell/navigation.ts';
import { pageTitle } from '#shell/page-title.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { IconTile } from '#ui/row-group.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { showMarketMoment, showMoment } from '#lib/time.ts';
import { noticeLook } from './look.ts';
import css from './notices.module.css';

/** One notice, its time, one action. There is no call for one: it is found in the inbox, page by page. */
export default function NoticeDetails() {
  const { t } = useTranslation(['noticeList', 'nav']);
  const language = useLanguage();
  const [query] = usePageQuery();
  const id = query.get('id');
  const { items, first, loading, failure, again, hasMore, loadingMore, more } = useList('noticeList', {
    category: 'all',
  });
  const notice = items.find((item) => item.id === id);
  const searching = !notice && id !== null && !failure && (loading || hasMore);

  useEffect(() => {
    if (searching && !loading && !loadingMore) more();
  }, [searching, loading, loadingMore, more]);

  useEffect(() => {
    if (!notice || notice.read) return;
    void call('readNotice', { id: notice.id }).then(() => refresh(AFTER_NOTICE));
  }, [notice]);

  const link = notice?.link?.replace(/^#/, '');
  const title = link && pageTitle(link);
  return (
    <Page
      ground="surface"
      dock={
        link && title ? (
          <Button onClick={() => navigateTo(link)}>
            {link.includes('?stop=') ? t('seeOrStop') : t('goTo', { page: t(`nav:${title}`) })}
          </Button>
        ) : undefined
      }
    >
      <Answer of={{ data: searching ? undefined : first, failure, again }} wait={<SkeletonRows rows={3} />}>
        {() =>
          notice ? (
            <article className={css.whole}>
              <IconTile {...noticeLook(notice)} />
              <h2>{notice.title}</h2>
              <time dateTime={notice.marketTime}>{showMarketMoment(indiaFields(notice.marketTime), language)}</time>
              <time dateTime={new Date(notice.at).toISOString()}>
                {t('yourClock', { at: showMoment(notice.at, language) })}
              </time>
              <p>{notice.body}</p>
            </article>
          ) : (
            <Empty
              icon="bell"
              title={t('unknown')}
              action={{ label: t('toAll'), onPress: () => redirectTo('/pages/personal/notice/index') }}
            />
          )
        }
      </Answer>
    </Page>
  );
}
