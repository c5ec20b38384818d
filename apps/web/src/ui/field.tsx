import { useEffect, useId, useRef, useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { pickableDates } from '#lib/date-range.ts';
import css from './field.module.css';
import { Icon } from './icons.tsx';

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
      {(error !== undefined || hint !== undefined) && (
        <p
          id={below}
          className={cx(css.below, error !== undefined && css.error)}
          role={error === undefined ? undefined : 'alert'}
        >
          {error ?? hint}
        </p>
      )}
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

const HOLD_AFTER_MS = 350;
const HOLD_EVERY_MS = 80;

type StepperProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** One step up (+1) or down (−1); undefined when there is none. The caller knows ticks and lots. */
  readonly onStep: (direction: 1 | -1) => void;
  readonly lessLabel: string;
  readonly moreLabel: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly unit?: string;
  readonly inputMode?: 'numeric' | 'decimal';
  readonly className?: string | undefined;
};

/** A number between two keys; hold a key to go on. The value can be typed. */
export function Stepper({
  label,
  value,
  onChange,
  onStep,
  lessLabel,
  moreLabel,
  hint,
  error,
  unit,
  inputMode = 'numeric',
  className,
}: StepperProps) {
  const id = useId();
  const below = `${id}-below`;
  const step = useRef(onStep);
  useEffect(() => {
    step.current = onStep;
  });
  const key = (direction: 1 | -1, name: string) => (
    <StepKey name={name} icon={direction > 0 ? 'plus' : 'minus'} onStep={() => step.current(direction)} />
  );
  return (
    <div className={cx(css.field, className)}>
      <div className={css.label}>
        <label htmlFor={id}>{label}</label>
      </div>
      <div className={cx(css.box, css.stepper, error !== undefined && css.wrong)}>
        {key(-1, lessLabel)}
        <span className={css.stepValue}>
          <input
            id={id}
            inputMode={inputMode}
            autoComplete="off"
            value={value}
            aria-invalid={error !== undefined}
            aria-describedby={error !== undefined || hint !== undefined ? below : undefined}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
              event.preventDefault();
              onStep(event.key === 'ArrowUp' ? 1 : -1);
            }}
          />
          {unit && <small>{unit}</small>}
        </span>
        {key(1, moreLabel)}
      </div>
      {(error !== undefined || hint !== undefined) && (
        <p
          id={below}
          className={cx(css.below, error !== undefined && css.error)}
          role={error === undefined ? undefined : 'alert'}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

function StepKey({
  name,
  icon,
  onStep,
}: {
  readonly name: string;
  readonly icon: 'plus' | 'minus';
  readonly onStep: () => void;
}) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => stop, []);
  const held = useRef(false);
  const repeat = (wait: number) => {
    timer.current = setTimeout(() => {
      held.current = true;
      onStep();
      repeat(HOLD_EVERY_MS);
    }, wait);
  };
  return (
    <button
      type="button"
      className={css.stepKey}
      aria-label={name}
      onPointerDown={() => {
        held.current = false;
        repeat(HOLD_AFTER_MS);
      }}
      onPointerUp={stop}
      onPointerCancel={stop}
      onPointerLeave={stop}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        stop();
        if (!held.current) onStep();
      }}
    >
      <Icon name={icon} size={20} />
    </button>
  );
}

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
