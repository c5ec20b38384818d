import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import { Segmented } from '#ui/segmented.tsx';
import css from './record.module.css';

type Props<Way extends string> = {
  readonly title: string;
  /** What the figures are, beside the title. */
  readonly about: string;
  /** What the choice is between. */
  readonly label: string;
  readonly ways: readonly { readonly value: Way; readonly label: string }[];
  readonly by: Way;
  readonly onChange: (by: Way) => void;
  readonly children: ReactNode;
};

/** Figures of My record by one of several properties, which the reader chooses. */
export function PartsCard<Way extends string>({ title, about, label, ways, by, onChange, children }: Props<Way>) {
  return (
    <Card>
      <div className={css.head}>
        <h2 className={css.title}>{title}</h2>
        <span className={css.quiet}>{about}</span>
      </div>
      <Segmented label={label} options={ways} value={by} onChange={onChange} />
      {children}
    </Card>
  );
}
