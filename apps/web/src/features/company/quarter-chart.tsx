import type { Data } from '@khara/contract';
import { useId, useState } from 'react';
import { Term } from '#features/terms/term.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showPercent } from '#lib/number.ts';
import { showMarketDate } from '#lib/time.ts';
import { Percent } from '#ui/amount.tsx';
import { SectionHead } from '#ui/card.tsx';
import { TextButton } from '#ui/text-button.tsx';
import css from './company.module.css';
import { ProfitAndLoss } from './published-lines.tsx';
import { marginPercent, monthKey, percentAbove, YEAR, yearsOf, type Quarter } from './quarters.ts';
import { useQuarterWords } from './use-quarter-words.ts';

/** Places of the chart; a company that was listed lately fills fewer. */
const SHOWN_QUARTERS = 8;
/** Units of the drawing: a place is 40 wide. */
const [PLACE, WIDTH, HEIGHT, PAD] = [40, 320, 150, 8];

type Props = Pick<Data<'company'>, 'quarters' | 'business'> & {
  /** The quarter whose figures are said. */
  readonly shown: Quarter;
  readonly onChoose: (quarter: Quarter) => void;
  /** The chart alone, without the table and the lines of the quarter. */
  readonly isBrief?: boolean;
};

/**
 * Revenue and profit as bars, the margin as a line on a scale of its own; below it the figures of all in a table, and
 * every line of the chosen quarter.
 */
export function QuarterChart({ quarters: all, business, shown, onChoose, isBrief }: Props) {
  const { t } = useTranslation('company');
  const language = useLanguage();
  const words = useQuarterWords();
  const group = useId();
  const [isTable, setIsTable] = useState(false);
  const quarters = all.slice(-SHOWN_QUARTERS);
  const figures = words.figures(shown);
  const before = all[all.indexOf(shown) - YEAR];
  return (
    <section className={css.block}>
      <SectionHead title={t('quarters')}>
        <span className={css.aside}>{t('crores')}</span>
      </SectionHead>
      <p className={css.chosen}>
        <b>{words.name(shown.quarter)}</b> {t('published', { day: showMarketDate(shown.publishedOn, language) })}
      </p>
      <dl className={css.figures}>
        {(['revenue', 'profit', 'margin'] as const).map((name) => (
          <div key={name}>
            <dt>
              <i className={css[name]} />
              <Term name={name === 'margin' ? 'profitMargin' : name}>
                {t(name === 'revenue' ? `revenueBy.${business}` : name)}
              </Term>
            </dt>
            <dd>
              {figures[name]}
              {before &&
                (name === 'margin' ? (
                  <small className={css.growth}>{t('yearAgo', { margin: words.figures(before).margin })}</small>
                ) : (
                  <Growth name={name} of={shown} before={before} />
                ))}
            </dd>
          </div>
        ))}
      </dl>
      {isTable ? (
        <QuarterTable quarters={all} business={business} />
      ) : (
        <div className={css.chart}>
          <div role="radiogroup" aria-label={t('chosen')} className={css.places}>
            {quarters.map((one, place) => (
              <label key={one.quarter}>
                <input
                  type="radio"
                  name={group}
                  checked={one === shown}
                  aria-label={t('said', {
                    quarter: words.name(one.quarter),
                    name: t(`revenueBy.${business}`),
                    ...words.figures(one),
                  })}
                  onChange={() => onChoose(one)}
                />
                <span aria-hidden="true">
                  {t(`ends.${monthKey(one.quarter)}`)}
                  <i>{newYear(one, quarters[place - 1])}</i>
                </span>
              </label>
            ))}
          </div>
          <Bars quarters={quarters} />
        </div>
      )}
      <div className={css.under}>
        <MarginScale quarters={quarters} />
        {!isBrief && <TextButton onClick={() => setIsTable(!isTable)}>{t(isTable ? 'asChart' : 'asTable')}</TextButton>}
      </div>
      {!isBrief && <ProfitAndLoss of={shown} business={business} />}
    </section>
  );
}

/** The year of a quarter's last day, where the one before it ended in another. */
const newYear = ({ quarter }: Quarter, before: Quarter | undefined): string | undefined =>
  quarter.slice(0, 4) === before?.quarter.slice(0, 4) ? undefined : quarter.slice(0, 4);

