import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icons.tsx';
import css from './row.module.css';

type Props = {
  readonly icon?: IconName;
  /** Something else than an icon at the left: a tile, a logo. */
  readonly lead?: ReactNode;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** At the right: a short value, a tag, or two lines. */
  readonly value?: ReactNode;
  readonly valueText?: ReactNode;
  readonly chevron?: boolean;
  readonly onPress?: () => void;
  /** An address inside the app (`#/pages/…`): the row is then a link. */
  readonly href?: string;
  readonly className?: string | undefined;
  /** Its page is not for this reader yet; it still leads to what has to come first. */
  readonly 'aria-disabled'?: true;
};

/** A row of a list, 52 px or more, with a hairline above all but the first. */
export function ListRow({
  icon,
  lead,
  title,
  text,
  value,
  valueText,
  chevron,
  onPress,
  href,
  className,
  ...rest
}: Props) {
  const isLive = (onPress ?? href) !== undefined;
  const inside = (
    <>
      {lead ?? (icon && <Icon name={icon} size={22} className={css.icon} />)}
      <span className={css.words}>
        <span className={css.title}>{title}</span>
        {text !== undefined && <span className={css.text}>{text}</span>}
      </span>
      {(value !== undefined || valueText !== undefined) && (
        <span className={css.values}>
          <span className={css.value}>{value}</span>
          {valueText !== undefined && <span className={css.text}>{valueText}</span>}
        </span>
      )}
      {(chevron ?? isLive) && <Icon name="go" size={18} className={css.chevron} />}
    </>
  );
  const row = {
    ...rest,
    className: cx(css.row, isLive && css.live, className),
    'data-arrows': '',
    children: inside,
  };
  if (href !== undefined) return <a {...row} href={href} />;
  if (onPress) return <button {...row} type="button" onClick={onPress} />;
  return <div {...row} />;
}
