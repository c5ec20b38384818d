import type { ReactNode } from 'react';
import css from './offerings.module.css';

export type Figure = readonly [label: ReactNode, value: ReactNode];

/** Three figures in a row; more of them go on in the next one. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className={css.figures}>
      {figures.map(([label, value], index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
