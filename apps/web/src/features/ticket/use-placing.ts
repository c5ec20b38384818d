import type { OwnLimitRefusal } from '@khara/contract';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { mutate } from '#api/mutate.ts';
import { refresh } from '#api/client.ts';
import type { Failure } from '#api/failure.ts';
import { AFTER_ORDER } from '#api/query-keys.ts';
import type { OrderWithFills } from '#features/orders/outcome.ts';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { useLanguage } from '#lib/language.ts';
import { showCount, showMoney } from '#lib/number.ts';
import { vibrate } from '#ui/haptics.ts';
import { toast } from '#ui/toast.ts';
import { listed } from '#i18n/joined.ts';
import { forgetRefused, sayRefused } from './last-refusal.ts';
import { requiredFunds } from './required-funds.ts';
import { useOrderWords } from './use-order-words.ts';
import type { Side, Stock, Ticket } from './use-ticket.ts';
import { refusedField, isOwnLimit, type TicketField } from './phase-rules.ts';

type Options = {
  readonly stock: Stock;
  readonly side: Side;
  readonly positionId: string | undefined;
  readonly onPlaced: (order: OrderWithFills) => void;
};

/** With the server's words and facts where it has refused already. */
export type OwnStop = { readonly reason: OwnLimitRefusal } & Pick<Partial<Failure>, 'message' | 'details'>;
export type TicketRefusal = { readonly field: TicketField; readonly message: string };

/**
 * From the swipe to the order: asks for the password, places once, and says how it went. Needs `ticket` and `orders`.
 */
export function usePlacing({ stock, side, positionId, onPlaced }: Options) {
  const { t } = useTranslation('ticket');
  const language = useLanguage();
  const { termsOf } = useOrderWords();
  const password = useTransactionPassword();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<TicketRefusal>();
  /** A limit of the reader's own. */
  const [stopped, setStopped] = useState<OwnStop>();
  /** It has ended while the reader looked on. */
  const [stopEnded, setStopEnded] = useState(false);
  /** What was asked for while its answer and every retry's are lost: it is not known yet whether there is an order. */
  const [unknown, setUnknown] = useState<string>();

  async function place(ticket: Ticket): Promise<void> {
    const { terms, preview, type, product, shares } = ticket;
    if (!terms || busy || shares === undefined) return;
    const { quantity, price, triggerPrice, disclosedQuantity, validity, validMinutes } = terms;
    const asked = {
      quantity,
      product,
      type,
      validity,
      ...(validMinutes !== undefined && { validMinutes }),
      ...(price !== undefined && { price }),
      ...(triggerPrice !== undefined && { triggerPrice }),
      ...(disclosedQuantity !== undefined && { disclosedQuantity }),
    };
    const words = { quantity: showCount(shares, language), code: stock.code };
    const title = side === 'buy' ? t('actionBuy', words) : t('actionSell', words);
    const amount = preview.data && showMoney(requiredFunds(preview.data, product), language);
    forget();
    forgetRefused();
    setBusy(true);
    const result = await password.confirm(
      {
        title,
        text: termsOf(ticket),
        ...(amount !== undefined && { amount }),
      },
      (transactionPassword) => {
        const authority = transactionPassword === undefined ? {} : { transactionPassword };
        return side === 'buy'
          ? mutate('placeBuyOrder', { code: stock.code, ...asked, ...authority })
          : mutate('placeSellOrder', {
              code: stock.code,
              ...(positionId !== undefined && { positionId }),
              ...asked,
              ...authority,
            });
      },
    );
    setBusy(false);
    if (!result) return; // the reader closed the sheet: nothing was asked of the exchange
    refresh(AFTER_ORDER);
    if (result.ok) return onPlaced(result.data);
    if (result.outcomeUnknown) return setUnknown(amount === undefined ? title : listed(title, amount));
    tell(result);
    void preview.again(); // money, shares or the session may have changed since
  }

  function tell({ reason, message, details }: Failure): void {
    vibrate('refused');
    sayRefused(stock.code, message);
    if (isOwnLimit(reason)) return setStopped({ reason, message, ...(details && { details }) });
    const field = reason === undefined ? undefined : refusedField(reason);
    if (field) setRefused({ field, message });
    else toast(message, { urgent: true });
  }

  /** What was said of the order before it was changed. */
  function forget(): void {
    setRefused(undefined);
    setStopEnded(false);
  }
  const endStop = (): void => {
    setStopped(undefined);
    setStopEnded(true);
  };
  const limit = { stopped, setStopped, stopEnded, endStop };
  return { place, busy, refused, forget, ...limit, unknown, setUnknown, sheet: password.sheet };
}
