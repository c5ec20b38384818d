import { arc, pie } from 'd3-shape';
import type { ReactNode } from 'react';
import css from './donut.module.css';

/** At most four parts. `weight` only sizes the arc; the legend says every figure as text. */
export type DonutPart = {
  readonly key: string;
  readonly label: string;
  readonly weight: number;
  readonly share: string;
  readonly amount: ReactNode;
};

const layout = pie<DonutPart>()
  .value((part) => Math.max(0, part.weight))
  .sort(null);
const shape = arc<ReturnType<typeof layout>[number]>().innerRadius(44).outerRadius(62);

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
  const several = parts.filter(({ weight }) => weight > 0).length > 1; // one part alone is a whole ring
  return (
    <div className={css.donut}>
      <div className={css.ring}>
        <svg viewBox="-62 -62 124 124" aria-hidden="true">
          {layout
            .padAngle(several ? 0.02 : 0)([...parts])
            .map((slice, index) =>
              slice.data.weight > 0 ? (
                <path key={slice.data.key} d={shape(slice) ?? ''} className={css[`slice${index + 1}`]} />
              ) : null,
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
            <i className={css[`part${index + 1}`]} />
            <span>{part.label}</span>
            <b>{part.share}</b>
            <span className={css.amount}>{part.amount}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
