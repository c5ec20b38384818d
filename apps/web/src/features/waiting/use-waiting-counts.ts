import { useCall, useList } from '#api/use-call.ts';
import { REGULAR_LIST } from '#features/baskets/basket.ts';

/** As many triggers as one account can have waiting. */
export const WAITING_TRIGGERS = { state: 'waiting', size: 100 } as const;

/** How many triggers, baskets and regular purchases go on; each undefined until it is known. */
export function useWaitingCounts() {
  const triggers = useList('triggers', WAITING_TRIGGERS);
  const baskets = useCall('baskets', {});
  const regular = useList('regularPurchases', REGULAR_LIST);
  return {
    triggers: triggers.first && triggers.items.length,
    baskets: baskets.data?.list.length,
    regular: regular.first && regular.items.filter(({ state }) => state !== 'ended').length,
  };
}
