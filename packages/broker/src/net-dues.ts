import type { Due } from './batch.ts';

/** Shares of a due that have neither settled nor been sold. */
export const outstandingShares = ({ bought, sold, settled }: Pick<Due, 'bought' | 'sold' | 'settled'>): number =>
  bought - sold - settled;

/**
 * What of one holding has yet to settle when its market date is over, and how many shares settle at once. Purchases and
 * sales of a day net, so what was both bought and sold never moves between accounts. Each sale had taken settled shares
 * first and then what is due first, as it did not know of purchases that would follow it: what is due on an earlier
 * date than that of the day gets its shares back from the day's own, and the rest of these settle.
 *
 * `settlesOn`: when the day's own purchases do. `delivered`: shares that the contract note brings. `free`: unsettled
 * shares that no order keeps.
 */
export function netDues(
  dues: readonly Due[],
  { settlesOn, delivered, free }: { readonly settlesOn: string; readonly delivered: number; readonly free: number },
): { readonly dues: readonly Due[]; readonly netted: number } {
  const own = dues.find((due) => due.settlesOn === settlesOn);
  let over = own ? Math.max(0, outstandingShares(own) - own.noted - delivered) : 0;
  let sold = 0;
  const earlier = dues
    .filter((due) => due !== own)
    .map((due) => {
      const back = Math.min(over, Math.max(0, due.noted - outstandingShares(due)));
      over -= back;
      sold += back;
      return { ...due, sold: due.sold - back };
    });
  const netted = Math.min(over, free);
  const after = own ? [...earlier, { ...own, sold: own.sold + sold, settled: own.settled + netted }] : earlier;
  return { dues: after.map((due) => ({ ...due, noted: outstandingShares(due) })), netted };
}
