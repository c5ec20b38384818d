import { useId, type ReactNode, type TextareaHTMLAttributes } from 'react';
import { cx } from './class-names.ts';
import { Below } from './field.tsx';
import css from './text-area.module.css';

type AreaProps = TextareaHTMLAttributes<HTMLTextAreaElement>;

/** The bare box of several lines, for a form that labels it otherwise. */
export const Area = ({ className, ...area }: AreaProps) => <textarea {...area} className={cx(css.area, className)} />;

type Props = Omit<AreaProps, 'id' | 'aria-invalid' | 'aria-describedby'> & {
  readonly label: string;
  /** Below the box while there is no error. */
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
};

/** A labelled text of several lines. */
export function TextArea({ label, hint, error, ...area }: Props) {
  const id = useId();
  const below = `${id}-below`;
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <Area
        {...area}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined && hint === undefined ? undefined : below}
      />
      <Below id={below} hint={hint} error={error} />
    </div>
  );
}
