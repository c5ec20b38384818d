import type { Data } from '@khara/contract';
import { USUAL_BAND } from '@khara/rules';
import { lazy, Suspense } from 'react';

type Stock = Data<'marketDetail'>;

const SurveillanceNote = lazy(() => import('./surveillance-note.tsx'));

/** What is special about a watched share or a narrow band; loads no words for any other. Needs `surveillance`. */
export function Surveillance({ stock, className }: { readonly stock: Stock; readonly className?: string | undefined }) {
  const isNarrow = stock.bandPercent !== null && stock.bandPercent < USUAL_BAND && stock.tradeForTradeUntil === null;
  if (stock.surveillance === null && !isNarrow) return null;
  return (
    <Suspense fallback={null}>
      <SurveillanceNote stock={stock} {...(className !== undefined && { className })} />
    </Suspense>
  );
}
