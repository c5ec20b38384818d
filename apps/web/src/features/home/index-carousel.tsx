import type { Data } from '@khara/contract';
import { memo } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useQuote } from '#api/client.ts';
import type { CallState } from '#api/use-call.ts';
import { asOfNow, sparkNow } from '#features/quotes/live-quote.ts';
import { detailsHref } from '#features/quotes/quote-row.tsx';
import type { Quote } from '#features/quotes/quote.ts';
import { at, href } from '#shell/navigation.ts';
import { toDirection, Percent, Price } from '#ui/amount.tsx';
import { SectionHead } from '#ui/card.tsx';
import { Icon } from '#ui/icons.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { SkeletonBar, ErrorCard, Skeleton } from '#ui/states.tsx';
import css from './index-carousel.module.css';

/** The indices in a line that scrolls sideways, each live by itself. Needs the namespace `home`. */
export const IndexCarousel = memo(function IndexCarousel({
  indices,
}: {
  readonly indices: CallState<Data<'marketList'>>;
}) {
  const { t } = useTranslation('home');
  const { data, failure, again } = indices;
  return (
    <section>
      <SectionHead title={t('indices')}>
        <a className={css.more} href={href(at('/pages/market/index', { tab: 'indices' }))}>
          {t('allIndices')}
          <Icon name="go" size={16} />
        </a>
      </SectionHead>
      {failure ? (
        <ErrorCard cause={failure.message} onRetry={() => void again()} />
      ) : (
        <div className={css.line}>
          {data ? data.list.map((index) => <IndexCard key={index.code} index={index} />) : <PageSkeleton />}
        </div>
      )}
    </section>
  );
});

const IndexCard = memo(function IndexCard({ index }: { readonly index: Quote }) {
  const { price, changePercent } = asOfNow(index, useQuote(index.code));
  return (
    <a className={css.card} href={detailsHref(index.code)}>
      <span className={css.name}>{index.name}</span>
      <Price className={css.price} value={price} />
      <span className={css.change}>
        <Percent className={css.percent} value={changePercent} />
        <Sparkline
          prices={sparkNow(index.spark, price)}
          prevClose={index.prevClose}
          direction={toDirection(changePercent)}
          width={44}
          height={20}
        />
      </span>
    </a>
  );
});

function PageSkeleton() {
  return [0, 1, 2].map((card) => (
    <div key={card} className={css.card}>
      <Skeleton>
        <div className={css.skeleton}>
          <SkeletonBar width="4rem" height="0.75rem" />
          <SkeletonBar width="5.5rem" height="1rem" />
          <SkeletonBar height="0.875rem" />
        </div>
      </Skeleton>
    </div>
  ));
}