/** By how much a line is more than a year before; nothing where there was nothing to grow from. */
function Growth({
  name,
  of,
  before,
}: {
  readonly name: 'revenue' | 'profit';
  readonly of: Quarter;
  readonly before: Quarter;
}) {
  const { t } = useTranslation('company');
  const percent = percentAbove(of.profitAndLoss[name], before.profitAndLoss[name]);
  if (percent === undefined) return null;
  return (
    <small className={css.growth}>
      <Percent value={percent} /> {t('inYear')}
    </small>
  );
}

/** The least and the greatest margin; undefined where each quarter was a loss. */
function marginRange(quarters: readonly Quarter[]): readonly [least: number, greatest: number] | undefined {
  const margins = quarters.flatMap((one) => marginPercent(one) ?? []).map(Number);
  return margins.length > 0 ? [Math.min(...margins), Math.max(...margins)] : undefined;
}

function MarginScale({ quarters }: { readonly quarters: readonly Quarter[] }) {
  const { t } = useTranslation('company');
  const language = useLanguage();
  const range = marginRange(quarters);
  if (!range) return <span />;
  const [from, to] = range.map((percent) => showPercent(percent.toFixed(2), language, 'negative')) as [string, string];
  return <span className={css.aside}>{t('scale', { from, to })}</span>;
}

/** The drawing: what it says stands beside it in words. */
function Bars({ quarters }: { readonly quarters: readonly Quarter[] }) {
  const amounts = quarters.map(({ profitAndLoss: { revenue, profit } }) => [Number(revenue), Number(profit)] as const);
  const most = Math.max(1, ...amounts.flat());
  const least = Math.min(0, ...amounts.flat());
  const y = (amount: number): number => PAD + ((most - amount) / (most - least)) * (HEIGHT - 2 * PAD);
  const [low, high] = marginRange(quarters) ?? [0, 0];
  /** Within the upper two thirds, where the bars of profit are not. */
  const marginY = (percent: number): number =>
    high === low ? HEIGHT / 3 : 2 * PAD + ((high - percent) / (high - low)) * (HEIGHT / 2);
  const points = quarters.map((one, place) => {
    const margin = marginPercent(one);
    return margin === undefined ? undefined : { x: (place + 0.5) * PLACE, y: marginY(Number(margin)) };
  });
  const bar = (x: number, width: number, amount: number, name: string | undefined) => (
    <rect x={x} width={width} y={y(Math.max(0, amount))} height={Math.abs(y(amount) - y(0))} rx={1} className={name} />
  );
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className={css.drawing}>
      {amounts.map(([revenue, profit], place) => (
        <g key={quarters[place]?.quarter}>
          {bar(place * PLACE + 7, 14, revenue, css.revenueBar)}
          {bar(place * PLACE + 23, 10, profit, css.profitBar)}
        </g>
      ))}
      <line x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} className={css.zero} />
      {/* The line stops at a loss, which has no margin. */}
      <path
        d={points.map((at, place) => (at ? `${points[place - 1] ? 'L' : 'M'}${at.x} ${at.y}` : '')).join('')}
        className={css.marginLine}
      />
      {points.map((at) => at && <circle key={at.x} cx={at.x} cy={at.y} r={2.5} className={css.marginDot} />)}
    </svg>
  );
}

/** All quarters, and before them the years that they make. */
function QuarterTable({ quarters, business }: Pick<Data<'company'>, 'quarters' | 'business'>) {
  const { t } = useTranslation('company');
  const words = useQuarterWords();
  const rows = [
    ...yearsOf(quarters).map((of) => ({ of, title: t('yearTo', { quarter: words.name(of.quarter) }), isYear: true })),
    ...quarters.toReversed().map((of) => ({ of, title: words.name(of.quarter), isYear: false })),
  ];
  return (
    // Scrolls sideways by itself, so it can be reached by the keyboard.
    // oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex
    <div className={css.frame} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('quarter')}</th>
            <th scope="col">{t(`revenueBy.${business}`)}</th>
            <th scope="col">{t('profit')}</th>
            <th scope="col">{t('margin')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ of, title, isYear }) => {
            const { revenue, profit, margin } = words.figures(of);
            return (
              <tr key={title}>
                <th scope="row">{isYear ? <b>{title}</b> : title}</th>
                <td>{revenue}</td>
                <td>{profit}</td>
                <td>{margin}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
