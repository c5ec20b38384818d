import type { Data } from '@khara/contract';
import { paise, rupees } from '@khara/money';
import { useState } from 'react';
import { refresh } from '#api/client.ts';
import { useConfig } from '#api/config.ts';
import { mutate } from '#api/mutate.ts';
import { AFTER_ORDER } from '#api/query-keys.ts';
import { refusedField, type TicketField } from '#features/ticket/phase-rules.ts';
import { beginStop, hasTrigger, readPrice, stepPrice, stepQuantity } from '#features/ticket/terms.ts';
import { useFieldErrors } from '#features/ticket/use-field-errors.ts';
import { useLimits } from '#features/ticket/use-limits.ts';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { toast } from '#ui/toast.ts';
import type { Order } from './outcome.ts';
import { toFields, toPayload, readChange, type Fields } from './read-change.ts';

type Direction = 1 | -1;

/**
 * A change of an open order as it is filled in: its fields, what is wrong with them, what it does to the
 * place in the queue, and sending it.
 */
export function useOrderChange(order: Order, stock: Data<'marketDetail'>, onDone: () => void) {
  const { t } = useTranslation(['orders', 'ticket', 'refusals']);
  const language = useLanguage();
  const lotSize = useConfig((config) => config.lot);
  const limits = useLimits(stock);
  const was = toFields(order, lotSize, language, stock.price);
  const [fields, setFields] = useState(was);
  const [refused, setRefused] = useState<{ readonly field: TicketField | undefined; readonly message: string }>();
  const [busy, setBusy] = useState(false);
  const password = useTransactionPassword();
  const read = readChange(order, fields, lotSize, limits);
  const { lots, limit, trigger, wrong, isBelowFilled } = read;

  const fieldError = useFieldErrors();
  const changeError = (field: TicketField): string | undefined => {
    if (field === 'quantity' && isBelowFilled) return t('refusals:quantity_below_filled');
    if (wrong) return wrong.field === field ? fieldError(wrong.reason, limits) : undefined;
    return refused?.field === field ? refused.message : undefined;
  };

  async function change(): Promise<void> {
    setBusy(true);
    const run = (transactionPassword?: string) =>
      mutate('modifyOrder', {
        ...toPayload(order.id, read),
        ...(transactionPassword !== undefined && { transactionPassword }),
      });
    const result = read.raises
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
      const field = result.reason === undefined ? undefined : refusedField(result.reason);
      setRefused({ field, message: result.message });
    }
  }

  /** The terms that the order would have, as they are confirmed. */
  function inWords(): string {
    return [
      fields.type !== was.type && t(`ticket:${fields.type}`),
      fields.validity !== was.validity && t(`validity.${fields.validity}`),
      lots !== undefined && `${t('ticket:quantity')} ${showCount(lots, language)}`,
      limit !== undefined && `${t('limitPrice')} ${showPrice(rupees(limit), language)}`,
      trigger !== undefined && `${t('ticket:triggerPrice')} ${showPrice(rupees(trigger), language)}`,
    ]
      .filter((term) => term !== false)
      .join(' · ');
  }

  /** One field of the form; `next` is its text after a step. */
  const fieldOfForm = (
    name: 'quantity' | 'price' | 'trigger' | 'shown',
    error: string | undefined,
    next: (direction: Direction) => string,
  ) => {
    const set = (value: string): void => {
      setRefused(undefined);
      setFields((now) => ({ ...now, [name]: value }));
    };
    return { value: fields[name], was: was[name], set, step: (to: Direction) => set(next(to)), error };
  };
  const stepLots = (from: number | undefined, to: Direction, most: number): string =>
    showCount(stepQuantity(from, to, most), language);
  const price = (from: bigint | undefined, to: Direction): string =>
    showPrice(rupees(stepPrice(from ?? paise(stock.price) ?? limits.tick, to, limits)), language);

  const choose = (part: Partial<Pick<Fields, 'type' | 'validity'>>): void => {
    setRefused(undefined);
    setFields((now) => {
      const next = { ...now, ...part };
      if (part.type === undefined || !hasTrigger(part.type)) return next;
      const typed = { trigger: readPrice(now.trigger), limit: readPrice(now.price) };
      const stop = beginStop({ type: part.type, side: order.side, ...typed }, paise(stock.price) ?? 0n, limits);
      return {
        ...next,
        ...(stop.trigger !== typed.trigger && { trigger: showPrice(rupees(stop.trigger), language) }),
        ...(stop.limit !== undefined &&
          stop.limit !== typed.limit && { price: showPrice(rupees(stop.limit), language) }),
      };
    });
  };

  return {
    busy,
    change,
    type: fields.type,
    validity: fields.validity,
    choose,
    typeError: changeError('type') ?? changeError('validity'),
    password,
    /** Nothing has changed, or something is wrong. */
    isBlocked: read.place === 'none' || wrong !== undefined || isBelowFilled,
    isWrong: wrong !== undefined,
    place: read.place,
    /** A refusal that belongs to no field. */
    refusal: refused && refused.field === undefined ? refused.message : undefined,
    quantity: fieldOfForm('quantity', changeError('quantity'), (to) => stepLots(lots, to, limits.maximum)),
    price: read.withPrice && fieldOfForm('price', changeError('price'), (to) => price(limit, to)),
    trigger: read.withTrigger && fieldOfForm('trigger', changeError('trigger'), (to) => price(trigger, to)),
    shown:
      read.withDisclosed &&
      fieldOfForm('shown', changeError('disclosed'), (to) => stepLots(read.disclosedLots, to, (lots ?? 2) - 1)),
  };
}
