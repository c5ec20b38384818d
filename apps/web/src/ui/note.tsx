import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icons.tsx';
import css from './note.module.css';

/** A note in the flow of a page. neutral; sky: good to know; gold: practice and trust; warn: scams. */
export function Note({
  children,
  tone = 'neutral',
  icon,
  className,
}: {
  readonly children: ReactNode;
  readonly tone?: 'neutral' | 'sky' | 'gold' | 'warn';
  readonly icon?: IconName;
  readonly className?: string | undefined;
}) {
  return (
    <div className={cx(css.note, css[tone], className)}>
      <Icon name={icon ?? (tone === 'warn' ? 'warn' : 'info')} size={18} />
      <div>{children}</div>
    </div>
  );
}

/** The gold row that opens a proof. It says only what was computed on this device; before that, what will be. */
export function SealRow({
  title,
  text,
  href,
  className,
}: {
  readonly title: string;
  readonly text: string;
  readonly href?: string;
  readonly className?: string | undefined;
}) {
  const inside = (
    <>
      <Icon name="seal" size={26} />
      <span className={css.sealWords}>
        <b>{title}</b>
        <span>{text}</span>
      </span>
      {href !== undefined && <Icon name="go" size={18} />}
    </>
  );
  return href === undefined ? (
    <div className={cx(css.seal, className)}>{inside}</div>
  ) : (
    <a className={cx(css.seal, className)} href={href}>
      {inside}
    </a>
  );
}
