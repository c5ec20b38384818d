import { useMemo } from 'react';
import { useSignedIn } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { readTrade, type OwnTrade } from './own-trades.ts';

/** Marked on a chart: the newest. */
const MOST_TRADES = 50;
const NONE: readonly OwnTrade[] = [];

/** The reader's own newest trades of a share; none of an index, and none for a guest. */
export function useOwnTrades(code: string, traded: boolean): readonly OwnTrade[] {
  const signedIn = useSignedIn();
  const { data } = useCall('fills', { code, size: MOST_TRADES }, { enabled: signedIn && traded });
  return useMemo(() => (data ? data.list.map(readTrade) : NONE), [data]);
}
