import type { OwnLimitRefusal } from '@khara/contract';
import { useEffect, useState } from 'react';
import type { LimitsNow } from './limit-words.ts';
import { useOwnLimits } from './use-own-limits.ts';

/** Whether a limit stops orders by the limits as they are; of the largest order, whether it is as small as it was. */
function stops(reason: OwnLimitRefusal, now: LimitsNow, before: LimitsNow): boolean {
  if (reason === 'own_limit_pause') return now.pause !== null;
  const of = ({ limits }: LimitsNow) => limits.find(({ kind }) => reason === `own_limit_${kind}`);
  const limit = of(now);
  if (limit?.value == null) return false;
  if (reason === 'own_limit_no_intraday') return true;
  const least = reason === 'own_limit_largest_order' ? (of(before)?.value ?? limit.value) : limit.used;
  return Number(least) >= Number(limit.value);
}

/**
 * The limits as they were when one of them stopped an order, since what it said then stays said. `onEnd` is called once
 * it stops nothing any more.
 */
export function useStop(reason: OwnLimitRefusal, onEnd: () => void): LimitsNow | undefined {
  const { data, again } = useOwnLimits();
  const [first, setFirst] = useState(data);
  if (!first && data) setFirst(data);
  useEffect(() => void again(), [again]); // what is here may be older than the stop
  const isOver = first !== undefined && data !== undefined && data.at > first.at && !stops(reason, data, first);
  useEffect(() => {
    if (isOver) onEnd();
  });
  return first;
}
