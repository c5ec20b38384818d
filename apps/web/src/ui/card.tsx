import type { ReactNode } from 'react';
import css from './card.module.css';
import { cx } from './class-names.ts';
import { Rosette } from './brand.tsx';

/** A card on the page's ground. Cards are never nested; inside one use `--surface-2`. */
export function Card({
  children,
  className,
  pad = true,
}: {
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly pad?: boolean;
}) {
  return (
    <section data-block="" className={cx(css.card, pad && css.pad, className)}>
      {children}
    </section>
  );
}

/** The ink card with the rosette: only Home, login and a draw's result. */
export function HeroCard({
  children,
  className,
}: {
  readonly children: ReactNode;
  readonly className?: string | undefined;
}) {
  return (
    <section className={cx(css.hero, className)}>
      <Rosette className={css.rosette} />
      {children}
    </section>
  );
}

/** The heading above a list or a row of cards, with a small action at the right. */
export function SectionHead({ title, children }: { readonly title: ReactNode; readonly children?: ReactNode }) {
  return (
    <div className={css.section}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
