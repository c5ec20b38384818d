import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { at, href } from '#shell/navigation.ts';
import css from './below.module.css';
import { Newest } from './newest.tsx';

/** Articles that home shows; all of them stand under News. */
const ARTICLES = 3;
const STALE_MS = 60_000;

/**
 * What stands below home's lists: the newest articles, and how prices come about. Both at once, so that
 * neither pushes the other away. Needs the namespaces `home` and `news`.
 */
export default function Below() {
  const { t } = useTranslation('home');
  const articles = useCall('articles', { size: ARTICLES }, { staleMs: STALE_MS });
  if (articles.loading) return null;
  return (
    <>
      {articles.data && articles.data.list.length > 0 && <Newest articles={articles.data.list} />}
      <p className={css.foot}>
        {t('prices')} <a href={href(at('/pages/index/customer/index', { topic: 'certificate' }))}>{t('howProved')}</a>
      </p>
    </>
  );
}
