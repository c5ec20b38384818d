import type { WhatIf } from '@khara/market-day';
import { clock } from '@khara/rules';
import { useMemo, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { hasText } from '#i18n/has-text.ts';
import { useLanguage } from '#lib/language.ts';
import { showMarketDate, showMarketSeconds } from '#lib/time.ts';
import { Page } from '#shell/page.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/choice.tsx';
import { cx } from '#ui/class-names.ts';
import { copyText } from '#ui/copy.ts';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { toast } from '#ui/toast.ts';
import { DaySeal } from './day-seal.tsx';
import { labLink, readTime, writeTime, type LabAddress } from './lab-address.ts';
import { Parts } from './lab-lists.tsx';
import { DayPicker, SharePicker } from './lab-pickers.tsx';
import type { LabFailure } from './lab-worker.ts';
import type { LabDay, Lane, LaneOrder } from './lane.ts';
import { Recorded } from './recorded.tsx';
import { stepAtMs } from './scrubber.tsx';
import { Stage } from './stage.tsx';
import type { useLab } from './use-lab.ts';
import { SPEEDS, usePlayer } from './use-player.ts';
import { writeChanges } from './what-if.ts';
import { WhatIfResult } from './what-if-result.tsx';
import { WhatIfSheet } from './what-if-sheet.tsx';
import css from './lab.module.css';

/** As far as a day without an own order plays by itself: half of it is left for an order that is tried. */
const MIDDAY = clock(12, 30);

type ReplayProps = LabAddress & {
  readonly ownIds: readonly string[] | undefined;
  readonly lab: ReturnType<typeof useLab>;
  readonly day: LabDay;
  readonly lane: Lane;
  readonly days: NonNullable<ReturnType<typeof useLab>['days']>;
  /** The orders of the address, as they stand there; undefined `changes` are no orders that can be played. */
  readonly text: string;
  readonly changes: readonly WhatIf[] | undefined;
};

/** A day that is there: played, and as it would have been with other orders. */
export function Replay(props: ReplayProps) {
  const { query, change, ownIds, lab, day, lane, days, text, changes } = props;
  const { t } = useTranslation('lab');
  const language = useLanguage();
  const { compared, changeFailure } = lab;
  const { player, step, move, shownLane, shown, own, ownThen, ...replay } = useReplay(props);
  const [form, setForm] = useState<{ readonly about: LaneOrder | undefined }>();
  const [askedFor, setAskedFor] = useState<string>();
  const isLine = !lab.check || lab.check.is === 'same';
  const seal = (
    <DaySeal check={lab.check} checking={lab.checking} isRecorded={lab.listed?.isRecorded} onAgain={lab.again} />
  );
  const begin = (about: LaneOrder | undefined): void => {
    player.stop();
    setForm({ about });
  };
  const first = compared?.lane.orders.find(({ id }) => compared.lane.changed.includes(id));
  return (
    <Page
      subtitle={day.code}
      tools={
        <IconButton
          icon="copy"
          label={t('copyLink')}
          onClick={() => {
            change({ at: writeTime(player.atMs) });
            void copyText(labLink(query, player.atMs)).then(() => toast(t('linkCopied')));
          }}
        />
      }
      below={
        <>
          <p className={css.strip}>
            <Icon name="clock" size={18} />
            <span>
              <b>{t('replayOf', { date: showMarketDate(day.marketDate, language) })}</b> {t('closedDay')}
              {lab.listed?.isRecorded && <Recorded isAlone={days.days.length === 1} />}
            </span>
          </p>
          {isLine && seal}
        </>
      }
      dock={
        <Actions
          from={first && day.times[first.step]}
          onWhatIf={() => begin(undefined)}
          onWithout={() => change({ orders: undefined })}
          onPlay={replay.playFrom}
        />
      }
    >
      <div className={css.room}>
        {!isLine && seal}
        <div className={css.wide}>
          <Stage
            day={day}
            lane={shown}
            own={own}
            player={player}
            onSpeed={(next) => {
              player.stop();
              change({ speed: next, at: writeTime(player.atMs) });
            }}
            onMove={move}
            choices={<Choices day={day} days={days} onPick={(next) => change({ ...next, orders: undefined })} />}
            lanes={
              compared && (
                <Segmented
                  className={css.card}
                  label={t('laneShown')}
                  options={[
                    { value: 'was', label: t('asWas') },
                    { value: 'would', label: t('asWould') },
                  ]}
                  value={shownLane}
                  onChange={replay.setShownLane}
                />
              )
            }
          />
          <div>
            {changes === undefined ? (
              <LinkProblem failure={changeFailure} onWithout={() => change({ orders: undefined })} />
            ) : (
              compared && (
                <WhatIfResult
                  key={text}
                  day={day}
                  was={lane}
                  compared={compared}
                  changes={changes}
                  isAsked={askedFor === text}
                  onChange={() => begin(ownThen.find(({ id }) => id === first?.id))}
                />
              )
            )}
            <Parts
              day={day}
              lane={shown}
              step={step}
              own={own}
              ofReader={ownIds && ownThen}
              onGo={(to) => move(day.times[to]!)}
              onChange={begin}
            />
            <Note className={css.card}>{t('limits')}</Note>
          </div>
        </div>
      </div>
      <WhatIfSheet
        open={form !== undefined}
        onClose={() => setForm(undefined)}
        day={day}
        lane={lane}
        step={step}
        own={ownThen}
        about={form?.about}
        onSee={(one: WhatIf) => {
          setForm(undefined);
          setAskedFor(writeChanges([one]));
          change({ orders: writeChanges([one]), at: writeTime(player.atMs) });
        }}
      />
    </Page>
  );
}

/** Where the day stands, which of its two courses is shown, and which orders are marked in it. */
function useReplay({ query, change, ownIds, lab: { compared }, day, lane, changes }: ReplayProps) {
  const first = lane.orders.find(({ id }) => ownIds?.includes(id));
  const isAsked = query.has('at') || changes?.length !== 0;
  const player = usePlayer(day, {
    chosenSpeed: SPEEDS.find((one) => one === query.get('speed')) ?? '60',
    startMs: isAsked ? (readTime(query.get('at')) ?? 0) : undefined,
    untilMs: first ? day.times[first.step]! : MIDDAY,
  });
  const [shownLane, setShownLane] = useState<'was' | 'would'>('was');
  const shown = shownLane === 'would' && compared ? compared.lane : lane;
  const own = useMemo(
    () => shown.orders.filter(({ id }) => ownIds?.includes(id) || compared?.lane.changed.includes(id)),
    [shown, ownIds, compared],
  );
  const move = (atMs: number): void => {
    player.move(atMs);
    change({ at: writeTime(atMs) });
  };
  return {
    player,
    step: stepAtMs(day, player.atMs),
    move,
    shownLane,
    setShownLane,
    shown,
    own,
    /** The reader's orders as they were. */
    ownThen: lane.orders.filter(({ id }) => ownIds?.includes(id)),
    /** Plays from there what would have been. */
    playFrom(atMs: number): void {
      setShownLane('would');
      move(atMs);
      if (!player.playing) player.toggle();
    },
  };
}

/** Which day and which share are played. */
function Choices({
  day,
  days,
  onPick,
}: Pick<ReplayProps, 'day' | 'days'> & {
  readonly onPick: (changes: Readonly<Record<string, string | undefined>>) => void;
}) {
  const language = useLanguage();
  const [picking, setPicking] = useState<'day' | 'share'>();
  const pick = (changes: Readonly<Record<string, string | undefined>>): void => {
    setPicking(undefined);
    onPick(changes);
  };
  return (
    <div className={css.choose}>
      <Chip opens onPress={() => setPicking('day')}>
        {showMarketDate(day.marketDate, language)}
      </Chip>
      <Chip opens onPress={() => setPicking('share')}>
        {day.code}
      </Chip>
      <DayPicker
        open={picking === 'day'}
        onClose={() => setPicking(undefined)}
        days={days}
        onPick={(date) => pick({ date, at: undefined })}
      />
      <SharePicker
        open={picking === 'share'}
        onClose={() => setPicking(undefined)}
        shares={day.shares}
        onPick={(code) => pick({ code })}
      />
    </div>
  );
}

/** To try another order; or with one, to play from where it was placed, or without it. `from`: ms of the day. */
function Actions({
  from,
  onWhatIf,
  onWithout,
  onPlay,
}: {
  readonly from: number | undefined;
  readonly onWhatIf: () => void;
  readonly onWithout: () => void;
  readonly onPlay: (from: number) => void;
}) {
  const { t } = useTranslation('lab');
  return (
    <div className={css.pair}>
      {from === undefined ? (
        <Button onClick={onWhatIf}>{t('whatIf')}</Button>
      ) : (
        <>
          <Button look="secondary" onClick={onWithout}>
            {t('without')}
          </Button>
          <Button onClick={() => onPlay(from)}>{t('playFrom', { time: showMarketSeconds(from).slice(0, 5) })}</Button>
        </>
      )}
    </div>
  );
}

function LinkProblem({
  failure,
  onWithout,
}: {
  readonly failure: LabFailure | undefined;
  readonly onWithout: () => void;
}) {
  const { t } = useTranslation('lab');
  const reason = failure?.reason;
  const known = reason !== undefined && hasText(`lab:text.${reason}`) ? (reason as 'unknown_order') : 'badLink';
  return (
    <div role="alert">
      <Card className={cx(css.card)}>
        <Note tone="warn">
          <b>{t('title.link')}</b>
          <p>{t(`text.${known}`)}</p>
          <Button look="line" size="md" onClick={onWithout}>
            {t('without')}
          </Button>
        </Note>
      </Card>
    </div>
  );
}
