import { useId, useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { pickableDates } from '#lib/date-range.ts';
import css from './field.module.css';

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix' | 'size'> & {
  readonly label: string;
  /** Below the input while there is no error. */
  readonly hint?: ReactNode;
  /** The hint mends what is wrong: it stays below an error. */
  readonly hintStays?: boolean;
  readonly error?: string | undefined;
  /** Before the text: +91. */
  readonly prefix?: ReactNode;
  /** After the text, inside the border. */
  readonly suffix?: ReactNode;
  /** At the right of the label: "Forgot it?". */
  readonly aside?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
};

/** What stands below a box: what is wrong with it, or else a hint. */
export function Below({ id, hint, error }: Pick<FieldProps, 'hint' | 'error'> & { readonly id: string }) {
  const said = error ?? hint;
  if (said === undefined) return null;
  return (
    <p
      id={id}
      className={cx(css.below, error !== undefined && css.error)}
      role={error === undefined ? undefined : 'alert'}
    >
      {said}
    </p>
  );
}

/**
 * A labelled input; a field of dates reaches 150 years either side. Works with react-hook-form: `<Field
 * label=… error={errors.phone?.message} {...register('phone')} />`.
 */
export function Field({ label, hint, hintStays, error, prefix, suffix, aside, className, ref, ...input }: FieldProps) {
  const id = useId();
  const below = `${id}-below`;
  return (
    <div className={cx(css.field, className)}>
      <div className={css.label}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className={cx(css.box, error !== undefined && css.wrong)}>
        {prefix !== undefined && <span className={css.prefix}>{prefix}</span>}
        <input
          {...(input.type === 'date' && pickableDates(new Date().getFullYear()))}
          {...input}
          ref={ref}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={error !== undefined || hint !== undefined ? below : undefined}
        />
        {suffix}
      </div>
      <Below id={below} hint={hint} error={error} />
      {error !== undefined && hintStays && <p className={css.below}>{hint}</p>}
    </div>
  );
}

/** A password with an eye. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'suffix'>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      suffix={
        <IconButton
          icon={shown ? 'eyeOff' : 'eye'}
          size={20}
          className={css.eye}
          label={t(shown ? 'field.hidePassword' : 'field.showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
