import { useId, useLayoutEffect, useRef } from 'react';
import { useLanguage } from '#lib/language.ts';
import { type Currency } from '#ui/amount.tsx';
import { cx } from '#ui/class-names.ts';
import css from './amount-input.module.css';
import { caretAfter, readTyped, showTyped, signsBefore } from './amount-text.ts';

type Props = {
  readonly label: string;
  readonly currency: Currency;
  /** The plain amount ("50000.5"). */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint: string;
  readonly error: string | undefined;
};

/**
 * The amount as the page's hero number: typed or pasted, grouped as it grows, with the caret where the reader left it.
 */
export function AmountInput({ label, currency, value, onChange, hint, error }: Props) {
  const id = useId();
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const signs = useRef<number | undefined>(undefined);
  const shown = showTyped(value, language);

  useLayoutEffect(() => {
    if (signs.current === undefined || document.activeElement !== input.current) return;
    const caret = caretAfter(shown, signs.current);
    input.current?.setSelectionRange(caret, caret);
    signs.current = undefined;
  });

  return (
    <div className={css.amount}>
      <label className={css.unseen} htmlFor={id}>
        {label}
      </label>
      <div className={cx(css.line, error !== undefined && css.wrong)}>
        {currency === 'INR' && <span aria-hidden="true">₹</span>}
        <input
          ref={input}
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={shown}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-below`}
          onChange={({ target }) => {
            signs.current = signsBefore(target.value, target.selectionStart ?? target.value.length);
            onChange(readTyped(target.value, value));
          }}
        />
        {currency !== 'INR' && (
          <span className={css.code} aria-hidden="true">
            {currency}
          </span>
        )}
      </div>
      <p id={`${id}-below`} className={cx(css.below, error !== undefined && css.error)} role={error && 'alert'}>
        {error ?? hint}
      </p>
    </div>
  );
}
