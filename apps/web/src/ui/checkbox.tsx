import { useId, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import css from './field.module.css';
import { Icon } from './icons.tsx';

/** A box to agree with. The words beside it may hold links. */
export function Checkbox({
  checked,
  onChange,
  children,
  error,
}: {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  readonly error?: string | undefined;
}) {
  const id = useId();
  return (
    <div className={css.agree}>
      <span className={css.check}>
        <input
          id={id}
          type="checkbox"
          checked={checked}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-below`}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className={cx(css.tick, error !== undefined && css.wrong)}>
          <Icon name="check" size={16} />
        </span>
      </span>
      <div>
        <label htmlFor={id}>{children}</label>
        {error !== undefined && (
          <p id={`${id}-below`} className={cx(css.below, css.error)} role="alert">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

/** On or off, at once. */
export function Switch({
  on,
  onChange,
  label,
}: {
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly label: string;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      className={css.switch}
      onClick={() => onChange(!on)}
    >
      <i />
    </button>
  );
}
