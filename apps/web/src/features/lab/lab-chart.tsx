import { rupees } from '@khara/money';
import { HOUR_MS } from '@khara/rules';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showPrice } from '#lib/number.ts';
import { showMarketTime } from '#lib/time.ts';
import { cx } from '#ui/class-names.ts';
import type { LabDay, Lane, LaneOrder } from './lane.ts';
import { buildBars, beginOfBar, priceLevels, linePath, toX, type Span } from './lab-shape.ts';
import css from './lab.module.css';

/** Of a chart whose place has no height of its own. */
const MIN_HEIGHT = 250;
const TOP = 14;
const BOTTOM = 22;
const AXIS_PX = 66;
const HOURS = [10, 12, 14] as const;

export const showRupees = (price: number): string => rupees(BigInt(price));

/**
 * The day's bars to the moment that is shown, and nothing of what comes: no bar, no price of the axis. With `before`
 * what comes is two lines, as it was and as it would have been.
 */
export function LabChart({
  day,
  lane,
  before,
  step,
  whole,
  own,
}: {
  readonly day: LabDay;
  readonly lane: Lane;
  readonly before?: Lane | undefined;
  readonly step: number;
  /** The rest of the day is shown too. */
  readonly whole: boolean;
  readonly own: readonly LaneOrder[];
}) {
  const { t } = useTranslation('lab');
  const language = useLanguage();
  const frame = useRef<HTMLDivElement>(null);
  const { width, height: room } = useSize(frame);
  const height = Math.max(MIN_HEIGHT, room);
  const span = daySpan(day);
  const bars = buildBars(lane, day, whole ? day.steps : step);
  const last = bars.at(-1)?.close ?? day.previousClose;
  const right = width - AXIS_PX;
  const coming = (of: Lane) => buildBars(of, day, day.steps).filter(({ toMs }) => toMs > day.times[step]!);
  const lines = before && !whole ? [coming(before), coming(lane)] : [];
  const { low, high, levels } = priceLevels([...bars, ...lines.flat()], day.previousClose, day.tick);
  const x = (timeMs: number): number => toX(timeMs, span, right);
  const y = (price: number): number => TOP + (1 - (price - low) / (high - low)) * (height - TOP - BOTTOM - 44);
  const now = x(day.times[step]!);
  const most = Math.max(1, ...bars.map(({ volume }) => volume));
  return (
    <div ref={frame} className={css.chart}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={t('chart', {
            code: day.code,
            time: showMarketTime(day.times[step]),
            price: showPrice(showRupees(last), language),
          })}
        >
          {!whole && (
            <rect className={css.future} x={now} y="0" width={Math.max(0, right - now)} height={height - BOTTOM} />
          )}
          {levels.map((level) => (
            <g key={level}>
              <path className={css.grid} d={`M0 ${y(level)}H${right}`} />
              <text className={css.axis} x={width - 6} y={y(level) + 4} textAnchor="end">
                {showPrice(showRupees(level), language)}
              </text>
            </g>
          ))}
          {HOURS.map((hour) => (
            <g key={hour}>
              <path className={css.grid} d={`M${x(hour * HOUR_MS)} 0V${height - BOTTOM}`} />
              <text className={css.axis} x={x(hour * HOUR_MS)} y={height - 6} textAnchor="middle">
                {hour}:00
              </text>
            </g>
          ))}
          {lines.map((line, at) => (
            <path key={at} className={at === 0 ? css.was : css.would} d={linePath(line, x, y)} />
          ))}
          {bars.map(({ fromMs, toMs, open, high: top, low: bottom, close, volume }) => {
            const middle = (x(fromMs) + x(toMs)) / 2;
            const wide = Math.max(1.5, (x(toMs) - x(fromMs)) * 0.62);
            const body = Math.max(1, Math.abs(y(open) - y(close)));
            return (
              <g key={fromMs} className={close < open ? css.fell : css.rose}>
                <path d={`M${middle} ${y(top)}V${y(bottom)}`} />
                <rect x={middle - wide / 2} y={Math.min(y(open), y(close))} width={wide} height={body} />
                <rect
                  className={css.volume}
                  x={middle - wide / 2}
                  y={height - BOTTOM - (volume / most) * 36}
                  width={wide}
                  height={(volume / most) * 36}
                />
              </g>
            );
          })}
          {own.flatMap(({ id, side, fills }) =>
            fills.slice(0, 1).flatMap((fill) =>
              !whole && !before && fill.step >= step
                ? []
                : [
                    <g key={id} className={cx(css.mark, side === 'sell' && css.markSell)}>
                      <circle
                        cx={x(day.times[fill.step]!)}
                        cy={clamp(height, y(fill.price) + (side === 'buy' ? 22 : -22))}
                        r="9"
                      />
                      <text
                        x={x(day.times[fill.step]!)}
                        y={clamp(height, y(fill.price) + (side === 'buy' ? 22 : -22)) + 4}
                        textAnchor="middle"
                      >
                        {side === 'buy' ? 'B' : 'S'}
                      </text>
                    </g>,
                  ],
            ),
          )}
          <path className={css.now} d={`M${now} 0V${height - BOTTOM}`} />
        </svg>
      )}
    </div>
  );
}

