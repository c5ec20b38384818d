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

/**
 * The gold row that opens a proof: a link, a button, or a plain row. It says only what was computed on this
 * device; before that, what will be.
 */
export function SealRow({
  title,
  text,
  icon = 'seal',
  href,
  onPress,
  className,
}: {
  readonly title: string;
  readonly text: string;
  readonly icon?: IconName;
  readonly href?: string;
  readonly onPress?: () => void;
  readonly className?: string | undefined;
}) {
  const inside = (
    <>
      <Icon name={icon} size={26} />
      <span className={css.sealWords}>
        <b>{title}</b>
        <span>{text}</span>
      </span>
      {(href ?? onPress) !== undefined && <Icon name="go" size={18} />}
    </>
  );
  const classes = cx(css.seal, className);
  if (href !== undefined) {
    return (
      <a className={classes} href={href}>
        {inside}
      </a>
    );
  }
  if (onPress === undefined) return <div className={classes}>{inside}</div>;
  return (
    <button type="button" className={classes} onClick={onPress}>
      {inside}
    </button>
  );
}
