import type { Data } from '@khara/contract';
import { memo } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useQuote } from '#api/client.ts';
import type { CallState } from '#api/use-call.ts';
import { asOfNow } from '#features/quotes/live-quote.ts';
import { detailsHref } from '#features/quotes/quote-row.tsx';
import type { Quote } from '#features/quotes/quote.ts';
import { at, href } from '#shell/navigation.ts';
import { Percent, Price } from '#ui/amount.tsx';
import { SectionHead } from '#ui/card.tsx';
import { Icon } from '#ui/icons.tsx';
import { ErrorCard, SkeletonBar } from '#ui/states.tsx';
import css from './indices.module.css';

/** Those that a phone has room for in one row; the desk shows more. */
const SHOWN = 3;

/** The first indices side by side, each live by itself. Needs the namespace `home`. */
export const Indices = memo(function Indices({
  indices,
  shown = SHOWN,
  isHeaded = true,
}: {
  readonly indices: CallState<Data<'marketList'>>;
  readonly shown?: number;
  /** Not where the page above has its name. */
  readonly isHeaded?: boolean;
}) {
  const { t } = useTranslation('home');
  const { data, failure, again } = indices;
  return (
    <section>
      {isHeaded && (
        <SectionHead title={t('indices')}>
          <AllIndices />
        </SectionHead>
      )}
      {failure ? (
        <ErrorCard cause={failure.message} onRetry={() => void again()} />
      ) : (
        <div className={css.row} aria-busy={!data}>
          {data
            ? data.list.slice(0, shown).map((index) => <Index key={index.code} index={index} />)
            : [0, 1, 2].map((cell) => (
                <div key={cell}>
                  <SkeletonBar width="4rem" height="0.75rem" />
                  <SkeletonBar height="1rem" />
                </div>
              ))}
        </div>
      )}
    </section>
  );
});

/** The way to the others. Needs the namespace `home`. */
export function AllIndices() {
  const { t } = useTranslation('home');
  return (
    <a className={css.more} href={href(at('/pages/market/index', { tab: 'indices' }))}>
      {t('allIndices')}
      <Icon name="go" size={16} />
    </a>
  );
}

const Index = memo(function Index({ index }: { readonly index: Quote }) {
  const { price, changePercent } = asOfNow(index, useQuote(index.code));
  return (
    <a href={detailsHref(index.code)}>
      <span className={css.name}>{index.name}</span>
      <Price className={css.price} value={price} />
      <Percent className={css.percent} value={changePercent} />
    </a>
  );
});
