import { plainDigits } from '@khara/rules';
import { useId, type InputHTMLAttributes, type Ref } from 'react';
import { cx } from './class-names.ts';
import css from './code-boxes.module.css';

export const CODE_LENGTH = 6;

/** The digits of a code as it was typed or pasted, in any script and with whatever stands between. */
export const readCode = (typed: string): string => plainDigits(typed).replace(/\D/g, '').slice(0, CODE_LENGTH);

/** Six boxes that show how far a code has come, never which digits it has. */
export function CodeBoxes({
  length,
  wrong,
  label,
}: {
  readonly length: number;
  readonly wrong?: boolean;
  readonly label: string;
}) {
  return (
    <div className={cx(css.boxes, wrong && css.wrong)} role="img" aria-label={label}>
      {Array.from({ length: CODE_LENGTH }, (_, index) => (
        <i key={index} className={cx(index < length && css.full, index === length && css.next)} />
      ))}
    </div>
  );
}

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'size'> & {
  readonly label: string;
  readonly error?: string | undefined;
  readonly length: number;
  readonly ref?: Ref<HTMLInputElement>;
};

/** Six boxes to type a code into: a real input lies over them, so that keyboards, paste and password managers work. */
export function CodeField({ label, error, length, ref, onChange, ...input }: Props) {
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <div className={css.over}>
        <input
          {...input}
          ref={ref}
          id={id}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => {
            event.target.value = readCode(event.target.value);
            void onChange?.(event);
          }}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-below`}
        />
        <div className={cx(css.boxes, error !== undefined && css.wrong)} aria-hidden="true">
          {Array.from({ length: CODE_LENGTH }, (_, index) => (
            <i key={index} className={cx(index < length && css.full, index === length && css.here)} />
          ))}
        </div>
      </div>
      {error !== undefined && (
        <p id={`${id}-below`} className={css.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
