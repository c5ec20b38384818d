import { Card } from '#ui/card.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { SkeletonBar, Skeleton } from '#ui/states.tsx';
import css from './assets.module.css';
import skeleton from './assets-skeleton.module.css';

/** The page as it will stand, before its figures are known. */
export function AssetsSkeleton() {
  return (
    <Skeleton>
      <section className={css.head}>
        <SkeletonBar width="9rem" height="var(--lh-13)" />
        <p className={css.hero}>
          <SkeletonBar width="12rem" height="var(--lh-34)" />
        </p>
        <p className={css.line}>
          <SkeletonBar width="10rem" height="var(--lh-13)" />
        </p>
        <p className={css.sum}>
          <SkeletonBar width="16rem" height="var(--lh-13)" />
        </p>
        <div className={css.actions}>
          <SkeletonBar height="44px" round />
          <SkeletonBar height="44px" round />
        </div>
      </section>
      <RowGroup>
        {[0, 1, 2].map((part) => (
          <div key={part} className={skeleton.wallet}>
            <SkeletonBar width="40px" height="40px" round />
            <SkeletonBar width="8rem" height="var(--lh-15)" />
          </div>
        ))}
      </RowGroup>
      <Card pad={false} className={css.figures}>
        {[0, 1, 2].map((figure) => (
          <div key={figure} className={css.figure}>
            <SkeletonBar width="3.5rem" height="var(--lh-12)" />
            <span className={css.value}>
              <SkeletonBar width="5rem" height="var(--lh-15)" />
            </span>
          </div>
        ))}
      </Card>
    </Skeleton>
  );
}
