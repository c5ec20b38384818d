import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { AFTER_ORDER } from '#api/query-keys.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { showCount } from '#lib/number.ts';
import { toast } from '#ui/toast.ts';
import css from './order-view.module.css';
import { openQuantity, type Order } from './outcome.ts';

/** Asks once more, then cancels what still waits. */
export function CancelRest({ order, onDone }: { readonly order: Order; readonly onDone: () => void }) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const [busy, setBusy] = useState(false);

  async function cancel(): Promise<void> {
    setBusy(true);
    const result = await call('cancelOrder', { id: order.id });
    setBusy(false);
    toast(result.ok ? t('cancelled') : result.message, { urgent: !result.ok });
    refresh(AFTER_ORDER);
    onDone();
  }
  return (
    <div className={css.asking} role="alertdialog" aria-label={t('cancelAsk')}>
      <p>
        {order.state === 'trigger_pending' || order.state === 'pending'
          ? t('cancelWaiting')
          : t('cancelText', { rest: showCount(openQuantity(order), language) })}
      </p>
      <div className={css.answers}>
        <Button look="secondary" size="md" onClick={onDone}>
          {t('keep')}
        </Button>
        <Button size="md" busy={busy} onClick={() => void cancel()}>
          {order.filledQuantity > 0 ? t('cancelRest') : t('cancel')}
        </Button>
      </div>
    </div>
  );
}
