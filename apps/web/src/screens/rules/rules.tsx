import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { ArticleRow } from '#features/articles/article-row.tsx';
import { OrderLog } from '#features/service/order-log.tsx';
import { ConfigText } from '#features/service/config-text.tsx';
import help from '#features/service/help.module.css';
import { at, href } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Answer } from '#ui/answer.tsx';
import { SectionHead } from '#ui/card.tsx';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import css from './rules.module.css';

/** The rules of this market, how to check that they are kept, and the articles that explain them. */
export default function Rules() {
  const { t } = useTranslation(['service', 'nav']);
  const articles = useCall('articles', { category: 'learn', size: 30 }, { staleMs: 60_000 });
  return (
    <Page below={<Contents />}>
      <ConfigText id="rules" />
      <OrderLog />
      <RowGroup className={help.group}>
        <ListRow icon="statement" title={t('nav:dayPapers')} href={href('/pages/market/papers')} />
        <ListRow
          icon="info"
          title={t('certificate')}
          text={t('certificateText')}
          href={href(at('/pages/index/customer/index', { topic: 'certificate' }))}
        />
      </RowGroup>
      <section>
        <SectionHead title={t('learnMore')} />
        <Answer of={articles} isPart wait={<SkeletonRows rows={4} />}>
          {({ list }) => list.map((article) => <ArticleRow key={article.id} article={article} />)}
        </Answer>
      </section>
    </Page>
  );
}

/** Headings of a text that is Markdown. */
const HEADING = /^#+ (.+)$/gm;

/** Shows the heading with these words, and moves a screen reader there too. */
function goTo(title: string): void {
  const headings = [...document.querySelectorAll<HTMLElement>('main :is(h2, h3)')];
  const heading = headings.find(({ textContent }) => textContent === title);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
}

/** Everything that has a heading on this page, in its order; each leads there. */
function Contents() {
  const { t } = useTranslation('service');
  const { data } = useCall('configValue', { id: 'rules' }, { staleMs: 60_000 });
  if (typeof data !== 'object') return null;
  const titles = [...data.body.matchAll(HEADING)].map(([, title = '']) => title);
  return (
    <nav className={css.contents} aria-label={t('rules')}>
      {[...titles, t('orderLog')].map((title) => (
        <button key={title} type="button" onClick={() => goTo(title)}>
          {title}
        </button>
      ))}
    </nav>
  );
}
