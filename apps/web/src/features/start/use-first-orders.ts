import type { Data } from '@khara/contract';
import { useEffect } from 'react';
import { useSession } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { readStored, store } from '#lib/storage.ts';

type Order = Data<'orders'>['list'][number];
/** How an order finds its price; a stop says nothing of the order after it. */
type Kind = 'market' | 'limit';

/** How many orders are looked at: the first fill of a new member is among them. */
const FIRST = 5;
/** Of which member this device knows that there was an order, and how the newest found its price: "ID market". */
const ORDERED = 'hasOrdered';
function kept(id: string | undefined): { readonly kind: string | undefined } | undefined {
  const [of, kind] = readStored(ORDERED)?.split(' ') ?? [];
  return id !== undefined && of === id ? { kind } : undefined;
}
const toKind = (type: string | undefined): Kind | undefined =>
  type === 'market' || type === 'limit' ? type : undefined;
const keptKind = (id: string | undefined): Kind | undefined => toKind(kept(id)?.kind);
const newestKind = (list: readonly Order[]): Kind =>
  list.map(({ type }) => toKind(type)).find((kind) => kind !== undefined) ?? 'limit';

/** Of a member whose order this device knows of, it is asked no more. */
export const hasOrdered = (id: string | undefined): boolean => kept(id) !== undefined;

/** Notes an order that was placed here: the next ticket begins with its kind. */
export function noteOrdered({ type }: Pick<Order, 'type'>): void {
  const id = useSession.getState().userInfo?.id;
  if (id !== undefined) store(ORDERED, `${id} ${toKind(type) ?? keptKind(id) ?? 'limit'}`);
}

function useNewestOrders({ until }: { readonly until: 'filled' | 'placed' }) {
  const id = useSession(({ userInfo }) => userInfo?.id);
  const isAsked = id !== undefined && (until === 'filled' || keptKind(id) === undefined);
  const { data, failure } = useCall('orders', { size: FIRST }, { enabled: isAsked });
  useEffect(() => {
    // What was placed here is known better than what was asked for a while ago.
    if (id !== undefined && data && data.list.length > 0 && keptKind(id) === undefined)
      store(ORDERED, `${id} ${newestKind(data.list)}`);
  }, [id, data]);
  return { id, isAsked, list: data?.list, failure };
}

export type FirstOrders = {
  readonly placed: boolean;
  /** The newest that was filled, of the newest few. */
  readonly traded: Order | undefined;
};

/** Whether a member has placed an order, and whether one was filled; undefined until it is known. */
export function useFirstOrders(): FirstOrders | undefined {
  const { list, failure } = useNewestOrders({ until: 'filled' });
  if (failure) return { placed: true, traded: undefined }; // nothing is asked of who cannot be known
  return list && { placed: list.length > 0, traded: list.find((order) => order.filledQuantity > 0) };
}

/**
 * The kind of order with which a ticket begins: that of the member's newest order, and of the first one `market`, so
 * that one swipe fills it. Undefined until it is known.
 */
export function useFirstKind(): Kind | undefined {
  const { id, isAsked, list, failure } = useNewestOrders({ until: 'placed' });
  if (!isAsked || failure) return keptKind(id) ?? 'limit';
  return list && (list.length === 0 ? 'market' : newestKind(list));
}
