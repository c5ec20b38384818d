import type { Payload } from '@khara/contract';
import { useState } from 'react';
import { useCall } from '#api/use-call.ts';
import { useSettled } from '#lib/use-settled.ts';
import { hasLimit, type OrderKind } from './terms.ts';

/** The figures of an order without a limit follow the price this often. */
const FOLLOW_MS = 5000;

/** What the server says that an order with these terms would cost, once they have rested; undefined asks nothing. */
export function useTicketPreview(asked: Payload<'previewOrder'> | undefined, type: OrderKind) {
  const settled = useSettled(asked);
  const preview = useCall('previewOrder', settled, {
    enabled: settled !== undefined,
    keep: true,
    staleMs: 0,
    ...(!hasLimit(type) && { refetchMs: FOLLOW_MS }),
  });
  const dimmed = preview.outdated || JSON.stringify(asked) !== JSON.stringify(settled);
  // A limit's price, left over from before the type was changed, protects nothing.
  const [priced, setPriced] = useState<{ readonly type: OrderKind; readonly price: string }>();
  const fresh = dimmed ? undefined : preview.data?.price;
  if (fresh !== undefined && (priced?.price !== fresh || priced.type !== type)) setPriced({ type, price: fresh });
  return {
    preview,
    /** The figures answer something typed before. */
    dimmed,
    /** Of an order without a limit, once the server has named it. */
    protectedPrice: priced?.type === type ? priced.price : undefined,
  };
}
