import { useState } from 'react';
import { dropDraft, readDraft } from '#features/limits/draft.ts';
import type { Side, Ticket } from './use-ticket.ts';

/** What an own limit had stopped, to be filled in again. */
export function useDraft(
  ticket: Ticket,
  { code, side, isProductFixed }: { readonly code: string; readonly side: Side; readonly isProductFixed: boolean },
) {
  const [kept, setKept] = useState(() => readDraft(code, side));
  const drop = (): void => {
    dropDraft();
    setKept(undefined);
  };
  const fillIn = (): void => {
    if (!kept) return;
    ticket.setType(kept.type);
    if (!isProductFixed) ticket.setProduct(kept.product);
    ticket.setQuantity(kept.quantity);
    ticket.setPrice(kept.price);
    ticket.setTrigger(kept.trigger);
    drop();
  };
  return { kept, drop, fillIn };
}
