import { useEffect, useRef, type ReactNode } from 'react';
import css from './choice.module.css';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icons.tsx';

type TabItem = {
  readonly value: string;
  readonly label: string;
  readonly count?: number | undefined;
  /** The key that chooses it. */
  readonly shortcut?: string;
};

/**
 * Tabs under a navigation bar. They live in the address, so they are links: `hrefOf('gainers')` is
 * `#/pages/market/index?tab=gainers`.
 */
export function Tabs({
  label,
  items,
  value,
  hrefOf,
  onSelect,
  large,
}: {
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly value: string;
  readonly hrefOf?: (value: string) => string;
  readonly onSelect: (value: string) => void;
  readonly large?: boolean;
}) {
  // A chosen tab that lies outside the bar comes into sight; the page itself is not scrolled.
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (!bar.current || !tab) return;
    const { offsetLeft, offsetWidth } = tab;
    bar.current.scrollTo({ left: offsetLeft - (bar.current.clientWidth - offsetWidth) / 2 });
  }, [value]);

  return (
    <nav ref={bar} className={cx(css.tabs, large && css.large)} aria-label={label}>
      {items.map((item) => (
        <a
          key={item.value}
          href={hrefOf?.(item.value) ?? '#'}
          className={css.tab}
          aria-current={item.value === value ? 'true' : undefined}
          aria-keyshortcuts={item.shortcut}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey) return; // a new browser tab
            event.preventDefault();
            if (item.value !== value) onSelect(item.value);
          }}
        >
          {item.label}
          {item.count !== undefined && item.count > 0 && <i className={css.count}>{item.count}</i>}
        </a>
      ))}
    </nav>
  );
}

/** A filter: 34 px to see, 44 px to hit. */
export function Chip({
  children,
  on,
  onPress,
  icon,
  opens,
  closes,
  label,
}: {
  readonly children: ReactNode;
  readonly on?: boolean;
  readonly onPress: () => void;
  readonly icon?: IconName;
  /** Opens a sheet: shows a caret. */
  readonly opens?: boolean;
  /** A press or Delete takes it away: shows a cross. */
  readonly closes?: boolean;
  /** What a press does, where its words say what it is. */
  readonly label?: string;
}) {
  return (
    <button
      type="button"
      className={cx(css.chip, on && css.chipOn)}
      aria-label={label}
      aria-pressed={opens || closes ? undefined : (on ?? false)}
      aria-haspopup={opens ? 'dialog' : undefined}
      onClick={onPress}
      onKeyDown={({ key }) => closes && key === 'Delete' && onPress()}
    >
      {icon && <Icon name={icon} size={18} />}
      {children}
      {opens && <Icon name="down" size={16} />}
      {closes && <Icon name="close" size={16} />}
    </button>
  );
}

/** Chips in a line that scrolls sideways. */
export function ChipBar({ children }: { readonly children: ReactNode }) {
  return <div className={css.chipBar}>{children}</div>;
}

/** Quick amounts: boxes in a line, one of them chosen. */
export function QuickPicks<V extends string>({
  label,
  options,
  value,
  onPick,
}: {
  readonly label: string;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly value: string;
  readonly onPick: (value: V) => void;
}) {
  return (
    <div className={css.picks} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={cx(css.pick, option.value === value && css.pickOn)}
          aria-pressed={option.value === value}
          onClick={() => onPick(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

/** A state word: 20 px. */
export function Tag({
  children,
  tone = 'neutral',
  icon,
}: {
  readonly children: ReactNode;
  readonly tone?: 'neutral' | 'accent' | 'up' | 'down' | 'warn' | 'gold';
  readonly icon?: IconName;
}) {
  return (
    <span className={cx(css.tag, css[`tag_${tone}`])}>
      {icon && <Icon name={icon} size={12} />}
      {children}
    </span>
  );
}
