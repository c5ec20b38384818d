import type { Order } from './order.ts';
import { excess, type Piece } from './intraday.ts';
import type { WorkingSet } from './working-set.ts';

/** Gives back what of the margin of an intraday order's account and share is not needed any more. */
export function releaseMargin(set: WorkingSet, order: Order, eventNo: number): void {
  if (order.product !== 'intraday') return;
  for (const piece of excess(set.intraday(order))) releasePiece(set, piece, eventNo);
}

/** Gives back a part of what one order's hold has. */
export function releasePiece(set: WorkingSet, piece: Piece, event: number): void {
  const order = set.order(piece.order.id);
  set.move({ kind: 'margin_release', order, paise: piece.paise, event });
  set.replace({ ...order, marginPaise: order.marginPaise - piece.paise });
}
