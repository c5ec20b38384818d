import css from './sparkline.module.css';
import { cx } from './class-names.ts';

/** Numbers are only drawn here, never shown: floats are fine for pixels. */
export function Sparkline({
  prices,
  prevClose,
  direction,
  width = 64,
  height = 28,
  className,
}: {
  /** Prices of the day, oldest first. */
  readonly prices: readonly string[];
  readonly prevClose?: string | undefined;
  readonly direction: 'up' | 'down' | 'flat';
  readonly width?: number;
  readonly height?: number;
  readonly className?: string | undefined;
}) {
  if (prices.length < 2) return <span className={className} style={{ width, height }} />;
  const values = prices.map(Number);
  const base = prevClose === undefined ? undefined : Number(prevClose);
  const all = base === undefined ? values : [...values, base];
  const low = Math.min(...all);
  const span = Math.max(...all) - low || 1;
  const right = width - 3; // room for the dot
  const x = (index: number) => round((index / (values.length - 1)) * right + 1);
  const y = (value: number) => round(3 + (1 - (value - low) / span) * (height - 6));
  const line = values.map((value, index) => `${x(index)} ${y(value)}`).join('L');
  const ground = base === undefined ? height - 1 : y(base);
  const lastX = x(values.length - 1);
  const lastY = y(values[values.length - 1] ?? low);
  return (
    <svg
      className={cx(css.spark, css[direction], className)}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {base !== undefined && <path className={css.base} d={`M0 ${ground}H${width}`} />}
      <path className={css.fill} d={`M${line}L${lastX} ${ground}L1 ${ground}Z`} />
      <path className={css.line} d={`M${line}`} />
      <circle className={css.dot} cx={lastX} cy={lastY} r="2" />
    </svg>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;
