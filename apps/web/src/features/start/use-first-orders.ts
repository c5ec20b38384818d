import type { Data } from '@khara/contract';
import { useEffect } from 'react';
import { useSession } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { readStored, store } from '#lib/storage.ts';

/** How many orders are looked at: the first fill of a new member is among them. */
const FIRST = 5;
/** Of which member this device knows that there was an order: it is asked no more. */
const ORDERED = 'hasOrdered';
export const hasOrdered = (id: string | undefined): boolean => id !== undefined && readStored(ORDERED) === id;

function useNewestOrders({ until }: { readonly until: 'filled' | 'placed' }) {
  const id = useSession(({ userInfo }) => userInfo?.id);
  const isAsked = id !== undefined && (until === 'filled' || !hasOrdered(id));
  const { data, failure } = useCall('orders', { size: FIRST }, { enabled: isAsked });
  useEffect(() => {
    if (id !== undefined && data && data.list.length > 0) store(ORDERED, id);
  }, [id, data]);
  return { isAsked, list: data?.list, failure };
}

export type FirstOrders = {
  readonly placed: boolean;
  /** The newest that was filled, of the newest few. */
  readonly traded: Data<'orders'>['list'][number] | undefined;
};

/** Whether a member has placed an order, and whether one was filled; undefined until it is known. */
export function useFirstOrders(): FirstOrders | undefined {
  const { list, failure } = useNewestOrders({ until: 'filled' });
  if (failure) return { placed: true, traded: undefined }; // nothing is asked of who cannot be known
  return list && { placed: list.length > 0, traded: list.find((order) => order.filledQuantity > 0) };
}

/** Whether the next order is a member's first; undefined until it is known. */
export function useIsFirstOrder(): boolean | undefined {
  const { isAsked, list, failure } = useNewestOrders({ until: 'placed' });
  if (!isAsked || failure) return false;
  return list && list.length === 0;
}
