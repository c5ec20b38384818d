import { useTranslation } from '#i18n/use-translation.ts';
import { useConfig } from '#api/config.ts';
import { useCall } from '#api/use-call.ts';
import { ArticleRow, LessonRow } from '#features/articles/article-row.tsx';
import { ConfigText } from '#features/service/config-text.tsx';
import { FraudNote } from '#features/service/fraud-note.tsx';
import css from '#features/service/help.module.css';
import { useService } from '#features/service/use-service.ts';
import { showShortcuts } from '#features/shortcuts/shortcut-list.ts';
import { startTour } from '#features/tour/start-tour.ts';
import { at, href } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Answer, together } from '#ui/answer.tsx';
import { SectionHead } from '#ui/card.tsx';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

const PATH = '/pages/index/customer/index';
const TOPICS = ['certificate', 'real', 'about', 'terms', 'privacy'] as const;
type Topic = (typeof TOPICS)[number];

const HowReal = lazyPart(() => import('#features/service/how-real.tsx'));
const Certificate = lazyPart(() => import('#features/service/certificate.tsx'));

/** Help first, then a person; the certificate and the texts that bind have pages of their own here (`topic`). */
export default function Customer() {
  const { t } = useTranslation(['service', 'nav']);
  const [query] = usePageQuery();
  const topic = TOPICS.find((name) => name === query.get('topic'));
  if (topic === undefined) {
    return (
      <Page>
        <Help />
      </Page>
    );
  }
  return (
    <Page key={topic} title={t(topic)}>
      {topic === 'certificate' ? (
        <Certificate wait={<SkeletonRows rows={8} />} />
      ) : topic === 'real' ? (
        <HowReal wait={<SkeletonRows rows={8} />} />
      ) : (
        <ConfigText id={topic} />
      )}
    </Page>
  );
}

/** Where the source of this copy is: users of a service have a right to it (AGPL, section 13). */
function Source({ service }: { readonly service: ReturnType<typeof useService> }) {
  const { t } = useTranslation('service');
  const source = useConfig((state) => state.info?.source);
  if (source === undefined) return null;
  const { version, url } = source;
  return (
    <ListRow
      icon="copy"
      title={t('source', { version })}
      text={url === null ? t('sourceAsk') : t('sourceText', { address: new URL(url).host })}
      onPress={url === null ? service.open : () => window.open(url, '_blank', 'noopener,noreferrer')}
    />
  );
}

const to = (topic: Topic): string => href(at(PATH, { topic }));

function Help() {
  const { t } = useTranslation(['service', 'tour', 'keys', 'nav']);
  const service = useService();
  const safety = useCall('articles', { category: 'safety', size: 3 }, { staleMs: 60_000 });
  const learn = useCall('articles', { category: 'learn', size: 4 }, { staleMs: 60_000 });
  return (
    <>
      <ConfigText id="help" titled />
      <RowGroup className={css.group}>
        {service.outside === undefined ? (
          <ListRow icon="headset" title={t('write')} text={t('writeText')} href={service.link.href} />
        ) : (
          <ListRow
            icon="headset"
            title={t('write')}
            text={t('writeOutside', { address: service.outside })}
            onPress={service.open}
          />
        )}
        <ListRow icon="scales" title={t('rules')} href={href('/pages/index/rules/index')} />
        <ListRow icon="phone" title={t('nav:deviceLost')} href={href('/pages/personal/lost')} />
        <ListRow icon="again" title={t('tour:again')} text={t('tour:againText')} onPress={() => void startTour()} />
        {matchMedia('(any-pointer: fine)').matches && (
          <ListRow icon="keyboard" title={t('keys:title')} onPress={() => showShortcuts(true)} />
        )}
      </RowGroup>
      <FraudNote />
      <section>
        <SectionHead title={t('articles')}>
          <a className={css.all} href={href('/pages/news/index')}>
            {t('moreArticles')}
          </a>
        </SectionHead>
        <LessonRow />
        <Answer of={together(safety, learn)} isPart wait={<SkeletonRows rows={4} />}>
          {(lists) =>
            lists.flatMap(({ list }) => list.map((article) => <ArticleRow key={article.id} article={article} />))
          }
        </Answer>
      </section>
      <SectionHead title={t('aboutUs')} />
      <RowGroup className={css.group}>
        <ListRow icon="info" title={t('certificate')} text={t('certificateText')} href={to('certificate')} />
        <ListRow icon="chart" title={t('real')} text={t('realText')} href={to('real')} />
        <ListRow icon="people" title={t('about')} href={to('about')} />
        <ListRow icon="lock" title={t('privacy')} href={to('privacy')} />
        <ListRow icon="list" title={t('terms')} href={to('terms')} />
        <Source service={service} />
      </RowGroup>
    </>
  );
}
