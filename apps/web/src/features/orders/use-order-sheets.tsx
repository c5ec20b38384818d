import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Sheet } from '#ui/sheet.tsx';
import { CancelRest } from './cancel-rest.tsx';
import { OrderSheet } from './order-sheet.tsx';
import type { Order } from './outcome.ts';
import { lazySheet } from '#ui/lazy-part.tsx';

// Comes with the first order that is changed.
const ChangeSheet = lazySheet(() => import('./change-sheet.tsx'));

type OpenSheet =
  | { readonly what: 'history'; readonly id: string }
  | { readonly what: 'change' | 'cancel'; readonly order: Order }
  | undefined;

/**
 * One order over a list: its history, changing it, cancelling it; one sheet at a time. `first` is the story
 * shown from the start.
 */
export function useOrderSheets(first?: string, onClosed?: () => void) {
  const { t } = useTranslation('orders');
  const [shown, setShown] = useState<OpenSheet>(first === undefined ? undefined : { what: 'history', id: first });
  // What a sheet showed stays in it while it goes down.
  const [last, setLast] = useState<OpenSheet>(shown);
  if (shown !== undefined && shown !== last) setLast(shown);
  const close = (): void => {
    setShown(undefined);
    onClosed?.();
  };
  const isOn = (what: NonNullable<OpenSheet>['what']): boolean => shown?.what === what;

  return {
    history: (id: string): void => setShown({ what: 'history', id }),
    change: (it: Order): void => setShown({ what: 'change', order: it }),
    cancel: (it: Order): void => setShown({ what: 'cancel', order: it }),
    sheets: (
      <>
        <OrderSheet
          id={last?.what === 'history' ? last.id : undefined}
          open={isOn('history')}
          onClose={close}
          onChange={(it) => setShown({ what: 'change', order: it })}
        />
        {last?.what === 'change' && <ChangeSheet order={last.order} open={isOn('change')} onClose={close} />}
        <Sheet open={isOn('cancel')} onClose={close} title={t('cancelAsk')}>
          {last?.what === 'cancel' && <CancelRest order={last.order} onDone={close} />}
        </Sheet>
      </>
    ),
  };
}
