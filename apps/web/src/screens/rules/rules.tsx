import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { ArticleRow } from '#features/articles/article-row.tsx';
import { OrderLog } from '#features/service/order-log.tsx';
import { ConfigText } from '#features/service/config-text.tsx';
import css from '#features/service/help.module.css';
import { at, href } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { SectionHead } from '#ui/card.tsx';
import { ListRow, RowGroup } from '#ui/row.tsx';

/** The rules of this market, how to check that they are kept, and the articles that explain them. */
export default function Rules() {
  const { t } = useTranslation('service');
  const { data } = useCall('articles', { category: 'learn', size: 30 }, { staleMs: 60_000 });
  return (
    <Page>
      <ConfigText id="rules" />
      <OrderLog />
      <RowGroup className={css.group}>
        <ListRow
          icon="info"
          title={t('certificate')}
          text={t('certificateText')}
          href={href(at('/pages/index/customer/index', { topic: 'certificate' }))}
        />
      </RowGroup>
      {data && data.list.length > 0 && (
        <section>
          <SectionHead title={t('learnMore')} />
          {data.list.map((article) => (
            <ArticleRow key={article.id} article={article} />
          ))}
        </section>
      )}
    </Page>
  );
}
