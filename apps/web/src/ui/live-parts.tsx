import amount from './amount.module.css';
import { cx } from './class-names.ts';
import { Triangle, TRIANGLE } from './icons.tsx';
import digits from './digits.module.css';
import { digitsPainter } from './live-text.ts';
import type { SparkShape } from './spark-shape.ts';
import spark from './sparkline.module.css';

/**
 * Parts of a row that is painted by hand, many times a second: React makes their elements once and renders
 * them no more. They look like `Pill` and `Sparkline`, in whose style sheets they stand; what they say to a
 * screen reader is the name of their row.
 */

type Direction = 'up' | 'down' | 'flat';

export const LivePill = () => (
  <span className={amount.pill}>
    <Triangle direction="up" />
    <span>
      <span className={digits.box} />
    </span>
  </span>
);

/** Paints a `LivePill`. Without a direction there is no arrow. */
export function pillPainter(pill: Element): (text: string, direction: Direction) => void {
  const [arrow, words] = pill.children as unknown as [SVGSVGElement, HTMLElement]; // as LivePill makes them
  const paintText = digitsPainter(words.firstElementChild as HTMLElement);
  const paintArrow = arrowPainter(arrow);
  let shown: Direction | undefined;
  return (said, direction) => {
    paintText(said);
    if (shown === direction) return;
    shown = direction;
    pill.className = cx(amount.pill, amount[`pill_${direction}`]);
    paintArrow(direction);
  };
}

/** A price that has not moved has no arrow. */
export function arrowPainter(arrow: SVGSVGElement): (direction: Direction) => void {
  return (direction) => {
    arrow.style.display = direction === 'flat' ? 'none' : '';
    if (direction !== 'flat') arrow.firstElementChild?.setAttribute('d', TRIANGLE[direction]);
  };
}

const SPARK = { width: 64, height: 28 } as const;

export const LiveSparkline = () => (
  <svg {...SPARK} className={spark.spark} viewBox={`0 0 ${SPARK.width} ${SPARK.height}`} aria-hidden="true">
    <path className={spark.base} />
    <path className={spark.fill} />
    <path className={spark.line} />
    <circle className={spark.dot} r="2" />
  </svg>
);

/** Paints a `LiveSparkline`; one without a shape is not seen. */
export function sparkPainter(svg: Element): (shape: SparkShape | undefined, direction: Direction) => void {
  const [base, fill, line, dot] = svg.children as unknown as SVGElement[]; // as LiveSparkline makes them
  let shown: { shape: SparkShape | undefined; direction?: Direction } | undefined;
  return (shape, direction) => {
    if (shown?.direction !== direction) svg.setAttribute('class', cx(spark.spark, spark[direction]));
    if (!shape || !shown?.shape) (svg as SVGSVGElement).style.visibility = shape ? '' : 'hidden';
    if (shape && shape.line !== shown?.shape?.line) {
      line?.setAttribute('d', shape.line);
      dot?.setAttribute('cx', String(shape.end.x));
      dot?.setAttribute('cy', String(shape.end.y));
    }
    if (shape && shape.fill !== shown?.shape?.fill) fill?.setAttribute('d', shape.fill);
    if (shape && shape.base !== shown?.shape?.base)
      base?.setAttribute('d', shape.base === undefined ? '' : `M0 ${shape.base}H${SPARK.width}`);
    shown = { shape, direction };
  };
}
