import type { Flow } from './line-shape.ts';
import css from './record-line.module.css';

/** In is a dot, out a ring around it, and what a bank sent back a cross: two of a day stay apart. */
export function FlowMark({ kind, x, y }: { readonly kind: Flow; readonly x: number; readonly y: number }) {
  if (kind === 'in') return <circle className={css.flow} cx={x} cy={y} r="3.5" />;
  if (kind === 'out') return <circle className={css.flowOut} cx={x} cy={y} r="5.5" />;
  return <path className={css.flowOut} d={`M${x - 4} ${y - 4}l8 8m0 -8l-8 8`} />;
}
