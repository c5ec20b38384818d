import type { ReactNode } from 'react';
import { HeroCard } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import css from './outcome.module.css';

type Props = {
  /** In a tag above the title. */
  readonly state?: string;
  readonly title: string;
  /** Something was won: the tag is gold. */
  readonly won?: boolean;
  /** Paragraphs; what else there is comes after them. */
  readonly children: ReactNode;
};

/** How a draw or an application stands, in one sentence. */
export function Outcome({ state, title, won = false, children }: Props) {
  return (
    <HeroCard className={cx(css.hero, won && css.won)}>
      {state !== undefined && <span className={css.state}>{state}</span>}
      <h2>{title}</h2>
      {children}
    </HeroCard>
  );
}
