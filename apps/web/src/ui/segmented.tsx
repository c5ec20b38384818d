import { useContext, useId, useLayoutEffect, useState } from 'react';
import css from './choice.module.css';
import { cx } from './class-names.ts';
import { Icon } from './icons.tsx';
import { InSheet } from './in-sheet.ts';
import { Sheet } from './sheet.tsx';

type Option<V extends string> = {
  readonly value: V;
  readonly label: string;
  /** Shown off, with the reason in its title. */
  readonly disabled?: string | undefined;
  /** The key that chooses it. */
  readonly shortcut?: string;
};

type SegmentedProps<V extends string> = {
  readonly label: string;
  readonly options: readonly Option<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  /** `side`: the chosen half is green (buy) or red (sell). */
  readonly tone?: 'side';
  readonly className?: string | undefined;
};

/**
 * Two to four exclusive choices in one bar: a radio group by the platform's own radios, so arrows and screen
 * readers work. Where the bar has no room for its words it is a row that opens a picker; in a sheet, which
 * opens no other, a list.
 */
export function Segmented<V extends string>({ label, options, value, onChange, tone, className }: SegmentedProps<V>) {
  const group = useId();
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const fits = useFits(bar, options.map((option) => option.label).join('\n'));
  const inSheet = useContext(InSheet);
  const Instead = inSheet ? Choices : Picker;
  return (
    <div className={className}>
      <div
        ref={setBar}
        role="radiogroup"
        aria-label={label}
        className={cx(css.segmented, !fits && css.measured)}
        inert={!fits}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(css.segment, tone === 'side' && css[`side_${option.value}`])}
            title={option.disabled}
          >
            <input
              type="radio"
              name={group}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled !== undefined}
              aria-keyshortcuts={option.shortcut}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {!fits && <Instead label={label} options={options} value={value} onChange={onChange} />}
    </div>
  );
}

/** Lines that a word of a bar may take. */
const LINES = 2;

/**
 * Whether every word of a bar has room, measured as it is drawn: by language, width and size of letters. The
 * bar is measured on while something else is shown.
 */
function useFits(bar: HTMLElement | null, words: string): boolean {
  const [fits, setFits] = useState(true);
  useLayoutEffect(() => {
    if (!bar) return undefined;
    const labels = [...bar.querySelectorAll('span')];
    const measure = () => setFits(labels.every(hasRoom));
    measure();
    const changes = new ResizeObserver(measure);
    for (const each of [bar, ...labels]) changes.observe(each);
    document.fonts.addEventListener('loadingdone', measure); // letters that come late have another width
    return () => {
      changes.disconnect();
      document.fonts.removeEventListener('loadingdone', measure);
    };
  }, [bar, words]);
  return fits;
}

/**
 * A word that is broken off or cut has none; the drawn text is measured, since what runs over into a padding
 * is no overflow to the browser.
 */
function hasRoom(words: HTMLElement): boolean {
  const { lineHeight, paddingLeft, paddingRight } = getComputedStyle(words);
  const text = document.createRange();
  text.selectNodeContents(words);
  const { width, height } = text.getBoundingClientRect();
  const room = words.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return width <= room + 0.5 && height < (LINES + 0.5) * parseFloat(lineHeight); // half a pixel is rounding
}

type ListProps<V extends string> = Pick<SegmentedProps<V>, 'label' | 'options' | 'value' | 'onChange'>;

/** What is chosen, in a row that opens the others. */
function Picker<V extends string>({ onChange, ...list }: ListProps<V>) {
  const { label, options, value } = list;
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={css.picker} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span>{label}</span>
        <b>{options.find((option) => option.value === value)?.label}</b>
        <Icon name="down" size={18} />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={label}>
        <Choices
          {...list}
          onChange={(next) => {
            onChange(next);
            setOpen(false);
          }}
        />
      </Sheet>
    </>
  );
}

/** The same choices below each other; one that cannot be chosen says why. */
function Choices<V extends string>({ label, options, value, onChange }: ListProps<V>) {
  const group = useId();
  return (
    <div role="radiogroup" aria-label={label} className={css.choices}>
      {options.map((option) => (
        <label key={option.value} className={css.choice}>
          <input
            type="radio"
            name={group}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled !== undefined}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.disabled !== undefined && <small>{option.disabled}</small>}
          </span>
          {option.value === value && <Icon name="check" size={20} />}
        </label>
      ))}
    </div>
  );
}
