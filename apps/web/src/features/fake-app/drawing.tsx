import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import css from './drawing.module.css';

/*
 * The fake app is drawn, and never built: it uses no part of the kit and no token. A copy of these files is
 * a picture with LESSON – NOT AN APP across it, and no app.
 */

/** In rem from the top: a high drawing has as many as it needs, so that a part of it that is cut out has them too. */
const ACROSS = Array.from({ length: 14 }, (_, line) => 5 + line * 7);

/** The words across whatever is drawn. */
export function Across() {
  const { t } = useTranslation('lesson');
  return (
    <svg className={css.across} aria-hidden="true">
      {ACROSS.map((y) => (
        <text key={y} x="50%" y={`${y}rem`} textAnchor="middle">
          {t('notAnApp')}
        </text>
      ))}
    </svg>
  );
}

/** The words on black and yellow: under the lesson's bar. */
export function Tape() {
  const { t } = useTranslation('lesson');
  return (
    <div className={css.tape} role="note">
      <b>{t('notAnApp')}</b>
    </div>
  );
}

/**
 * A drawing in its dashed frame, or the dark one of the operator. The words are a part of it: on a strip at its
 * top, at its bottom too where it is dark, and across it. `what` names it for readers who cannot see it.
 */
export function Drawing({
  what,
  dark,
  small,
  children,
}: {
  readonly what: string;
  readonly dark?: boolean;
  readonly small?: boolean;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('lesson');
  const strip = (
    <div className={css.strip} aria-hidden="true">
      {t('notAnApp')}
    </div>
  );
  return (
    <figure className={cx(css.frame, dark && css.dark, small && css.small)} aria-label={t('drawing', { what })}>
      {strip}
      <div className={css.inside}>{children}</div>
      <Across />
      {dark && strip}
    </figure>
  );
}

/** A drawn message: whose, where more than one speaks, and what it says. */
export function Bubble({
  who,
  mine,
  children,
}: {
  readonly who?: string;
  readonly mine?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <p className={cx(css.bubble, mine && css.mine)}>
      {who !== undefined && <b>{who}</b>} {children}
    </p>
  );
}

/** A drawn card: a label, a figure, a line under it. */
export function Plate({
  label,
  value,
  note,
  alarm,
}: {
  readonly label: string;
  readonly value?: string;
  readonly note?: string | undefined;
  readonly alarm?: boolean;
}) {
  return (
    <div className={cx(css.plate, alarm && css.alarm)}>
      <p className={value === undefined ? css.loud : css.label}>{label}</p>
      {value !== undefined && <p className={css.value}>{value}</p>}
      {note !== undefined && <p className={css.label}>{note}</p>}
    </div>
  );
}

/** The head of a drawn screen: a grey disc, a name, a line. */
export function Head({ title, note }: { readonly title: string; readonly note?: string }) {
  return (
    <div className={css.head}>
      <i aria-hidden="true" />
      <p>
        <b>{title}</b>
        {note !== undefined && <small>{note}</small>}
      </p>
    </div>
  );
}
