import type { ConsoleCallName, ConsoleData, ConsolePayload } from '@khara/contract';
import { QueryClient, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { call } from './api.ts';

export const queries = new QueryClient({
  defaultOptions: { queries: { retry: 1, staleTime: 1_000, refetchOnWindowFocus: true } },
});

/** Queues are read again by themselves: another person decides too. */
const QUEUE_MS = 4_000;

/** The answer of a reading call, read again every few seconds. */
export function useCall<N extends ConsoleCallName>(
  name: N,
  payload: ConsolePayload<N>,
  { everyMs = QUEUE_MS, enabled = true }: { readonly everyMs?: number | false; readonly enabled?: boolean } = {},
) {
  return useQuery({
    queryKey: [name, payload],
    queryFn: () => call(name, payload),
    refetchInterval: everyMs,
    enabled,
  });
}

type Listing = {
  [N in ConsoleCallName]: ConsoleData<N> extends { nextCursor: string | null } ? N : never;
}[ConsoleCallName];

/** A list that goes on: its lines so far, and how to get more. */
export function usePages<N extends Listing>(name: N, payload: ConsolePayload<N>) {
  const query = useInfiniteQuery({
    queryKey: [name, payload],
    queryFn: ({ pageParam }) =>
      call(name, { ...payload, ...(pageParam === undefined ? {} : { cursor: pageParam }) } as ConsolePayload<N>),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page as { nextCursor: string | null }).nextCursor ?? undefined,
    refetchInterval: QUEUE_MS,
  });
  type Line = ConsoleData<N> extends { list: (infer L)[] } ? L : never;
  const lines = (query.data?.pages ?? []).flatMap((page) => page.list as Line[]); // of one call, all of one kind
  return { ...query, lines };
}

/** Does something, and reads everything shown again. */
export function useAct<N extends ConsoleCallName>(name: N) {
  return useMutation({
    mutationFn: (payload: ConsolePayload<N>) => call(name, payload),
    onSettled: () => queries.invalidateQueries(),
  });
}
