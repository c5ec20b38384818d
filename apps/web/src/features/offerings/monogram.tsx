import { cx } from '#ui/class-names.ts';
import css from './offerings.module.css';

const HUES = 4;

/** A company's two letters on a tile; the hue goes by its name, so it is the same everywhere. */
export function Monogram({ code }: { readonly code: string }) {
  const hue = [...code].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % HUES;
  return (
    <span className={cx(css.tile, css[`hue${hue + 1}`])} aria-hidden="true">
      {code.slice(0, 2)}
    </span>
  );
}
