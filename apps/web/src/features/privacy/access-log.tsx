import { useTranslation } from 'react-i18next';
import { useList } from '#api/use-call.ts';
import { useLanguage } from '#ui/amount.tsx';
import { Card, SectionHead } from '#ui/card.tsx';
import { ListRow, RowGroup } from '#ui/row.tsx';
import { ErrorCard, ListEnd, SkeletonRows } from '#ui/states.tsx';
import { showMoment } from '#ui/time.ts';
import css from './privacy.module.css';

/** Who opened this account or acted on it from the back office, the newest first: staff number, what, why, when. */
export function AccessLog() {
  const { t } = useTranslation('privacy');
  const language = useLanguage();
  const { items, loading, failure, hasMore, loadingMore, more, again } = useList('accessLog', {}, { staleMs: 0 });
  return (
    <section>
      <SectionHead title={t('looked')} />
      {failure ? (
        <ErrorCard cause={failure.message} onRetry={() => void again()} />
      ) : loading ? (
        <SkeletonRows rows={2} />
      ) : items.length === 0 ? (
        <Card>
          <p className={css.text}>{t('nobody')}</p>
        </Card>
      ) : (
        <>
          <RowGroup>
            {items.map(({ id, who, action, reason, at }) => (
              <ListRow
                key={id}
                icon="eye"
                title={action}
                text={`${who} · ${reason}`}
                value={showMoment(at, language)}
              />
            ))}
          </RowGroup>
          {hasMore && <ListEnd hasMore={hasMore} loading={loadingMore} onMore={more} />}
        </>
      )}
      <p className={css.small}>{t('lookedText')}</p>
    </section>
  );
}
