import type { WhatIf } from '@khara/market-day';
import { clock } from '@khara/rules';
import { useMemo, useState, type ComponentType } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { copyText } from '#ui/copy.ts';
import { toast } from '#ui/toast.ts';
import { labLink, readTime, writeTime, type LabAddress } from './lab-address.ts';
import type { LabDay, Lane } from './lane.ts';
import { stepAtMs } from './scrubber.tsx';
import type { useLab } from './use-lab.ts';
import { SPEEDS, usePlayer, type Speed } from './use-player.ts';
import { writeChanges } from './what-if.ts';

/** As far as a day without an own order plays by itself: half of it is left for an order that is tried. */
const MIDDAY = clock(12, 30);

export type ReplayProps = LabAddress & {
  readonly ownIds: readonly string[] | undefined;
  readonly lab: ReturnType<typeof useLab>;
  readonly day: LabDay;
  readonly lane: Lane;
  readonly days: NonNullable<ReturnType<typeof useLab>['days']>;
  /** The orders of the address, as they stand there; undefined `changes` are no orders that can be played. */
  readonly text: string;
  readonly changes: readonly WhatIf[] | undefined;
};

/** A day that is there, laid out for a phone or for the desk. */
export type ReplayView = ComponentType<ReplayProps>;

/**
 * A day that is there: where it stands, which of its two courses is shown, which orders are marked in it, and what can
 * be done with it. Needs `lab`.
 */
export function useReplay(
  { query, change, ownIds, lab: { compared }, day, lane, changes }: ReplayProps,
  beginsWith: 'was' | 'would' = 'was',
) {
  const { t } = useTranslation('lab');
  const firstOwn = lane.orders.find(({ id }) => ownIds?.includes(id));
  const until = readTime(query.get('until')); // an address may let the day play by itself to a moment
  const isAsked = until === undefined && (query.has('at') || changes?.length !== 0);
  const player = usePlayer(day, {
    chosenSpeed: SPEEDS.find((one) => one === query.get('speed')) ?? '60',
    startMs: isAsked ? (readTime(query.get('at')) ?? 0) : undefined,
    untilMs: until ?? (firstOwn ? day.times[firstOwn.step]! : MIDDAY),
  });
  const [shownLane, setShownLane] = useState<'was' | 'would'>(beginsWith);
  const [askedFor, setAskedFor] = useState<string>();
  const shown = shownLane === 'would' && compared ? compared.lane : lane;
  const own = useMemo(
    () => shown.orders.filter(({ id }) => ownIds?.includes(id) || compared?.lane.changed.includes(id)),
    [shown, ownIds, compared],
  );
  const move = (atMs: number): void => {
    player.move(atMs);
    change({ at: writeTime(atMs) });
  };
  const ownThen = lane.orders.filter(({ id }) => ownIds?.includes(id));
  const changed = compared?.lane.orders.find(({ id }) => compared.lane.changed.includes(id));
  return {
    player,
    step: stepAtMs(day, player.atMs),
    move,
    shownLane,
    setShownLane,
    shown,
    own,
    /** The reader's orders as they were. */
    ownThen,
    /** Of the orders that are different, the one that is looked at first, as it was if there was it. */
    changed: changed && { atMs: day.times[changed.step]!, order: ownThen.find(({ id }) => id === changed.id) },
    /** The orders of the address that the reader has asked for here; undefined when they came with a link. */
    askedFor,
    ask(one: WhatIf): void {
      player.stop();
      setAskedFor(writeChanges([one]));
      change({ orders: writeChanges([one]), at: writeTime(player.atMs) });
    },
    withoutChanges: () => change({ orders: undefined }),
    setSpeed(speed: Speed): void {
      player.stop();
      change({ speed, at: writeTime(player.atMs) });
    },
    /** Plays from there what would have been. */
    playFrom(atMs: number): void {
      setShownLane('would');
      move(atMs);
      if (!player.playing) player.toggle();
    },
    copyLink(): void {
      change({ at: writeTime(player.atMs) });
      void copyText(labLink(query, player.atMs)).then(() => toast(t('linkCopied')));
    },
  };
}

export type Replaying = ReturnType<typeof useReplay>;
