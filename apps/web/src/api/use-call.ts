import type { CallName, Data, Payload } from '@khara/contract';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { ask, queryClient } from './client.ts';
import { toFailure, type Failure } from './failure.ts';
import { queryKey } from './query-keys.ts';

type Options = {
  readonly enabled?: boolean;
  readonly refetchMs?: number;
  readonly staleMs?: number;
  /** Shows the answer to the last payload until the new one comes (a preview, a filter). */
  readonly keep?: boolean;
};

export type CallState<T> = {
  readonly data: T | undefined;
  /** Nothing to show yet and nothing failed. */
  readonly loading: boolean;
  readonly failure: Failure | undefined;
  /** What is shown answers an older payload. */
  readonly outdated: boolean;
  /** What is shown could not be asked for again. */
  readonly unreached: boolean;
  readonly again: () => Promise<unknown>;
};

/** Asks one call before the page that shows its answer is here. */
export function askAhead<N extends CallName>(name: N, payload?: Payload<N>): void {
  void queryClient.prefetchQuery({
    queryKey: queryKey(name, payload),
    queryFn: ({ signal }) => ask(name, payload, signal),
  });
}

/**
 * Asks one call and keeps its answer: `const { data, loading, failure, again } = useCall('marketDetail', { code })`.
 */
export function useCall<N extends CallName>(name: N, payload?: Payload<N>, options: Options = {}): CallState<Data<N>> {
  const query = useQuery({
    queryKey: queryKey(name, payload),
    queryFn: ({ signal }) => ask(name, payload, signal),
    enabled: options.enabled ?? true,
    ...(options.refetchMs !== undefined && { refetchInterval: options.refetchMs }),
    ...(options.staleMs !== undefined && { staleTime: options.staleMs }),
    ...(options.keep && { placeholderData: keepPreviousData }),
  });
  const arrived = useArrived(query.data);
  const data = arrived ? (query.data as Data<N>) : undefined; // placeholderData widens it
  const loading = (query.isPending || (query.data !== undefined && !arrived)) && (options.enabled ?? true);
  const { data: newest, error, isPlaceholderData: outdated, refetch: again } = query;
  return useMemo(
    () => ({
      data,
      loading,
      failure: newest === undefined ? toFailure(error) : undefined,
      unreached: newest !== undefined && error !== null,
      outdated,
      again,
    }),
    [data, loading, newest, error, outdated, again],
  );
}

/**
 * Whether an answer may be shown. The first one makes a page out of its skeleton, which takes a slow phone
 * longer than a frame: React does it in small pieces, between which the reader is heard. Later ones change
 * little and are shown at once.
 */
const useArrived = (data: unknown): boolean => useDeferredValue(data !== undefined) && data !== undefined;

type ListCall = {
  [N in CallName]: Data<N> extends { list: unknown[]; nextCursor: string | null } ? N : never;
}[CallName];
type ItemOf<N extends ListCall> = Data<N>['list'][number];

export type ListState<N extends ListCall> = {
  readonly items: readonly ItemOf<N>[];
  /** The first page whole, for what travels beside the list (a market list's breadth). */
  readonly first: Data<N> | undefined;
  readonly loading: boolean;
  readonly failure: Failure | undefined;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly more: () => void;
  readonly again: () => Promise<unknown>;
};

/** Asks a list page by page: `const { items, hasMore, more } = useList('bill', { currency })`. */
export function useList<N extends ListCall>(name: N, payload: Payload<N>, options: Options = {}): ListState<N> {
  const query = useInfiniteQuery({
    // Pages are not the shape of one answer: the same call asked both ways has two places in the cache.
    queryKey: [...queryKey(name, payload), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      ask(name, { ...payload, ...(pageParam !== null && { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null, // null: from the beginning
    getNextPageParam: (page: Data<N>) => (page as { nextCursor: string | null }).nextCursor, // ListCall says so
    enabled: options.enabled ?? true,
    ...(options.refetchMs !== undefined && { refetchInterval: options.refetchMs }),
    ...(options.staleMs !== undefined && { staleTime: options.staleMs }),
  });
  const { data, error, hasNextPage: hasMore, isFetchingNextPage: loadingMore, fetchNextPage, refetch: again } = query;
  const arrived = useArrived(data);
  const loading = (query.isPending || (data !== undefined && !arrived)) && (options.enabled ?? true);
  return useMemo(() => {
    const pages = (arrived && data?.pages) || [];
    return {
      items: pages.flatMap((page) => (page as { list: ItemOf<N>[] }).list), // ListCall says so
      first: pages[0],
      loading,
      failure: data === undefined ? toFailure(error) : undefined,
      hasMore,
      loadingMore,
      more: () => {
        if (hasMore && !loadingMore) void fetchNextPage();
      },
      again,
    };
  }, [arrived, data, loading, error, hasMore, loadingMore, fetchNextPage, again]);
}
