import { MINUTE_MS } from '@khara/rules';
import type { KeyboardEvent } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { labelled, listed } from '#i18n/joined.ts';
import { showMarketSeconds, showMarketTime } from '#lib/time.ts';
import { cx } from '#ui/class-names.ts';
import type { LabDay, LaneOrder } from './lane.ts';
import css from './lab.module.css';

const SECOND_MS = 1000;
const AUCTION = /^(preopen|cas)_/;

/**
 * The day as a track of its phases, own orders as ticks. A range of the platform lies over it: arrows go a second, with
 * Shift a minute, Page keys to the next own order. Space plays. Needs `session`.
 */
export function Scrubber({
  day,
  atMs,
  own,
  onMove,
  onPlay,
}: {
  readonly day: LabDay;
  readonly atMs: number;
  readonly own: readonly LaneOrder[];
  readonly onMove: (atMs: number) => void;
  readonly onPlay: () => void;
}) {
  const { t } = useTranslation(['lab', 'session']);
  const { fromMs, toMs } = spanOfDay(day);
  const part = (timeMs: number): string => `${((timeMs - fromMs) / (toMs - fromMs)) * 100}%`;
  const phase = phaseAt(day, atMs);
  const here = own.find(({ step }) => Math.abs(day.times[step]! - atMs) < SECOND_MS);
  const moments = own.map(({ step }) => day.times[step]!).toSorted((one, other) => one - other);

  function press(event: KeyboardEvent): void {
    const minute = event.shiftKey ? { ArrowRight: MINUTE_MS, ArrowLeft: -MINUTE_MS }[event.key] : undefined;
    if (minute !== undefined) onMove(Math.min(toMs, Math.max(fromMs, atMs + minute)));
    else if (event.key === 'PageDown') onMove(moments.find((moment) => moment > atMs + SECOND_MS) ?? toMs);
    else if (event.key === 'PageUp') onMove(moments.findLast((moment) => moment < atMs - SECOND_MS) ?? fromMs);
    else if (event.key === ' ') onPlay();
    else return;
    event.preventDefault();
  }

  return (
    <div className={css.scrubber}>
      <div className={css.track}>
        {dayParts(day).map(({ isAuction, fromStep, toStep }) => {
          const [from, to] = [day.times[fromStep]!, day.times[toStep]!];
          const done = Math.min(1, Math.max(0, (atMs - from) / Math.max(1, to - from)));
          return (
            <i
              key={fromStep}
              className={cx(css.phase, isAuction && css.auction)}
              style={{ left: part(from), width: `calc(${part(to)} - ${part(from)} - 1px)` }}
            >
              <b style={{ transform: `scaleX(${done})` }} />
            </i>
          );
        })}
        {own.map(({ id, step }) => (
          <i key={id} className={css.tick} style={{ left: part(day.times[step]!) }} />
        ))}
        <i className={css.knob} style={{ left: part(atMs) }} />
        <input
          type="range"
          className={css.range}
          aria-label={t('scrubber')}
          aria-valuetext={listed(
            showMarketSeconds(atMs),
            t(`session:phase.${phase as 'continuous'}`), // a phase of the market day, as the texts have them
            ...(here
              ? [labelled(t('mine'), t(here.side === 'buy' ? 'buyOf' : 'sellOf', { quantity: here.quantity }))]
              : []),
          )}
          min={fromMs}
          max={toMs}
          step={SECOND_MS}
          value={atMs}
          onChange={({ currentTarget }) => onMove(Number(currentTarget.value))}
          onKeyDown={press}
        />
      </div>
      <p className={css.ends} aria-hidden="true">
        <span>{showMarketTime(fromMs)}</span>
        <span>{showMarketTime(toMs)}</span>
      </p>
    </div>
  );
}

type Part = { readonly isAuction: boolean; readonly fromStep: number; readonly toStep: number };

/** What the track shows apart: an auction is one part, however many phases it has. */
function dayParts({ phases }: Pick<LabDay, 'phases'>): readonly Part[] {
  const parts: Part[] = [];
  for (const { phase, fromStep, toStep } of phases) {
    if (phase === 'closed') continue;
    const isAuction = AUCTION.test(phase);
    const last = parts.at(-1);
    if (isAuction && last?.isAuction && last.toStep === fromStep) parts[parts.length - 1] = { ...last, toStep };
    else parts.push({ isAuction, fromStep, toStep });
  }
  return parts;
}

/** From the first phase of the share to the end of the day, ms since midnight. */
export function spanOfDay({ phases, times, steps }: LabDay): { readonly fromMs: number; readonly toMs: number } {
  const spans = phases.filter(({ phase }) => phase !== 'closed');
  return { fromMs: times[spans[0]?.fromStep ?? 0]!, toMs: times[spans.at(-1)?.toStep ?? steps]! };
}

/** The last step that has begun at a time. */
export function stepAtMs({ times, firstStep, steps }: LabDay, atMs: number): number {
  let [low, high] = [firstStep, steps];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle]! <= atMs) low = middle;
    else high = middle - 1;
  }
  return low;
}

const phaseAt = (day: LabDay, atMs: number): string => {
  const step = stepAtMs(day, atMs);
  return day.phases.find(({ fromStep, toStep }) => fromStep <= step && step < toStep)?.phase ?? 'closed';
};
