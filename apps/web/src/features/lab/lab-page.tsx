import type { WhatIf } from '@khara/market-day';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { hasText } from '#i18n/has-text.ts';
import { useLanguage } from '#lib/language.ts';
import { showMarketDate, showMarketSeconds } from '#lib/time.ts';
import { at, navigateTo, switchTab } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip, Tabs } from '#ui/choice.tsx';
import { cx } from '#ui/class-names.ts';
import { copyText } from '#ui/copy.ts';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { toast } from '#ui/toast.ts';
import { DaySeal } from './day-seal.tsx';
import { LabDepth, LabTape, OwnOrders } from './lab-lists.tsx';
import { DayPicker, SharePicker } from './lab-pickers.tsx';
import type { DaySource, LabFailure } from './lab-worker.ts';
import type { LabDay, Lane, LaneOrder } from './lane.ts';
import { stepAtMs } from './scrubber.tsx';
import { Stage } from './stage.tsx';
import { useLab } from './use-lab.ts';
import { SPEEDS, usePlayer } from './use-player.ts';
import { laterBy, readChanges, writeChanges } from './what-if.ts';
import { WhatIfResult } from './what-if-result.tsx';
import { WhatIfSheet } from './what-if-sheet.tsx';
import css from './lab.module.css';

const LAB = '/pages/lab/day';
/** "What if I had waited?": so much market time. */
const WAITED_MS = 15 * 60_000;
const TABS = ['depth', 'tape', 'mine'] as const;
type Tab = (typeof TABS)[number];

type Props = {
  /** Where days come from; asked for once. */
  readonly source: () => DaySource;
  readonly query: URLSearchParams;
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
  readonly code: string | undefined;
  /** Ids of the reader's own orders of that day and share; undefined of a guest. */
  readonly own: readonly string[] | undefined;
  readonly knownKey: string | undefined;
};

/** The page of the Day Lab. Needs the namespaces `lab`, `session`, `stock`, `ticket` and `refusals`. */
export function LabPage({ source: sourceOf, query, change, code, own: ownIds, knownKey }: Props) {
  const [source] = useState(sourceOf);
  const text = query.get('orders') ?? '';
  const changes = useMemo(() => readChanges(text), [text]);
  const asked = query.get('date') ?? undefined;
  const lab = useLab(source, { date: asked, code, changes: changes ?? [], knownKey });
  const { days, day, lane, failure, changeFailure } = lab;

  // Without a day in the address it is the newest, and the address says so: a link of it stays that day.
  const newest = days?.days[0]?.marketDate;
  useEffect(() => {
    if (asked === undefined && newest !== undefined) change({ date: newest });
  }, [asked, newest, change]);
  useWaited({ query, change, day, lane });

  const problem = findProblem({ days, asked, failure });
  if (problem)
    return (
      <Page subtitle={code}>
        <Problem
          problem={problem}
          onNewest={() => change({ date: newest, at: undefined, orders: undefined })}
          onAgain={lab.again}
          onShare={() => change({ code: undefined })}
          hasNewest={newest !== undefined && newest !== asked}
        />
      </Page>
    );
  if (!day || !lane || !days)
    return (
      <Page subtitle={code}>
        <SkeletonRows rows={8} />
      </Page>
    );
  return (
    <Replay {...{ query, change, ownIds, lab, day, lane, days, text }} changes={changeFailure ? undefined : changes} />
  );
}

