import type { Data } from '@khara/contract';
import { paise, rupees } from '@khara/money';
import { raisesStake, type Stake } from '@khara/rules';
import { useState } from 'react';
import { refresh } from '#api/client.ts';
import { useConfig } from '#api/config.ts';
import { mutate } from '#api/mutate.ts';
import { AFTER_ORDER } from '#api/query-keys.ts';
import { fieldOf, type TicketField } from '#features/ticket/phase-rules.ts';
import { readPrice, readQuantity, stepPrice, stepQuantity, whatIsWrong, type Limits } from '#features/ticket/terms.ts';
import { useFieldErrors } from '#features/ticket/use-field-errors.ts';
import { useHandLimits } from '#features/ticket/use-hand-limits.ts';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { toast } from '#ui/toast.ts';
import { canChangePrice, canChangeDisclosed, canChangeTrigger, placeAfter } from './change-order.ts';
import type { Order } from './outcome.ts';

/**
 * A change of an open order as it is filled in: its fields, what is wrong with them, what it does to the
 * place in the queue, and sending it.
 */
export function useOrderChange(order: Order, stock: Data<'marketDetail'>, onDone: () => void) {
  const { t } = useTranslation(['orders', 'ticket', 'refusals']);
  const language = useLanguage();
  const hand = useConfig((config) => config.hand);
  const { minimum, maximum } = useHandLimits(order.code);
  // The last hand of a sale may have been short.
  const wasHands = Math.ceil(order.quantity / hand);
  const [quantity, setQuantity] = useState(() => showCount(wasHands, language));
  const [price, setPrice] = useState(() => showPrice(order.price, language));
  const [trigger, setTrigger] = useState(() => showPrice(order.triggerPrice, language));
  const [shown, setShown] = useState(() =>
    order.disclosedQuantity === null ? '' : showCount(order.disclosedQuantity / hand, language),
  );
  const [refused, setRefused] = useState<{ readonly field: TicketField | undefined; readonly message: string }>();
  const [busy, setBusy] = useState(false);
  const password = useTransactionPassword();

  const withPrice = canChangePrice(order.type);
  const withTrigger = canChangeTrigger(order);
  const withDisclosed = canChangeDisclosed(order);
  const limits: Limits = {
    tick: paise(stock.tickSize) ?? 1n,
    bandLow: stock.bandLow === null ? null : (paise(stock.bandLow) ?? null),
    bandHigh: stock.bandHigh === null ? null : (paise(stock.bandHigh) ?? null),
    minimum,
    maximum,
  };
  // What has triggered is an order like any other; only one that waits has its trigger looked at.
  const type = withTrigger ? order.type : withPrice ? 'limit' : 'market';
  const hands = readQuantity(quantity);
  const disclosedLots = readQuantity(shown);
  const sameDisclosed = disclosedLots !== undefined && disclosedLots * hand === order.disclosedQuantity;
  // Made smaller than what it shows, an order shows all of itself: that is no mistake.
  const showsAll = sameDisclosed && hands !== undefined && hands <= disclosedLots;
  const disclosed = withDisclosed && !showsAll ? shown : '';
  const wrong = whatIsWrong({ side: order.side, type, quantity, price, trigger, disclosed }, limits);
  const [limit, at] = [readPrice(price), readPrice(trigger)];
  const before = {
    quantity: order.quantity,
    price: withPrice ? paise(order.price ?? '') : undefined,
    trigger: withTrigger ? paise(order.triggerPrice ?? '') : undefined,
    shown: order.disclosedQuantity ?? undefined,
  };
  const after = {
    quantity: hands === undefined ? undefined : hands === wasHands ? order.quantity : hands * hand,
    price: withPrice ? limit : undefined,
    trigger: withTrigger ? at : undefined,
    shown: disclosedLots === undefined ? undefined : disclosedLots * hand,
  };
  const place = wrong ? 'none' : placeAfter(order, before, after);
  const below = after.quantity !== undefined && after.quantity <= order.filledQuantity;

  const fieldError = useFieldErrors();
  const errorOf = (field: TicketField): string | undefined => {
    if (field === 'quantity' && below) return t('refusals:quantity_below_filled');
    if (wrong) return wrong.field === field ? fieldError(wrong.reason, limits) : undefined;
    return refused?.field === field ? refused.message : undefined;
  };
  const forget =
    <T>(set: (value: T) => void) =>
    (value: T): void => {
      setRefused(undefined);
      set(value);
    };
  const stepped = (from: bigint | undefined, direction: 1 | -1): string =>
    showPrice(rupees(stepPrice(from ?? paise(stock.price) ?? limits.tick, direction, limits)), language);

  async function change(): Promise<void> {
    setBusy(true);
    const asked = {
      id: order.id,
      ...(after.quantity !== before.quantity && hands !== undefined && { quantity: hands }),
      ...(after.price !== before.price && after.price !== undefined && { price: rupees(after.price) }),
      ...(after.trigger !== before.trigger && after.trigger !== undefined && { triggerPrice: rupees(after.trigger) }),
      ...(after.shown !== before.shown && { disclosedQuantity: disclosedLots ?? 0 }), // emptied: all of it is shown
    };
    const run = (transactionPassword?: string) =>
      mutate('modifyOrder', { ...asked, ...(transactionPassword !== undefined && { transactionPassword }) });
    const raises =
      after.quantity !== undefined &&
      raisesStake(order, stakeOf(before, order.quantity), stakeOf(after, after.quantity));
    const result = raises
      ? await password.confirm({ title: t('changeTitle', { code: order.code }), text: inWords() }, run)
      : await run();
    setBusy(false);
    if (!result) return; // the reader closed the password's sheet: nothing was asked of the exchange
    refresh(AFTER_ORDER);
    if (result.ok) {
      toast(t('changed'));
      onDone();
    } else if (result.outcomeUnknown) {
      toast(t('changeUnknown'), { urgent: true });
      onDone();
    } else {
      const field = result.reason === undefined ? undefined : fieldOf(result.reason);
      setRefused({ field, message: result.message });
    }
  }

  /** The terms that the order would have, as they are confirmed. */
  function inWords(): string {
    return [
      hands !== undefined && `${t('ticket:quantity')} ${showCount(hands, language)}`,
      withPrice && limit !== undefined && `${t('limitPrice')} ${showPrice(rupees(limit), language)}`,
      withTrigger && at !== undefined && `${t('ticket:triggerPrice')} ${showPrice(rupees(at), language)}`,
    ]
      .filter((term) => term !== false)
      .join(' · ');
  }

  return {
    busy,
    change,
    password,
    /** Nothing has changed, or something is wrong. */
    isBlocked: place === 'none' || wrong !== undefined || below,
    isWrong: wrong !== undefined,
    place,
    /** A refusal that belongs to no field. */
    refusal: refused && refused.field === undefined ? refused.message : undefined,
    quantity: {
      value: quantity,
      was: showCount(wasHands, language),
      set: forget(setQuantity),
      step: (direction: 1 | -1) => forget(setQuantity)(showCount(stepQuantity(hands, direction, maximum), language)),
      error: errorOf('quantity'),
    },
    price: withPrice && {
      value: price,
      was: showPrice(order.price, language),
      set: forget(setPrice),
      step: (direction: 1 | -1) => forget(setPrice)(stepped(limit, direction)),
      error: errorOf('price'),
    },
    trigger: withTrigger && {
      value: trigger,
      was: showPrice(order.triggerPrice, language),
      set: forget(setTrigger),
      step: (direction: 1 | -1) => forget(setTrigger)(stepped(at, direction)),
      error: errorOf('trigger'),
    },
    shown: withDisclosed && {
      value: shown,
      was: showCount((order.disclosedQuantity ?? 0) / hand, language),
      set: forget(setShown),
      step: (direction: 1 | -1) =>
        forget(setShown)(showCount(stepQuantity(disclosedLots, direction, (hands ?? 2) - 1), language)),
      error: errorOf('disclosed'),
    },
  };
}

const stakeOf = (
  { price, trigger }: { readonly price: bigint | undefined; readonly trigger: bigint | undefined },
  quantity: number,
): Stake => ({ quantity, limit: price, trigger });
