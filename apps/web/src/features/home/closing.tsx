import type { Data } from '@khara/contract';
import { lazy, Suspense, type ComponentType } from 'react';
import { useNow } from '#features/money/use-now.ts';
import { loadTexts } from '#i18n/index.ts';
import { closesSoon } from './closes-soon.ts';
import css from './closing.module.css';

type Offerings = Data<'newStocks'>['list'];
type Card = { readonly default: ComponentType<{ readonly offering: Offerings[number]; readonly left: number }> };

// Its code comes when there is something to show; where it cannot come, home goes without.
const ClosingOffering = lazy(async (): Promise<Card> => {
  try {
    const [card] = await Promise.all([import('#features/offerings/closing-offering.tsx'), loadTexts(['newStocks'])]);
    return card;
  } catch {
    return { default: () => null };
  }
});

/** The offering that closes next. Its place is there with the lists below it, which would jump if it came later. */
export function Closing({ offerings }: { readonly offerings: Offerings }) {
  const now = useNow(1000);
  const next = closesSoon(offerings, now)[0];
  if (!next) return null;
  return (
    <Suspense fallback={<div className={css.place} aria-busy="true" />}>
      <ClosingOffering offering={next} left={next.closesAt - now} />
    </Suspense>
  );
}
