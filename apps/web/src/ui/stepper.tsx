import { plainDecimal } from '@khara/rules';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Below } from './field.tsx';
import css from './field.module.css';
import { Icon } from './icons.tsx';

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

/** A number between two keys; hold a key to go on. The value can be typed, in digits of any script. */
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
            onChange={(event) => onChange(plainDecimal(event.target.value))}
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
      <Below id={below} hint={hint} error={error} />
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
