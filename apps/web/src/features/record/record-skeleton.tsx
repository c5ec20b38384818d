import { Card } from '#ui/card.tsx';
import { Skeleton, SkeletonBar } from '#ui/states.tsx';
import css from './record.module.css';

/** The page as it will stand: the figure, two tiles, the line, two cards. */
export const RecordSkeleton = () => (
  <Skeleton>
    <div className={css.top}>
      <SkeletonBar width="12rem" />
      <SkeletonBar width="14rem" height="2.5rem" />
      <div className={css.tiles}>
        <SkeletonBar height="5.5rem" />
        <SkeletonBar height="5.5rem" />
      </div>
      <SkeletonBar height="11rem" />
    </div>
    <Card>
      <SkeletonBar height="6rem" />
    </Card>
    <Card>
      <SkeletonBar height="8rem" />
    </Card>
  </Skeleton>
);
