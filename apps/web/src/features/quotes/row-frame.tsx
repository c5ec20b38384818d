import { memo, type ComponentPropsWithRef } from 'react';
import { LivePill, LiveSparkline } from '#ui/live-parts.tsx';
import { cx } from '#ui/class-names.ts';
import digits from '#ui/digits.module.css';
import css from './quote-row.module.css';

/**
 * The elements of a market row, empty: what it shows is painted by its view (row-view.ts), so that React has
 * nothing to render when it changes.
 */
export const RowFrame = memo(function RowFrame(rest: ComponentPropsWithRef<'a'>) {
  return (
    <a {...rest} className={css.row} draggable={false}>
      <span className={css.words}>
        <span className={css.code} />
        <span className={css.name}>
          <b className={css.mark} /> <span />
        </span>
      </span>
      <span className={css.spark}>
        <LiveSparkline />
      </span>
      <span className={css.price}>
        <i className={css.flash} />
        <span className={cx(digits.box, css.last)} />
        <span className={css.change} />
      </span>
      <LivePill />
    </a>
  );
});
