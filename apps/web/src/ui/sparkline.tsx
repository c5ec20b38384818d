import css from './sparkline.module.css';
import { cx } from './class-names.ts';
import { sparkShape } from './spark-shape.ts';

type Props = {
  /** Prices of the day, oldest first. */
  readonly prices: readonly string[];
  readonly prevClose?: string | undefined;
  readonly direction: 'up' | 'down' | 'flat';
  readonly width?: number;
  readonly height?: number;
  readonly className?: string | undefined;
};

/**
 * The day as a line. In a market row it is drawn by `sparkPainter` (live-parts.tsx) instead, which renders
 * nothing again.
 */
export function Sparkline({ prices, prevClose, direction, width = 64, height = 28, className }: Props) {
  const shape = sparkShape(prices, prevClose, width, height);
  if (!shape) return <span className={className} style={{ width, height }} />;
  return (
    <svg
      className={cx(css.spark, css[direction], className)}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {shape.base !== undefined && <path className={css.base} d={`M0 ${shape.base}H${width}`} />}
      <path className={css.fill} d={shape.fill} />
      <path className={css.line} d={shape.line} />
      <circle className={css.dot} cx={shape.end.x} cy={shape.end.y} r="2" />
    </svg>
  );
}