/** A mark stays on the picture. */
const clamp = (height: number, y: number): number => Math.min(height - BOTTOM - 12, Math.max(12, y));

const daySpan = ({ times, steps, phases }: LabDay): Span => {
  const first = phases.find(({ phase }) => phase !== 'closed');
  // From the beginning of the first bar, so that none is cut.
  return { fromMs: beginOfBar(times[first?.fromStep ?? 0]!), toMs: times[steps]! };
};

const LINES_HEIGHT = 150;

/** The price with the change over the price as it was, for the whole day. */
export function TwoLines({ day, was, would }: { readonly day: LabDay; readonly was: Lane; readonly would: Lane }) {
  const { t } = useTranslation('lab');
  const language = useLanguage();
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const span = daySpan(day);
  const bars = [buildBars(was, day, day.steps), buildBars(would, day, day.steps)] as const;
  const { low, high, levels } = priceLevels(bars.flat(), day.previousClose, day.tick);
  const right = width - AXIS_PX;
  const y = (price: number): number => 8 + (1 - (price - low) / (high - low)) * (LINES_HEIGHT - 30);
  const [before, after] = bars.map((one) => linePath(one, (timeMs) => toX(timeMs, span, right), y));
  return (
    <div ref={frame} className={css.lines}>
      {width > 0 && (
        <svg
          width={width}
          height={LINES_HEIGHT}
          viewBox={`0 0 ${width} ${LINES_HEIGHT}`}
          role="img"
          aria-label={t('lines', {
            was: showPrice(showRupees(was.closePrice), language),
            would: showPrice(showRupees(would.closePrice), language),
          })}
        >
          {levels.map((level) => (
            <g key={level}>
              <path className={css.grid} d={`M0 ${y(level)}H${right}`} />
              <text className={css.axis} x={width - 2} y={y(level) + 4} textAnchor="end">
                {showPrice(showRupees(level), language)}
              </text>
            </g>
          ))}
          {HOURS.map((hour) => (
            <text
              key={hour}
              className={css.axis}
              x={toX(hour * HOUR_MS, span, right)}
              y={LINES_HEIGHT - 4}
              textAnchor="middle"
            >
              {hour}:00
            </text>
          ))}
          <path className={css.would} d={after} />
          <path className={css.was} d={before} />
        </svg>
      )}
      <p className={css.legend} aria-hidden="true">
        <span>
          <i className={css.keyWould} /> {t('asWould')}
        </span>
        <span>
          <i className={css.keyWas} /> {t('asWas')}
        </span>
      </p>
    </div>
  );
}

/** The bars in figures, newest first. */
export function LabTable({
  day,
  lane,
  step,
  whole,
}: {
  readonly day: LabDay;
  readonly lane: Lane;
  readonly step: number;
  readonly whole: boolean;
}) {
  const { t } = useTranslation('lab');
  const language = useLanguage();
  return (
    // Scrolls by itself, so it can be reached by the keyboard.
    // oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex
    <div className={css.tableFrame} tabIndex={0} role="region" aria-label={t('showTable')}>
      <table className={css.table}>
        <thead>
          <tr>
            {(['time', 'high', 'low', 'lastPrice'] as const).map((name) => (
              <th key={name} scope="col">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buildBars(lane, day, whole ? day.steps : step)
            .toReversed()
            .map(({ fromMs, high, low, close }) => (
              <tr key={fromMs}>
                <th scope="row">{showMarketTime(fromMs)}</th>
                {[high, low, close].map((price, at) => (
                  // Three prices in one order.
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={at}>{showPrice(showRupees(price), language)}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

/** Of a frame, in whole px; zero before it is measured. */
function useSize(frame: RefObject<HTMLElement | null>): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const changes = new ResizeObserver(measure);
    changes.observe(element);
    return () => changes.disconnect();
  }, [frame]);
  return size;
}
