import { cx } from './class-names.ts';
import css from './progress.module.css';

/**
 * How far a long piece of work has come, 0 to 1; undefined while that cannot be known: the bar then only says
 * that it goes on.
 */
export function Progress({
  label,
  part,
  tone = 'accent',
}: {
  readonly label: string;
  readonly part: number | undefined;
  /** `gold` for what is being verified. */
  readonly tone?: 'accent' | 'gold' | 'current';
}) {
  const known = part === undefined ? undefined : Math.min(1, Math.max(0, part));
  return (
    <div
      className={cx(css.bar, css[tone], known === undefined && css.unknown)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={known === undefined ? undefined : Math.floor(known * 100)}
    >
      <i style={known === undefined ? undefined : { transform: `scaleX(${known})` }} />
    </div>
  );
}
