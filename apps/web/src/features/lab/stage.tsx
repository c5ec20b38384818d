import { useState, type ReactNode } from 'react';
import { percent } from '@khara/money';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { showMarketSeconds } from '#lib/time.ts';
import { Change } from '#ui/amount.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { LabChart, LabTable, showRupees } from './lab-chart.tsx';
import type { LabDay, Lane, LaneOrder } from './lane.ts';
import { Scrubber, stepAtMs } from './scrubber.tsx';
import { SPEEDS, type Player, type Speed } from './use-player.ts';
import css from './lab.module.css';

type Props = {
  readonly day: LabDay;
  readonly lane: Lane;
  /** The day as it was, where what is still to come of both courses is drawn as lines. */
  readonly before?: Lane | undefined;
  /** Orders that are marked in the picture. */
  readonly own: readonly LaneOrder[];
  readonly player: Player;
  readonly onSpeed: (speed: Speed) => void;
  readonly onMove: (atMs: number) => void;
  /** What stands beside the price on the desk, above it on a phone. */
  readonly head: ReactNode;
  /** Which of two courses is shown, to be chosen. */
  readonly lanes: ReactNode;
  /** As high as its place. */
  readonly fills?: boolean;
};

/** A replayed day as it plays: its price, its chart or table, and what moves it. */
export function Stage({ day, lane, before, own, player, onSpeed, onMove, head, lanes, fills }: Props) {
  const { t } = useTranslation('lab');
  const language = useLanguage();
  const [table, setTable] = useState(false);
  const [whole, setWhole] = useState(false);
  const step = stepAtMs(day, player.atMs);
  const last = lastPrice(lane, day, step);
  const changed = last - day.previousClose;
  return (
    <section className={cx(css.top, fills && css.fills)}>
      {!fills && head}
      <div className={css.head}>
        {fills && head}
        <div>
          <p className={css.price}>{showPrice(showRupees(last), language)}</p>
          <Change amount={showRupees(changed)} percent={changePercent(changed, day.previousClose)} />
        </div>
        <p className={css.clock}>
          {t('replayedTime')}
          <b>{showMarketSeconds(player.atMs)}</b>
        </p>
      </div>
      {lanes}
      {table ? (
        <LabTable day={day} lane={lane} step={step} whole={whole} />
      ) : (
        <LabChart day={day} lane={lane} before={before} step={step} whole={whole} own={own} />
      )}
      <div className={css.under}>
        <TextButton onClick={() => setTable(!table)}>{t(table ? 'showChart' : 'showTable')}</TextButton>
        <TextButton onClick={() => setWhole(!whole)}>{t(whole ? 'hideRest' : 'showWhole')}</TextButton>
      </div>
      <Scrubber day={day} atMs={player.atMs} own={own} onMove={onMove} onPlay={player.toggle} />
      <div className={css.controls}>
        <IconButton icon="back" label={t('back')} onClick={() => onMove(momentBy(day, own, player.atMs, -1))} />
        <button
          type="button"
          className={css.playing}
          aria-label={t(player.playing ? 'pause' : 'play')}
          onClick={player.toggle}
        >
          <Icon name={player.playing ? 'pause' : 'play'} size={24} />
        </button>
        <IconButton icon="go" label={t('forward')} onClick={() => onMove(momentBy(day, own, player.atMs, 1))} />
        <Segmented
          className={css.speeds}
          label={t('speed')}
          options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
          value={player.speed}
          onChange={onSpeed}
        />
      </div>
      {player.stoppedAt !== undefined && (
        <div className={css.card} role="status">
          <Note tone="gold">
            <p>{auctionSays(lane, day, player.stoppedAt)}</p>
            <Button size="md" look="line" onClick={player.toggle}>
              {t('goOn')}
            </Button>
          </Note>
        </div>
      )}
    </section>
  );

  /** What the auction that the day has stopped at came to. */
  function auctionSays(of: Lane, that: LabDay, phase: string): string {
    const from = that.phases.find((span) => span.phase === phase)?.fromStep;
    let [quantity, price] = [0, 0];
    for (let place = 0; place < of.trades.length; place += 3) {
      if (of.trades[place] !== from) continue;
      price = of.trades[place + 1]!;
      quantity += of.trades[place + 2]!;
    }
    if (quantity === 0) return t('noneTraded');
    const values = { quantity: showCount(quantity, language), price: showPrice(showRupees(price), language) };
    return t(phase === 'cas_match' ? 'closingFound' : 'openingFound', values);
  }
}

/** A change in per cent of what was before, two decimals as text; both in paise. */
const changePercent = (change: number, before: number): string => percent(BigInt(change), BigInt(before));

/** The last trade before a step, else the previous close; paise. */
function lastPrice({ trades }: Lane, { previousClose }: LabDay, step: number): number {
  let end = trades.length;
  while (end > 0 && trades[end - 3]! >= step) end -= 3;
  return end === 0 ? previousClose : trades[end - 2]!;
}

/** The next moment worth looking at: an own order, or a phase that begins. */
function momentBy(day: LabDay, own: readonly LaneOrder[], atMs: number, by: 1 | -1): number {
  const steps = [...day.phases.map(({ fromStep }) => fromStep), ...own.map(({ step }) => step), day.steps];
  const moments = steps.map((step) => day.times[step]!).toSorted((one, other) => one - other);
  return by === 1
    ? (moments.find((moment) => moment > atMs) ?? atMs)
    : (moments.findLast((moment) => moment < atMs) ?? atMs);
}
