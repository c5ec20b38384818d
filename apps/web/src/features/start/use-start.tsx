import { lazy, Suspense, useState, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';
import { loadTexts } from '#i18n/index.ts';
import type { StartSheetProps } from './start-sheet.tsx';

// Its code does not hold up the first paint.
const loadSheet = async (): Promise<{ default: ComponentType<StartSheetProps> }> => {
  try {
    const [sheet] = await Promise.all([import('./start-sheet.tsx'), loadTexts(['start', 'login'])]);
    return sheet;
  } catch {
    return { default: () => null };
  }
};

/**
 * The sheet in which a practice account begins, for a page with a button that opens it. It stands beside what a guest
 * sees, which is gone once the account is there.
 */
export function useStart(onDone?: () => void): { readonly open: () => void; readonly sheet: ReactNode } {
  const [Sheet, setSheet] = useState<LazyExoticComponent<ComponentType<StartSheetProps>>>(); // an object, no function
  const [isOpen, setOpen] = useState(false);
  return {
    open: () => {
      setSheet(Sheet ?? lazy(loadSheet));
      setOpen(true);
    },
    sheet: Sheet && (
      <Suspense fallback={null}>
        <Sheet open={isOpen} onClose={() => setOpen(false)} {...(onDone && { onDone })} />
      </Suspense>
    ),
  };
}