type ReplayProps = Pick<Props, 'query' | 'change'> & {
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
function Replay({ query, change, ownIds, lab, day, lane, days, text, changes }: ReplayProps) {
  const { t } = useTranslation('lab');
  const language = useLanguage();
  const { compared, changeFailure } = lab;
  const speed = SPEEDS.find((one) => one === query.get('speed')) ?? '60';
  const player = usePlayer(day, speed, readTime(query.get('at')));
  const step = stepAtMs(day, player.atMs);
  const [picking, setPicking] = useState<'day' | 'share'>();
  const [form, setForm] = useState<{ readonly about: LaneOrder | undefined }>();
  const [askedFor, setAskedFor] = useState<string>();
  const [shownLane, setShownLane] = useState<'was' | 'would'>('was');
  const shown = shownLane === 'would' && compared ? compared.lane : lane;
  const own = useMemo(
    () => shown.orders.filter(({ id }) => ownIds?.includes(id) || compared?.lane.changed.includes(id)),
    [shown, ownIds, compared],
  );
  const ownThen = lane.orders.filter(({ id }) => ownIds?.includes(id));
  const begin = (about: LaneOrder | undefined): void => setForm({ about });
  const move = (atMs: number): void => {
    player.move(atMs);
    change({ at: writeTime(atMs) });
  };
  const pick = (next: Readonly<Record<string, string | undefined>>): void => {
    setPicking(undefined);
    change({ ...next, orders: undefined });
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
        <p className={css.strip}>
          <Icon name="clock" size={18} />
          <span>
            <b>{t('replayOf', { date: showMarketDate(day.marketDate, language) })}</b> {t('closedDay')}
          </span>
        </p>
      }
      dock={
        <Actions
          from={first && day.times[first.step]}
          onWhatIf={() => begin(undefined)}
          onWithout={() => change({ orders: undefined })}
          onPlay={(atMs) => {
            setShownLane('would');
            move(atMs);
            if (!player.playing) player.toggle();
          }}
        />
      }
    >
      <div className={css.room}>
        <div className={css.wide}>
          <Stage
            day={day}
            lane={shown}
            own={own}
            player={player}
            speed={speed}
            onSpeed={(next) => change({ speed: next })}
            onMove={move}
            choices={
              <div className={css.choose}>
                <Chip opens onPress={() => setPicking('day')}>
                  {showMarketDate(day.marketDate, language)}
                </Chip>
                <Chip opens onPress={() => setPicking('share')}>
                  {day.code}
                </Chip>
              </div>
            }
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
                  onChange={setShownLane}
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
            <DaySeal check={lab.check} checking={lab.checking} onAgain={lab.again} />
            <Note className={css.card}>{t('limits')}</Note>
          </div>
        </div>
      </div>
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

/** What can be read beside the picture: the book, the trades, and the reader's own orders. */
function Parts({
  day,
  lane,
  step,
  own,
  ofReader,
  onGo,
  onChange,
}: {
  readonly day: LabDay;
  readonly lane: Lane;
  readonly step: number;
  /** Orders that are marked among the trades. */
  readonly own: readonly LaneOrder[];
  /** The reader's; undefined of a guest. */
  readonly ofReader: readonly LaneOrder[] | undefined;
  readonly onGo: (step: number) => void;
  readonly onChange: (order: LaneOrder) => void;
}) {
  const { t } = useTranslation('lab');
  const [tab, setTab] = useState<Tab>('depth');
  return (
    <section className={css.tabs}>
      <Tabs
        label={t('parts')}
        items={TABS.map((value) => ({
          value,
          label: t(value),
          ...(value === 'mine' && { count: ofReader?.length ?? 0 }),
        }))}
        value={tab}
        onSelect={(next) => setTab(next as Tab)}
      />
      <div className={css.tabBody}>
        {tab === 'depth' ? (
          <LabDepth day={day} lane={lane} step={step} />
        ) : tab === 'tape' ? (
          <LabTape day={day} lane={lane} step={step} own={own} />
        ) : ofReader === undefined ? (
          <Empty
            icon="person"
            title={t('loginForMine')}
            action={{ label: t('login'), onPress: () => navigateTo('/pages/login/index') }}
            inline
          />
        ) : (
          <OwnOrders day={day} own={ofReader} onGo={onGo} onChange={onChange} />
        )}
      </div>
    </section>
  );
}

/** From an order's story: the same terms a quarter of an hour later, once the day is there. */
function useWaited({
  query,
  change,
  day,
  lane,
}: Pick<Props, 'query' | 'change'> & { readonly day: LabDay | undefined; readonly lane: Lane | undefined }): void {
  const waited = query.get('wait');
  useEffect(() => {
    if (waited === null || !day || !lane) return;
    const order = lane.orders.find(({ id }) => id === waited);
    if (!order) return change({ wait: undefined, orders: `r.${waited}` });
    const later = laterBy(order, stepAtMs(day, day.times[order.step]! + WAITED_MS));
    change({ wait: undefined, orders: writeChanges([later]), at: writeTime(day.times[order.step]!) });
  }, [waited, change, day, lane]);
}

type ProblemName = 'running' | 'no_order_log' | 'unreadable' | 'other_version' | 'unknown_code' | 'offline' | 'noDays';

function findProblem({
  days,
  asked,
  failure,
}: {
  readonly days:
    | { readonly days: readonly { readonly marketDate: string }[]; readonly running?: string | undefined }
    | undefined;
  readonly asked: string | undefined;
  readonly failure: LabFailure | undefined;
}): { readonly name: ProblemName; readonly message?: string | undefined } | undefined {
  if (failure) {
    const known: readonly ProblemName[] = ['no_order_log', 'unreadable', 'other_version', 'unknown_code'];
    return { name: known.find((name) => name === failure.reason) ?? 'offline', message: failure.message };
  }
  if (!days) return undefined;
  if (asked !== undefined && asked === days.running) return { name: 'running' };
  if (days.days.length === 0) return { name: 'noDays' };
  if (asked !== undefined && !days.days.some(({ marketDate }) => marketDate === asked)) return { name: 'no_order_log' };
  return undefined;
}

/** What cannot be played, why, and what can be done. */
function Problem({
  problem,
  onNewest,
  onAgain,
  onShare,
  hasNewest,
}: {
  readonly problem: { readonly name: ProblemName };
  readonly onNewest: () => void;
  readonly onAgain: () => void;
  readonly onShare: () => void;
  readonly hasNewest: boolean;
}) {
  const { t } = useTranslation('lab');
  const { name } = problem;
  if (name === 'noDays')
    return (
      <Empty
        icon="clock"
        title={t('noDays')}
        text={t('noDaysText')}
        action={{ label: t('toMarket'), onPress: () => switchTab('/pages/market/index') }}
      />
    );
  const action =
    name === 'unknown_code'
      ? { label: t('chooseShare'), onPress: onShare }
      : name === 'offline' || name === 'unreadable' || !hasNewest
        ? { label: t('loadAgain'), onPress: onAgain }
        : { label: t('newest'), onPress: onNewest };
  return (
    <div role="alert">
      <Empty icon="clock" title={t(`title.${name}`)} text={t(`text.${name}`)} action={action} />
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

/** "114216" for 11:42:16. */
const writeTime = (atMs: number): string => showMarketSeconds(atMs).replaceAll(':', '');
function readTime(text: string | null): number | undefined {
  const match = /^([01]\d|2[0-3])([0-5]\d)([0-5]\d)$/.exec(text ?? '');
  return match ? ((Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3])) * 1000 : undefined;
}

/** The whole address of what is shown: day, share, moment, speed and orders; nothing of who reads it. */
function labLink(query: URLSearchParams, atMs: number): string {
  const kept = ['date', 'code', 'speed', 'orders'].map((name): [string, string | undefined] => [
    name,
    query.get(name) ?? undefined,
  ]);
  const path = at(LAB, { ...Object.fromEntries(kept), at: writeTime(atMs) });
  return `${location.href.split('#')[0]}#${path}`;
}
