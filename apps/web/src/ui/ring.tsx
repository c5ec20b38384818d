import type { ReactNode } from 'react';
import css from './ring.module.css';

/** A ring that fills: an order's fill, a countdown. `part` is 0 to 1; the middle says it in figures. */
export function Ring({
  part,
  size = 96,
  width = 7,
  tone = 'accent',
  children,
}: {
  readonly part: number;
  readonly size?: number;
  readonly width?: number;
  readonly tone?: 'accent' | 'up';
  readonly children: ReactNode;
}) {
  const radius = (size - width) / 2;
  const around = 2 * Math.PI * radius;
  const filled = Math.min(1, Math.max(0, part));
  return (
    <span className={css.ring} style={{ width: size, height: size }}>
      <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <circle className={css.ground} cx={size / 2} cy={size / 2} r={radius} strokeWidth={width} />
        {filled > 0 && (
          <circle
            className={css[tone]}
            cx={size / 2}
            cy={size / 2}
            r={radius}
            strokeWidth={width}
            strokeDasharray={`${around * filled} ${around}`}
            transform={`rotate(-90 ${size / 2} ${size / 2})`}
          />
        )}
      </svg>
      <span className={css.middle}>{children}</span>
    </span>
  );
}
