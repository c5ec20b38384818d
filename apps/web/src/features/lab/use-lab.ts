import type { WhatIf } from '@khara/market-day';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DayCheck } from './check-day.ts';
import { dayName } from './lab-address.ts';
import type { LabDay, Lane } from './lane.ts';
import type { ClosedDays, Compared, DaySource, LabAnswer, LabFailure, LabRequest, ListedDay } from './lab-worker.ts';

type Unsent<Request> = Request extends LabRequest ? Omit<Request, 'id' | 'source'> : never;
type Ask = (request: Unsent<LabRequest>, progress?: (part: number) => void) => Promise<LabAnswer>;

/** A worker of the page that uses it; it ends with the page, and what it was asked for is never answered then. */
function useWorker(source: DaySource): { readonly ask: Ask; readonly restart: () => void } {
  const worker = useRef<Worker>(undefined);
  const waiting = useRef(new Map<number, (answer: LabAnswer) => void>());
  const count = useRef(0);
  const stop = useCallback(() => {
    worker.current?.terminate();
    worker.current = undefined;
    waiting.current.clear();
  }, []);
  useEffect(() => stop, [stop]);
  const ask = useCallback<Ask>(
    (request, progress) =>
      new Promise((resolve) => {
        const id = (count.current += 1);
        if (!worker.current) {
          worker.current = new Worker(new URL('./lab-worker.ts', import.meta.url), { type: 'module' });
          worker.current.addEventListener('message', ({ data }: MessageEvent<LabAnswer>) =>
            waiting.current.get(data.id)?.(data),
          );
          worker.current.addEventListener('error', () => {
            for (const [of, settle] of waiting.current)
              settle({ id: of, is: 'failed', failure: { reason: 'offline' } });
          });
        }
        waiting.current.set(id, (answer) => {
          if (answer.is === 'progress') return progress?.(answer.part);
          waiting.current.delete(id);
          resolve(answer);
        });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker of our own has no origin to name
        worker.current.postMessage({ ...request, id, source });
      }),
    [source],
  );
  return { ask, restart: stop };
}

export type Lab = {
  readonly days: ClosedDays | undefined;
  /** The one of them that is asked for. */
  readonly listed: ListedDay | undefined;
  readonly day: LabDay | undefined;
  readonly lane: Lane | undefined;
  readonly compared: Compared | undefined;
  readonly failure: LabFailure | undefined;
  /** Of the changes alone: the day itself can be played. */
  readonly changeFailure: LabFailure | undefined;
  readonly check: DayCheck | undefined;
  /** How far the whole day has been played, from 0 to 1; undefined while it is not being checked. */
  readonly checking: number | undefined;
  readonly again: () => void;
};

type Opened = Pick<Lab, 'day' | 'lane' | 'failure'> & { readonly of: string };
const NOTHING: Opened = { day: undefined, lane: undefined, failure: undefined, of: '' };

/**
 * The day of one share, with the changes of a what-if, and the check of the whole day once it is shown. Undefined
 * changes are those of a link that cannot be read: nothing is played of them.
 */
export function useLab(
  source: DaySource,
  {
    date,
    code,
    changes,
    knownKey,
  }: {
    readonly date: string | undefined;
    readonly code: string | undefined;
    readonly changes: readonly WhatIf[];
    readonly knownKey: string | undefined;
  },
): Lab {
  const { ask, restart } = useWorker(source);
  const [days, setDays] = useState<ClosedDays>();
  const [noDays, setNoDays] = useState<LabFailure>();
  const [opened, setOpened] = useState<Opened>(NOTHING);
  const [compared, setCompared] = useState<{
    readonly of: string;
    readonly found?: Compared;
    readonly failure?: LabFailure;
  }>();
  const [check, setCheck] = useState<DayCheck>();
  const [checking, setChecking] = useState<number>();
  const [tries, setTries] = useState(0);

  useEffect(() => {
    let gone = false;
    void ask({ do: 'days' }).then((answer) => {
      if (gone) return;
      if (answer.is === 'days') setDays(answer.days);
      else if (answer.is === 'failed') setNoDays(answer.failure);
    });
    return () => {
      gone = true;
    };
  }, [ask, tries]);

  const share = code ?? days?.code;
  const listed = days?.days.find((day) => dayName(day) === date);
  const wanted = listed && share !== undefined ? `${date} ${share} ${tries}` : undefined;
  useEffect(() => {
    if (wanted === undefined || !listed || share === undefined) return undefined;
    let gone = false;
    setCheck(undefined);
    setChecking(undefined);
    void (async () => {
      const answer = await ask({ do: 'open', listed, code: share });
      if (gone) return;
      if (answer.is === 'failed') setOpened({ ...NOTHING, failure: answer.failure, of: wanted });
      if (answer.is !== 'opened') return;
      setOpened({ day: answer.day, lane: answer.lane, failure: undefined, of: wanted });
    })();
    return () => {
      gone = true;
    };
  }, [ask, wanted, listed, share]);

  const isOpen = opened.day !== undefined && opened.of === wanted;
  const changed = JSON.stringify(changes);
  const asked = isOpen && changes.length > 0 ? `${wanted} ${changed}` : undefined;
  useEffect(() => {
    if (asked === undefined) return undefined;
    let gone = false;
    void ask({ do: 'change', changes: JSON.parse(changed) as readonly WhatIf[] }).then((answer) => {
      if (gone) return;
      if (answer.is === 'changed') setCompared({ of: asked, found: answer.compared });
      else if (answer.is === 'failed') setCompared({ of: asked, failure: answer.failure });
    });
    return () => {
      gone = true;
    };
  }, [ask, asked, changed]);

  // The whole market takes seconds: it is played when what was asked for stands.
  const isShown = isOpen && (asked === undefined || compared?.of === asked);
  const hasBegun = useRef('');
  useEffect(() => {
    if (!isShown || wanted === undefined || hasBegun.current === wanted) return;
    hasBegun.current = wanted;
    setChecking(0);
    void ask({ do: 'check', knownKey }, (part) => hasBegun.current === wanted && setChecking(part)).then((answer) => {
      if (hasBegun.current !== wanted) return;
      setChecking(undefined);
      if (answer.is === 'checked') setCheck(answer.check);
    });
  }, [ask, isShown, wanted, knownKey]);

  const isOfNow = asked !== undefined && compared?.of === asked;
  return {
    days,
    listed,
    ...(isOpen || opened.of === wanted ? opened : NOTHING),
    failure: noDays ?? (opened.of === wanted ? opened.failure : undefined),
    compared: isOfNow ? compared.found : undefined,
    changeFailure: isOfNow ? compared.failure : undefined,
    check,
    checking,
    again: () => {
      restart();
      setNoDays(undefined);
      setTries(tries + 1);
    },
  };
}
