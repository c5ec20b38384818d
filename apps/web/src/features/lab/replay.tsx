import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { hasText } from '#i18n/has-text.ts';
import { useLanguage } from '#lib/language.ts';
import { showMarketDate, showMarketSeconds } from '#lib/time.ts';
import { Page } from '#shell/page.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { DaySeal } from './day-seal.tsx';
import { Parts } from './lab-lists.tsx';
import { Choices } from './lab-pickers.tsx';
import type { LabFailure } from './lab-worker.ts';
import type { LaneOrder } from './lane.ts';
import { OneTrade } from './one-trade.tsx';
import { Recorded } from './recorded.tsx';
import { Stage } from './stage.tsx';
import { useReplay, type Replaying, type ReplayProps } from './use-replay.ts';
import { WhatIfResult } from './what-if-result.tsx';
import { WhatIfSheet } from './what-if-sheet.tsx';
import css from './lab.module.css';

/** A day that is there, in one column or two: played, and as it would have been with other orders. */
export function Replay(props: ReplayProps) {
  const { ownIds, lab, day, lane } = props;
  const { t } = useTranslation('lab');
  const replay = useReplay(props);
  const { player, step, move, shown, own, ownThen, changed } = replay;
  const [form, setForm] = useState<{ readonly about: LaneOrder | undefined }>();
  const isLine = !lab.check || lab.check.is === 'same';
  const begin = (about: LaneOrder | undefined): void => {
    player.stop();
    setForm({ about });
  };
  return (
    <Page
      subtitle={day.code}
      tools={<IconButton icon="copy" label={t('copyLink')} onClick={replay.copyLink} />}
      below={
        <>
          <ReplayStrip {...props} />
          {isLine && <SealOf {...props} step={step} />}
        </>
      }
      dock={<Actions from={changed?.atMs} onWhatIf={() => begin(undefined)} {...replay} />}
    >
      <div className={css.room}>
        {!isLine && <SealOf {...props} step={step} />}
        <div className={css.wide}>
          <Stage
            day={day}
            lane={shown}
            own={own}
            player={player}
            onSpeed={replay.setSpeed}
            onMove={move}
            head={<Choices {...props} />}
            lanes={<LaneChoice {...props} {...replay} />}
          />
          <div>
            <Outcome {...props} replay={replay} onChange={() => begin(changed?.order)} />
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
        onSee={(one) => {
          setForm(undefined);
          replay.ask(one);
        }}
      />
    </Page>
  );
}

/** Which day is played: its time is not the market’s. */
export function ReplayStrip({ day, days, lab }: Pick<ReplayProps, 'day' | 'days' | 'lab'>) {
  const { t } = useTranslation('lab');
  const language = useLanguage();
  return (
    <p className={css.strip}>
      <Icon name="clock" size={18} />
      <span>
        <b>{t('replayOf', { date: showMarketDate(day.marketDate, language) })}</b> {t('closedDay')}
        {lab.listed?.isRecorded && <Recorded isAlone={days.days.length === 1} />}
      </span>
    </p>
  );
}

/** What playing the whole day has shown, and one of its trades: as it was, whichever course is looked at. */
export function SealOf({
  lab,
  day,
  lane,
  step,
}: Pick<ReplayProps, 'lab' | 'day' | 'lane'> & { readonly step: number }) {
  // The trade of the moment at which it was asked for: the day may play on.
  const [asked, setAsked] = useState<number>();
  return (
    <>
      <DaySeal
        check={lab.check}
        checking={lab.checking}
        isRecorded={lab.listed?.isRecorded}
        onAgain={lab.again}
        onTrade={() => setAsked(step)}
      />
      <OneTrade
        day={day}
        lane={lane}
        step={asked ?? step}
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
      />
    </>
  );
}

/** Which of the two courses is shown, once there are two. */
export function LaneChoice({
  lab,
  shownLane,
  setShownLane,
}: Pick<ReplayProps, 'lab'> & Pick<Replaying, 'shownLane' | 'setShownLane'>) {
  const { t } = useTranslation('lab');
  if (!lab.compared) return null;
  return (
    <Segmented
      className={css.card}
      label={t('laneShown')}
      options={[
        { value: 'was', label: t('asWas') },
        { value: 'would', label: t('asWould') },
      ]}
      value={shownLane}
      onChange={setShownLane}
    />
  );
}

/** What the orders of the address come to, or why they cannot be played; nothing without any. */
export function Outcome({
  lab: { compared, changeFailure },
  day,
  lane,
  text,
  changes,
  replay,
  onChange,
}: ReplayProps & { readonly replay: Replaying; readonly onChange?: () => void }) {
  if (changes === undefined) return <LinkProblem failure={changeFailure} onWithout={replay.withoutChanges} />;
  if (!compared) return null;
  return (
    <WhatIfResult
      key={text}
      day={day}
      was={lane}
      compared={compared}
      changes={changes}
      isAsked={replay.askedFor === text}
      onChange={onChange}
    />
  );
}

/** To try another order; or with one, to play from where it was placed, or without it. `from`: ms of the day. */
export function Actions({
  from,
  onWhatIf,
  withoutChanges,
  playFrom,
}: Pick<Replaying, 'withoutChanges' | 'playFrom'> & {
  readonly from: number | undefined;
  /** Absent where the form is in sight. */
  readonly onWhatIf?: () => void;
}) {
  const { t } = useTranslation('lab');
  if (from === undefined) return onWhatIf && <Button onClick={onWhatIf}>{t('whatIf')}</Button>;
  return (
    <div className={css.pair}>
      <Button look="secondary" onClick={withoutChanges}>
        {t('without')}
      </Button>
      <Button onClick={() => playFrom(from)}>{t('playFrom', { time: showMarketSeconds(from).slice(0, 5) })}</Button>
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
      <Card className={css.card}>
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
