import { useId, useLayoutEffect, useRef, useState } from 'react';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { signOf, showCount } from '#lib/number.ts';
import { showMarketDate } from '#lib/time.ts';
import { Money } from '#ui/amount.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { useHiddenAmounts } from '#ui/hidden-amounts.ts';
import { FLOWS, dayFlows, lineShape, type LineDay, type Flow } from './line-shape.ts';
import { useShownMoney } from './use-shown-money.ts';
import css from './record-line.module.css';
import { showCompact } from '#lib/compact.ts';
import type { Language } from '@khara/contract';

/**
 * Of a level of the axis, in whole rupees: short where the short forms of all levels are exact, else whole. A short
 * form that is cut would name another height than its line has.
 */
export function axisText(rupees: number, levels: readonly { readonly rupees: number }[], language: Language): string {
  return levels.every((level) => isExact(level.rupees, language))
    ? showCompact(Math.round(rupees), language)
    : showCount(Math.round(rupees), language);
}

/** Whether the short form has every digit but the zeros at the end. */
const isExact = (rupees: number, language: Language): boolean =>
  significantDigits(showCompact(Math.round(rupees), language)) === significantDigits(String(Math.round(rupees)));

const significantDigits = (text: string): string => text.replaceAll(/\D/g, '').replace(/0+$/, '');

const HEIGHT = 190;
/** What a reading of a day says of money that moved on it, in this order. */
const MOVES = ['dayIn', 'dayOut', 'dayTookBack', 'dayCameBack'] as const;

type Props = {
  readonly days: readonly LineDay[];
  /** There was something before the first day: sums of what was put in begin with it. */
  readonly began: boolean;
};

/**
 * The member's value by market day beside the same money in the index, as a line or as a table. A pointer or the arrow
 * keys read a day: a range of the platform lies over the line.
 */
export function RecordLine({ days, began }: Props) {
  const { t } = useTranslation('record');
  const [table, setTable] = useState(false);
  return (
    <div className={css.panel}>
      {table ? <DayTable days={days} began={began} /> : <Line days={days} began={began} />}
      <div className={css.foot}>
        <ul className={css.marks}>
          {FLOWS.filter((kind) => days.some((day) => dayFlows(day).includes(kind))).map((kind) => (
            <li key={kind}>
              <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">
                <FlowMark kind={kind} x={0} y={0} />
              </svg>
              {t(`flows.${kind}`)}
            </li>
          ))}
          <li>
            <i className={css.sum} aria-hidden="true" />
            {t(began ? 'sumBegan' : 'sum')}
          </li>
        </ul>
        <TextButton onClick={() => setTable(!table)}>{t(table ? 'showChart' : 'showTable')}</TextButton>
      </div>
    </div>
  );
}

