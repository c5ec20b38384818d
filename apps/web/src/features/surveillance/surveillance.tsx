import type { Data } from '@khara/contract';
import { USUAL_BAND } from '@khara/rules';
import { lazyPart } from '#ui/lazy-part.tsx';

type Stock = Data<'marketDetail'>;

const SurveillanceNote = lazyPart(() => import('./surveillance-note.tsx'), { texts: ['surveillance'] });

/** What is special about a watched share or a narrow band; and of no other are the words fetched. */
export function Surveillance({ stock, className }: { readonly stock: Stock; readonly className?: string | undefined }) {
  const isNarrow = stock.bandPercent !== null && stock.bandPercent < USUAL_BAND && stock.tradeForTradeUntil === null;
  if (stock.surveillance === null && !isNarrow) return null;
  return <SurveillanceNote stock={stock} {...(className !== undefined && { className })} />;
}
