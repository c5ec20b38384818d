import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { switchTab } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { dayName, writeTime, type LabAddress } from './lab-address.ts';
import type { ClosedDays, DaySource, LabFailure } from './lab-worker.ts';
import type { LabDay, Lane } from './lane.ts';
import { stepAtMs } from './scrubber.tsx';
import { useLab } from './use-lab.ts';
import type { ReplayView } from './use-replay.ts';
import { laterBy, readChanges, writeChanges } from './what-if.ts';

/** "What if I had waited?": so much market time. */
const WAITED_MS = 15 * 60_000;

type Props = LabAddress & {
  /** Where days come from; asked for once. */
  readonly source: () => DaySource;
  readonly code: string | undefined;
  /** Ids of the reader's own orders of that day and share; undefined of a guest. */
  readonly own: readonly string[] | undefined;
  readonly knownKey: string | undefined;
  readonly view: ReplayView;
};

/** The page of the Day Lab. Needs the namespaces `lab`, `session`, `stock`, `ticket` and `refusals`. */
export function LabPage({ source: sourceOf, query, change, code, own: ownIds, knownKey, view: View }: Props) {
  const [source] = useState(sourceOf);
  const text = query.get('orders') ?? '';
  const changes = useMemo(() => readChanges(text), [text]);
  const asked = query.get('date') ?? undefined;
  const lab = useLab(source, { date: asked, code, changes: changes ?? [], knownKey });
  const { days, day, lane, failure, changeFailure } = lab;

  // Without a day in the address it is the newest, and the address says so: a link of it stays that day.
  const newest = days?.days[0] && dayName(days.days[0]);
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
    <View {...{ query, change, ownIds, lab, day, lane, days, text }} changes={changeFailure ? undefined : changes} />
  );
}

/** From an order's story: the same terms a quarter of an hour later, once the day is there. */
function useWaited({
  query,
  change,
  day,
  lane,
}: LabAddress & { readonly day: LabDay | undefined; readonly lane: Lane | undefined }): void {
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
  readonly days: ClosedDays | undefined;
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
  if (asked !== undefined && !days.days.some((day) => dayName(day) === asked)) return { name: 'no_order_log' };
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
