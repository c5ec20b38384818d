import { useTranslation } from '#i18n/use-translation.ts';
import { useStale } from '#api/feed.ts';
import type { MarketState } from '#api/market-clock.ts';
import { cx } from '#ui/class-names.ts';
import { showCountdown, showMarketSeconds } from '#lib/time.ts';
import { listed } from '#i18n/joined.ts';
import { useMarketNow } from '../use-market-now.ts';
import { AssumedDates } from './assumed-dates.tsx';
import {
  blockWindows,
  clockText,
  dayPart,
  dayParts,
  phaseTimes,
  toPlace,
  timeOfDay,
  type DayPart,
  type PartSpan,
} from './day-parts.ts';
import { phaseWords } from './phase-words.ts';
import css from './market-day.module.css';

/** Where the axis is labelled: the opening, noon, the end of trading. */
const LABELS = ['09:15', '12:00', '15:15'] as const;
const clockMs = (clock: string): number => (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))) * 60_000;

/** The market day as a picture with "now", and what each part of it is. Needs the namespace `session`. */
export function MarketDay({ market }: { readonly market: MarketState }) {
  const { t } = useTranslation('session');
  const fields = useMarketNow();
  const now = timeOfDay(fields ?? 0);
  const day = market.marketDate;
  const lanes = [
    { key: 'auctioned', parts: dayParts(day, true) },
    { key: 'others', parts: dayParts(day, false) },
  ] as const;
  const phase = market.phase ?? 'closed';
  const halted = phase === 'halted';
  const here = halted ? undefined : dayPart(phase);
  const others = market.phaseOfOthers;
  const alsoHere = others === undefined || others === 'halted' ? undefined : dayPart(others);

  return (
    <div className={css.day}>
      <div className={cx(css.now, halted && css.halted)} role="status">
        <p className={css.phase}>
          <b>{t(`phase.${phaseWords(phase, market.halt)}`)}</b>
          <span>{showMarketSeconds(fields)}</span>
        </p>
        <p>
          {halted && market.halt
            ? t('halt.text', market.halt)
            : t(`takes.${phaseWords(phase, market.halt)}`, phaseTimes(phase, day, true, market.halt))}
        </p>
        {halted && (
          <p>
            {market.halt?.resumesAt
              ? t('halt.resumes', { time: market.halt.resumesAt.slice(11, 16) })
              : t('halt.notToday')}
          </p>
        )}
        <Next market={market} />
      </div>

      <AssumedDates on={day} />

      <div className={css.picture} aria-hidden="true">
        {lanes.map(({ key, parts }) => (
          <div key={key}>
            <p className={css.lane}>{t(key)}</p>
            <div className={css.bar}>
              {parts.map((span) => (
                <i key={span.fromMs} className={cx(css.part, css[span.part])} style={placed(span)} />
              ))}
            </div>
          </div>
        ))}
        <div className={css.blocks}>
          {blockWindows.map((span) => (
            <i key={span.fromMs} style={placed(span)} />
          ))}
        </div>
        <div className={css.axis}>
          {LABELS.map((label) => (
            <span key={label} style={{ left: percent(toPlace(clockMs(label))) }}>
              {label}
            </span>
          ))}
        </div>
        <div className={css.needle} style={{ left: percent(toPlace(now)) }} />
      </div>

      <ol className={css.parts}>
        {partsToTell(lanes[0].parts, lanes[1].parts).map((span) => {
          const on = span.part === here || span.part === alsoHere;
          return (
            <li key={span.part} className={cx(on && css.on)} aria-current={on ? 'time' : undefined}>
              <i className={cx(css.dot, css[span.part])} />
              <span className={css.words}>
                <span className={css.name}>
                  <b>{t(`part.${span.part}`)}</b>
                  <span>
                    {clockText(span.fromMs)}–{clockText(span.toMs)}
                  </span>
                </span>
                <span className={css.text}>
                  {t(
                    `partText.${span.part}`,
                    phaseTimes(span.part === 'pre_open' ? 'preopen_entry_2' : 'cas_entry_2', day, true),
                  )}
                </span>
              </span>
            </li>
          );
        })}
        <li className={cx(market.blockWindow && css.on)}>
          <i className={cx(css.dot, css.block)} />
          <span className={css.words}>
            <span className={css.name}>
              <b>{t('block.name')}</b>
              <span>
                {listed(...blockWindows.map(({ fromMs, toMs }) => `${clockText(fromMs)}–${clockText(toMs)}`))}
              </span>
            </span>
            <span className={css.text}>{t('block.text')}</span>
          </span>
        </li>
      </ol>
    </div>
  );
}

/**
 * When it goes on, in real time: at the latest, where chance decides. Not said while no word comes that it will, nor
 * while the market is paused.
 */
function Next({ market }: { readonly market: MarketState }) {
  const { t } = useTranslation('session');
  useMarketNow(); // renders again every second
  const isStale = useStale();
  if (isStale || market.pace === 'paused') return null;
  const at = market.nextPhaseAt ?? market.nextChangeAt;
  const random = market.phase === 'preopen_entry_2' || market.phase === 'cas_entry_2';
  const time = showCountdown(at - Date.now());
  return <p className={css.next}>{random ? t('nextAtMost', { time }) : t('nextIn', { time })}</p>;
}

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;
const placed = ({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) => ({
  left: percent(toPlace(fromMs)),
  width: percent(toPlace(toMs) - toPlace(fromMs)),
});

/**
 * Each part once, in the order of the day. The time in which a close is worked out is shown for the shares
 * without an auction.
 */
function partsToTell(auctioned: readonly PartSpan[], others: readonly PartSpan[]): readonly PartSpan[] {
  const order: readonly DayPart[] = ['pre_open', 'open', 'closing_auction', 'close_calc', 'post_close'];
  return order.flatMap((part) => {
    const found = (part === 'close_calc' || part === 'open' ? others : auctioned).find((span) => span.part === part);
    return found ? [found] : [];
  });
}
