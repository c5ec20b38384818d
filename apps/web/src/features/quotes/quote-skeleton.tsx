import { SkeletonBar, Skeleton } from '#ui/states.tsx';
import css from './quote-skeleton.module.css';

/** Widths of symbol and name, so that the rows do not look like a grid. */
const WIDTHS = [
  ['5.25rem', '6.5rem'],
  ['4rem', '7rem'],
  ['6rem', '5.25rem'],
  ['4.5rem', '6.75rem'],
  ['3.6rem', '4rem'],
  ['5.5rem', '7rem'],
] as const;

/** Market rows as they will stand. */
export function QuoteSkeleton({ rows = 10 }: { readonly rows?: number }) {
  return (
    <Skeleton>
      <Rows rows={rows} />
    </Skeleton>
  );
}

/** The bars of rows, for a skeleton of more than them. */
export function Rows({ rows }: { readonly rows: number }) {
  return Array.from({ length: rows }, (_, row) => {
    const [symbol, name] = WIDTHS[row % WIDTHS.length] ?? WIDTHS[0];
    return (
      <div key={row} className={css.row}>
        <span className={css.words}>
          <SkeletonBar width={symbol} height="0.8rem" />
          <SkeletonBar width={name} height="0.625rem" />
        </span>
        <span className={css.spark}>
          <SkeletonBar height="1.375rem" />
        </span>
        <span className={css.price}>
          <SkeletonBar width="4.1rem" height="0.8rem" />
          <SkeletonBar width="2.6rem" height="0.625rem" />
        </span>
        <span className={css.pill}>
          <SkeletonBar height="1.75rem" />
        </span>
      </div>
    );
  });
}
