import { useEffect } from 'react';
import { useSession } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { readStored, store } from '#lib/storage.ts';

/** How many orders are looked at: the first fill of a new member is among them. */
const FIRST = 5;
/** Of which member this device knows that there was an order: it is asked no more. */
const ORDERED = 'hasOrdered';

function useNewestOrders({ until }: { readonly until: 'filled' | 'placed' }) {
  const id = useSession(({ userInfo }) => userInfo?.id);
  const isAsked = id !== undefined && (until === 'filled' || readStored(ORDERED) !== id);
  const { data, failure } = useCall('orders', { size: FIRST }, { enabled: isAsked });
  useEffect(() => {
    if (id !== undefined && data && data.list.length > 0) store(ORDERED, id);
  }, [id, data]);
  return { isAsked, list: data?.list, failure };
}

/** Whether a member has placed an order, and whether one was filled; undefined until it is known. */
export function useFirstOrders(): { readonly placed: boolean; readonly filled: boolean } | undefined {
  const { list } = useNewestOrders({ until: 'filled' });
  return list && { placed: list.length > 0, filled: list.some((order) => order.filledQuantity > 0) };
}

/** Whether the next order is a member's first; undefined until it is known. */
export function useIsFirstOrder(): boolean | undefined {
  const { isAsked, list, failure } = useNewestOrders({ until: 'placed' });
  if (!isAsked || failure) return false;
  return list && list.length === 0;
}
