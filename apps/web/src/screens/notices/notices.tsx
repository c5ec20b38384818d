import type { Data } from '@khara/contract';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { indiaFields, useMarketClock } from '#api/market-clock.ts';
import { AFTER_NOTICE } from '#api/query-keys.ts';
import { useCall, useList } from '#api/use-call.ts';
import { at, href } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { Tabs } from '#ui/choice.tsx';
import { cx } from '#ui/class-names.ts';
import { IconTile } from '#ui/row-group.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { showMarketDate, showMarketTime } from '#lib/time.ts';
import { toast } from '#ui/toast.ts';
import { noticeLook } from './look.ts';
import css from './notices.module.css';

type Notice = Data<'noticeList'>['list'][number];
type Category = Notice['category'] | 'all';
const CATEGORIES = ['all', 'task', 'system', 'transaction'] as const satisfies readonly Category[];
const asCategory = (text: string | null): Category => CATEGORIES.find((category) => category === text) ?? 'all';

/** The inbox: four categories with what is unread, by market day, newest first. */
export default function Notices() {
  const { t } = useTranslation(['noticeList', 'common']);
  const language = useLanguage();
  const [query, change] = usePageQuery();
  const category = asCategory(query.get('category'));
  const notices = useList('noticeList', { category });
  const unread = useCall('unreadNotices');
  const today = useMarketClock(({ market }) => market?.marketDate);
  const [clearing, setClearing] = useState(false);

  const readAll = async () => {
    const result = await call('readAllNotices', { category });
    if (!result.ok) toast(result.message, { urgent: true });
    refresh(AFTER_NOTICE);
  };
  const clear = async () => {
    const result = await call('clearNotices', { category });
    setClearing(false);
    toast(result.ok ? t('cleared') : result.message, { urgent: !result.ok });
    refresh(AFTER_NOTICE);
  };

  const anyRead = notices.items.some((notice) => notice.read);
  return (
    <Page
      onRefresh={() => Promise.all([notices.again(), unread.again()])}
      tools={
        (unread.data?.[category] ?? 0) > 0 ? (
          <TextButton onClick={() => void readAll()}>{t('readAll')}</TextButton>
        ) : (
          anyRead && <TextButton onClick={() => setClearing(true)}>{t('clearRead')}</TextButton>
        )
      }
      below={
        <Tabs
          label={t('categories')}
          items={CATEGORIES.map((value) => ({ value, label: t(value), count: unread.data?.[value] }))}
          value={category}
          hrefOf={(value) => href(at('/pages/personal/notice/index', { category: value }))}
          onSelect={(value) => change({ category: value })}
        />
      }
    >
      <Answer
        of={notices}
        wait={<SkeletonRows rows={7} lead />}
        empty={<Empty icon="bell" title={t('empty')} text={t('emptyText')} />}
      >
        {(items) =>
          byDay(items).map(([day, ofDay]) => (
            <section key={day}>
              <h2 className={css.day}>{day === today ? t('today') : showMarketDate(day, language)}</h2>
              {ofDay.map((notice) => (
                <NoticeRow key={notice.id} notice={notice} />
              ))}
            </section>
          ))
        }
      </Answer>
      <Sheet
        open={clearing}
        onClose={() => setClearing(false)}
        title={t('clearRead')}
        dock={
          <>
            <Button look="secondary" onClick={() => setClearing(false)}>
              {t('common:cancel')}
            </Button>
            <Button onClick={() => void clear()}>{t('clearRead')}</Button>
          </>
        }
      >
        <p>{t('clearAsk')}</p>
      </Sheet>
    </Page>
  );
}

function NoticeRow({ notice }: { readonly notice: Notice }) {
  const { t } = useTranslation('noticeList');
  return (
    <a
      data-arrows
      className={cx(css.notice, notice.read && css.read)}
      href={href(at('/pages/personal/notice/details', { id: notice.id }))}
    >
      {!notice.read && <i className={css.unread} role="img" aria-label={t('unread')} />}
      <IconTile {...noticeLook(notice)} />
      <span className={css.words}>
        <span className={css.head}>
          <b>{notice.title}</b>
          <time dateTime={notice.marketTime}>{showMarketTime(indiaFields(notice.marketTime))}</time>
        </span>
        <span className={css.body}>{notice.body}</span>
      </span>
    </a>
  );
}

/** Market days, newest first, as the list already is. */
function byDay(notices: readonly Notice[]): [string, Notice[]][] {
  const days = new Map<string, Notice[]>();
  for (const notice of notices) {
    const day = notice.marketTime.slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), notice]);
  }
  return [...days];
}
