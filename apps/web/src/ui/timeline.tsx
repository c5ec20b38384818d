import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import css from './timeline.module.css';

export type TimelineStep = {
  readonly key: string;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** The real instant, or what the step brings, at the right. */
  readonly time?: ReactNode;
  /** Filled: it happened. Hollow: it is still to come. */
  readonly done?: boolean;
};

/** What happened, newest first. */
export function Timeline({ steps }: { readonly steps: readonly TimelineStep[] }) {
  return (
    <ol className={css.timeline}>
      {steps.map((step) => (
        <li key={step.key} className={cx((step.done ?? true) && css.done)}>
          <i />
          <span className={css.words}>
            <b>{step.title}</b>
            {step.text !== undefined && <span className={css.text}>{step.text}</span>}
          </span>
          {step.time !== undefined && <span className={css.time}>{step.time}</span>}
        </li>
      ))}
    </ol>
  );
}