function Line({ days, began }: Props) {
  const { t } = useTranslation('record');
  const language = useLanguage();
  const hidden = useHiddenAmounts((state) => state.hidden);
  const money = useShownMoney();
  const frame = useRef<HTMLDivElement>(null);
  const reading = useId();
  const width = useWidth(frame);
  const [at, setAt] = useState<number>();
  const shape = lineShape(days, { width, height: HEIGHT });
  const last = days.at(-1);
  const day = at === undefined ? undefined : days[Math.min(at, days.length - 1)];
  const said = (one: LineDay): string => {
    const sums = t(began ? 'dayReadBegan' : 'dayRead', {
      date: showMarketDate(one.marketDate, language),
      value: money(one.value),
      putIn: money(one.putIn),
      index: money(one.index),
    });
    const moved = { dayIn: one.moneyIn, dayOut: one.moneyOut, dayTookBack: one.tookBack, dayCameBack: one.cameBack };
    return MOVES.filter((kind) => signOf(moved[kind] ?? '0') !== 0)
      .map((kind) => t(kind, { amount: money(moved[kind]) }))
      .reduce((all, one) => listed(all, one), sums);
  };
  return (
    <div ref={frame} className={css.frame}>
      <p id={reading} className={css.reading}>
        {day && said(day)}
      </p>
      {shape && last && width > 0 && (
        <svg
          className={css.chart}
          width={width}
          height={HEIGHT}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          role="img"
          aria-label={t('chart', { yours: money(last.value), index: money(last.index) })}
        >
          {shape.levels.map(({ rupees, y }) => (
            <g key={rupees}>
              <path className={css.grid} d={`M0 ${y}H${width - 58}`} />
              <text className={css.axis} x={width - 8} y={y + 4} textAnchor="end">
                {hidden ? '' : axisText(rupees, shape.levels, language)}
              </text>
            </g>
          ))}
          {shape.dates.map(({ marketDate, x }) => (
            <text key={marketDate} className={css.axis} x={x} y={HEIGHT - 6} textAnchor={x < 40 ? 'start' : 'middle'}>
              {showMarketDate(marketDate, language).replace(/^\S+ (?=\d)|(?<=日) \S+$/u, '')}
            </text>
          ))}
          <path className={css.putIn} d={shape.putIn} />
          {shape.index !== undefined && <path className={css.index} d={shape.index} />}
          <path className={css.value} d={shape.value} />
          {days.length === 1 && <circle className={css.end} cx={shape.toX(0)} cy={shape.toY(last.value)} r="3" />}
          {shape.flows.map(({ x, kind }) => (
            <FlowMark key={`${kind} ${x}`} kind={kind} x={x} y={HEIGHT - 30} />
          ))}
          {at !== undefined && day && (
            <g>
              <path className={css.cross} d={`M${shape.toX(at)} 4V${HEIGHT - 38}`} />
              <circle className={css.end} cx={shape.toX(at)} cy={shape.toY(day.value)} r="4" />
            </g>
          )}
        </svg>
      )}
      {days.length > 1 && (
        <input
          type="range"
          className={css.range}
          aria-label={t('readDay')}
          aria-valuetext={said(day ?? last!)}
          min={0}
          max={days.length - 1}
          value={at ?? days.length - 1}
          onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}
          onPointerMove={({ currentTarget, clientX }) => {
            const box = currentTarget.getBoundingClientRect();
            const part = Math.min(1, Math.max(0, (clientX - box.left) / box.width));
            setAt(Math.round(part * (days.length - 1)));
          }}
          onPointerLeave={() => setAt(undefined)}
          onBlur={() => setAt(undefined)}
        />
      )}
    </div>
  );
}

function useWidth(frame: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => setWidth(Math.round(element.clientWidth));
    measure();
    const changes = new ResizeObserver(measure);
    changes.observe(element);
    return () => changes.disconnect();
  }, [frame]);
  return width;
}

/** The line in figures, newest first. */
function DayTable({ days, began }: Props) {
  const { t } = useTranslation('record');
  const language = useLanguage();
  return (
    // Scrolls by itself, so it can be reached by the keyboard.
    // oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex
    <div className={css.tableFrame} tabIndex={0} role="region" aria-label={t('showTable')}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('date')}</th>
            <th scope="col">{t('value')}</th>
            <th scope="col">{t(began ? 'sumBegan' : 'sum')}</th>
            <th scope="col">{t('index')}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.marketDate}>
              <th scope="row">{showMarketDate(day.marketDate, language)}</th>
              <td>
                <Money bare value={day.value} />
              </td>
              <td>
                <Money bare value={day.putIn} />
              </td>
              <td>
                <Money bare value={day.index} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** In is a dot, out a ring around it, and what a bank sent back a cross: two of a day stay apart. */
function FlowMark({ kind, x, y }: { readonly kind: Flow; readonly x: number; readonly y: number }) {
  if (kind === 'in') return <circle className={css.flow} cx={x} cy={y} r="3.5" />;
  if (kind === 'out') return <circle className={css.flowOut} cx={x} cy={y} r="5.5" />;
  return <path className={css.flowOut} d={`M${x - 4} ${y - 4}l8 8m0 -8l-8 8`} />;
}
