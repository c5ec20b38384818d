import { useTranslation } from '#i18n/use-translation.ts';
import { useSignedIn } from '#api/session.ts';
import { useList } from '#api/use-call.ts';
import { ArticleRow, LeadArticle, LessonRow } from '#features/articles/article-row.tsx';
import { loginAddress } from '#shell/guard.ts';
import { at, href, navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { IconButton } from '#ui/button.tsx';
import { Tabs } from '#ui/choice.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';

const PATH = '/pages/news/index';
const TABS = ['all', 'me', 'learn', 'safety', 'market', 'company', 'khara'] as const;
/** Categories that the lesson belongs to. */
const WITH_LESSON: readonly Tab[] = ['learn', 'safety'];
type Tab = (typeof TABS)[number];
const asTab = (text: string | null): Tab => TABS.find((tab) => tab === text) ?? 'all';

/** Articles by category, and what concerns the reader's own companies. */
export default function News() {
  const { t } = useTranslation(['news', 'nav']);
  const [query, change] = usePageQuery();
  const tab = asTab(query.get('category'));
  return (
    <Page
      tools={
        <IconButton icon="search" label={t('nav:search')} onClick={() => navigateTo('/pages/index/search/index')} />
      }
      below={
        <Tabs
          label={t('categories')}
          items={TABS.map((value) => ({ value, label: t(value) }))}
          value={tab}
          hrefOf={(value) => href(at(PATH, { category: value }))}
          onSelect={(value) => change({ category: value })}
        />
      }
    >
      {WITH_LESSON.some((name) => name === tab) && <LessonRow />}
      {tab === 'me' ? <ForMe /> : <Category key={tab} tab={tab} />}
    </Page>
  );
}

function Category({ tab }: { readonly tab: Exclude<Tab, 'me'> }) {
  const list = useList('articles', tab === 'all' ? {} : { category: tab }, { staleMs: 30_000 });
  return <Articles list={list} about="articles" />;
}

function ForMe() {
  const { t } = useTranslation('news');
  const signedIn = useSignedIn();
  const list = useList('articlesForMe', {}, { enabled: signedIn, staleMs: 30_000 });
  if (signedIn) return <Articles list={list} about="me" />;
  return (
    <Empty
      icon="person"
      title={t('guestMe')}
      text={t('emptyMeText')}
      action={{ label: t('login'), onPress: () => navigateTo(loginAddress(at(PATH, { category: 'me' }))) }}
    />
  );
}

function Articles({
  list,
  about,
}: {
  readonly list: ReturnType<typeof useList<'articles' | 'articlesForMe'>>;
  readonly about: 'articles' | 'me';
}) {
  const { t } = useTranslation('news');
  return (
    <Answer
      of={list}
      wait={<SkeletonRows rows={6} />}
      empty={
        about === 'me' ? (
          <Empty icon="news" title={t('emptyMe')} text={t('emptyMeText')} />
        ) : (
          <Empty icon="news" title={t('empty')} text={t('emptyText')} />
        )
      }
    >
      {([lead, ...rest]) =>
        lead && (
          <>
            <LeadArticle article={lead} />
            {rest.map((article) => (
              <ArticleRow key={article.id} article={article} />
            ))}
          </>
        )
      }
    </Answer>
  );
}
