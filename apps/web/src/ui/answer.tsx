import type { ReactNode } from 'react';
import type { CallState } from '#api/use-call.ts';
import { ListEnd } from './list-end.tsx';
import { ErrorBlock, ErrorCard } from './states.tsx';

/** A question and what came of it, as `useCall` answers it. */
export type Asked<T> = Pick<CallState<T>, 'data' | 'failure' | 'again'>;

/** The same page by page, as `useList` answers it. */
type Listed<Item> = {
  readonly items: readonly Item[];
  readonly loading: boolean;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly more: () => void;
} & Pick<Asked<never>, 'failure' | 'again'>;

type Parts = {
  /** Until the answer is here: mostly its skeleton. */
  readonly wait: ReactNode;
  /** A part of a page: its failure is a card, and its list ends without a word. */
  readonly isPart?: boolean;
  /** Whether the end of a list says so. */
  readonly hasEnd?: boolean;
  /** What stands here for a refusal with this reason, which asking again would not change. */
  readonly refused?: Readonly<Record<string, ReactNode>>;
};

/**
 * What stands in the place of an answer: it waits, has failed and can be asked again, is refused, is an empty list, or
 * is here. A list has its end, which asks for more.
 *
 * ```tsx
 * <Answer of={useCall('baskets', {})} wait={<SkeletonRows />}>{({ list }) => …}</Answer>
 * <Answer of={useList('fills', {})} wait={<SkeletonRows />} empty={<Empty … />}>{(fills) => …}</Answer>
 * ```
 */
export function Answer<T>(
  props: Parts & {
    // A list taken for one answer would be nothing where it is empty: it says what stands there then, or
    // hides its items.
    readonly of: Asked<T> & { readonly items?: never };
    readonly children: (data: T) => ReactNode;
  },
): ReactNode;
export function Answer<Item>(
  props: Parts & {
    readonly of: Listed<Item>;
    readonly empty: ReactNode;
    readonly children: (items: readonly Item[]) => ReactNode;
  },
): ReactNode;
export function Answer<T>({
  of,
  wait,
  isPart = false,
  hasEnd = !isPart,
  refused,
  empty,
  children,
}: Parts & {
  readonly of: Asked<T> | Listed<T>;
  readonly empty?: ReactNode;
  readonly children: ((data: T) => ReactNode) & ((items: readonly T[]) => ReactNode);
}): ReactNode {
  if ('items' in of && !of.loading && !of.failure) {
    if (of.items.length === 0) return empty;
    return (
      <>
        {children(of.items)}
        {(of.hasMore || hasEnd) && <ListEnd hasMore={of.hasMore} loading={of.loadingMore} onMore={of.more} />}
      </>
    );
  }
  if ('data' in of && of.data !== undefined) return children(of.data);
  const { failure, again } = of;
  if (!failure) return wait;
  if (refused && failure.reason !== undefined && failure.reason in refused) return refused[failure.reason];
  const Failed = isPart ? ErrorCard : ErrorBlock;
  return <Failed cause={failure.message} onRetry={() => void again()} />;
}

/** Several questions that one place needs together: there when all are, failed when one has. */
export function together<const Questions extends readonly Asked<unknown>[]>(
  ...questions: Questions
): Asked<{ readonly [N in keyof Questions]: NonNullable<Questions[N]['data']> }> {
  type All = { readonly [N in keyof Questions]: NonNullable<Questions[N]['data']> };
  return {
    // Each is there, so the list has the type of all.
    data: questions.every(({ data }) => data !== undefined)
      ? (questions.map(({ data }) => data) as unknown as All)
      : undefined,
    failure: questions.find(({ failure }) => failure)?.failure,
    again: () => Promise.all(questions.map(({ again }) => again())),
  };
}
