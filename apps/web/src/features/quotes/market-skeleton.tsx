import { Skeleton, SkeletonBar } from '#ui/states.tsx';
import css from './quote-skeleton.module.css';
import { Rows } from './quote-skeleton.tsx';

/** Breadth and rows: the body of a market list. */
export function MarketSkeleton({ breadth }: { readonly breadth: boolean }) {
  return (
    <Skeleton>
      {breadth && (
        <div className={css.breadth}>
          <SkeletonBar height="6px" />
          <span className={css.counts}>
            <SkeletonBar width="4rem" height="0.625rem" />
            <SkeletonBar width="4.4rem" height="0.625rem" />
            <SkeletonBar width="4rem" height="0.625rem" />
          </span>
        </div>
      )}
      <div className={css.head} />
      <Rows rows={11} />
    </Skeleton>
  );
}
