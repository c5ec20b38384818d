import { Card } from '#ui/card.tsx';
import { RowGroup } from '#ui/row.tsx';
import { Bone, Skeleton } from '#ui/states.tsx';
import css from './assets.module.css';
import bones from './assets-bones.module.css';

/** The page as it will stand, before its figures are known. */
export function AssetsBones() {
  return (
    <Skeleton>
      <section className={css.head}>
        <Bone width="9rem" height="var(--lh-13)" />
        <p className={css.hero}>
          <Bone width="12rem" height="var(--lh-34)" />
        </p>
        <p className={css.line}>
          <Bone width="10rem" height="var(--lh-13)" />
        </p>
        <div className={css.actions}>
          <Bone height="44px" round />
          <Bone height="44px" round />
          <Bone height="44px" round />
        </div>
      </section>
      <Card pad={false} className={css.figures}>
        {[0, 1, 2].map((figure) => (
          <div key={figure} className={css.figure}>
            <Bone width="3.5rem" height="var(--lh-12)" />
            <span className={css.value}>
              <Bone width="5rem" height="var(--lh-15)" />
            </span>
          </div>
        ))}
      </Card>
      <Card className={bones.ring}>
        <Bone width="7.75rem" height="7.75rem" round />
        <div className={bones.legend}>
          <Bone height="34px" />
          <Bone height="34px" />
          <Bone height="34px" />
        </div>
      </Card>
      <RowGroup>
        {[0, 1].map((wallet) => (
          <div key={wallet} className={bones.wallet}>
            <Bone width="40px" height="40px" round />
            <Bone width="8rem" height="var(--lh-15)" />
          </div>
        ))}
      </RowGroup>
    </Skeleton>
  );
}
