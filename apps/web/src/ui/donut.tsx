import type { ReactNode } from 'react';
import css from './donut.module.css';
import { Icon } from './icons.tsx';

/** At most four parts. `weight` only sizes the arc; the legend says every figure as text. */
export type DonutPart = {
  readonly key: string;
  readonly label: string;
  readonly weight: number;
  readonly share: string;
  readonly amount: ReactNode;
  /** Where more is said of it. */
  readonly href: string;
};

/** What stays open between two parts, as a share of the ring. */
const GAP = 0.0045;

/** Where each part begins on a ring of length 1 and how much of it it takes; a part alone takes all. */
export function ringSlices(weights: readonly number[]): readonly { readonly start: number; readonly length: number }[] {
  const seen = weights.map((weight) => Math.max(0, weight));
  const count = seen.filter((weight) => weight > 0).length;
  const gap = count > 1 ? GAP : 0;
  const each = (1 - count * gap) / seen.reduce((sum, weight) => sum + weight, 0);
  let next = gap / 2;
  return seen.map((weight) => {
    const slice = { start: next, length: weight > 0 ? weight * each : 0 };
    if (weight > 0) next += slice.length + gap;
    return slice;
  });
}

/** The ring beside a legend that has every figure; the ring itself is decoration. */
export function Donut({
  parts,
  caption,
  value,
}: {
  readonly parts: readonly DonutPart[];
  readonly caption: string;
  readonly value: string;
}) {
  const slices = ringSlices(parts.map(({ weight }) => weight));
  return (
    <div className={css.donut}>
      <div className={css.ring}>
        <svg viewBox="-62 -62 124 124" aria-hidden="true">
          {slices.map(
            ({ start, length }, index) =>
              length > 0 && (
                <circle
                  key={parts[index]?.key}
                  r={53}
                  pathLength={1}
                  strokeDasharray={`${length} 1`}
                  strokeDashoffset={-start}
                  className={css[`slice${index + 1}`]}
                />
              ),
          )}
        </svg>
        <span className={css.middle}>
          <span>{caption}</span>
          <b>{value}</b>
        </span>
      </div>
      <ul className={css.legend}>
        {parts.map((part, index) => (
          <li key={part.key}>
            <a href={part.href}>
              <i className={css[`part${index + 1}`]} />
              <span>{part.label}</span>
              <b>{part.share}</b>
              <span className={css.amount}>{part.amount}</span>
              <Icon name="go" size={16} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
