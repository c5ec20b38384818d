import { parseDecimal, showDecimal } from '@khara/money';
import { useState } from 'react';
import { refresh } from '#api/client.ts';
import { mutate } from '#api/mutate.ts';
import { AFTER_MONEY } from '#api/query-keys.ts';
import { checkAmount, withLastDecimals } from '#features/money/amount-text.ts';
import { useLostAnswer } from '#features/money/use-lost-answer.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showMoney } from '#lib/number.ts';
import { at, goBack, navigateTo, redirectTo } from '#shell/navigation.ts';
import { usePageQuery } from '#shell/use-page-query.ts';
import type { Currency } from '#ui/amount.tsx';
import { toast } from '#ui/toast.ts';
import { isWaiting, type RechargeOrder } from './recharge-status.ts';
import { useRechargeData } from './use-recharge-data.ts';

export const RECORDS = '/pages/wallet/recharge/records';

type Stage =
  | { readonly kind: 'form' }
  | { readonly kind: 'checking'; readonly amount: string }
  | { readonly kind: 'order'; readonly order: RechargeOrder };

/**
 * A recharge as it is filled in: its currency, channel and amount, what is wrong with them, and sending it.
 * Needs `recharge`.
 */
export function useRecharge() {
  const { t } = useTranslation('recharge');
  const language = useLanguage();
  const [query, change] = usePageQuery();
  const [chosen, setChosen] = useState('');
  const [amount, setAmount] = useState('');
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [stage, setStage] = useState<Stage>({ kind: 'form' });
  const [lost, setLost] = useState(false);
  const data = useRechargeData(query.get('currency'), chosen);
  const { currency, decimals, channel, limits } = data;

  const money = (value: string) => showMoney(value, language, { currency });
  const problem = limits && checkAmount(amount, limits);
  const complaint = {
    missing: () => t('enterAmount'),
    decimals: () => t('amountWrong', { n: decimals }),
    below: () => t('belowMinimum', { min: money(limits?.min ?? '0') }),
    above: () => t('aboveMaximum', { max: money(limits?.max ?? '0') }),
  };

  useLostAnswer('submitRecharge', lost, (done) => {
    setLost(false);
    setStage({ kind: 'form' });
    if (done) navigateTo(at(RECORDS, { currency }));
    else toast(t('failedTitle'), { urgent: true });
  });

  const typeAmount = (value: string) => {
    setRefused(undefined);
    setAmount(value);
  };

  async function submit() {
    const units = parseDecimal(amount.replace(/\.$/, ''), decimals);
    if (units === undefined || !channel || busy) return;
    const sent = showDecimal(units, decimals);
    setBusy(true);
    const result = await mutate('submitRecharge', { currency, channelType: channel.type, amount: sent }, () =>
      setStage({ kind: 'checking', amount: money(sent) }),
    );
    setBusy(false);
    if (result.ok) {
      setStage({ kind: 'order', order: result.data });
      refresh(AFTER_MONEY);
    } else if (result.outcomeUnknown) {
      setLost(true); // the sheet goes on saying that it is being checked
      setStage({ kind: 'checking', amount: money(sent) });
    } else {
      setStage({ kind: 'form' });
      if (result.field === 'amount') setRefused(result.message);
      else toast(result.message, { urgent: true });
    }
  }

  return {
    ...data,
    setCurrency: (next: Currency) => {
      typeAmount('');
      change({ currency: next });
    },
    setChannel: setChosen,
    amount,
    setAmount: typeAmount,
    /** Gives the amount the paise that the sandbox answers in a known way. */
    setPaise: (paise: string) => typeAmount(withLastDecimals(amount, paise, decimals, limits?.min ?? '0')),
    // What is still being typed is not wrong yet; what no further digit can mend is.
    amountError: refused ?? (problem === 'decimals' || problem === 'above' ? complaint[problem]() : undefined),
    /** Why it cannot be sent yet. */
    missing: problem && complaint[problem](),
    money,
    busy: busy || lost,
    submit,
    order: stage.kind === 'order' ? stage.order : undefined,
    checking: stage.kind === 'checking' ? stage.amount : undefined,
    closeOrder: (order: RechargeOrder | undefined) => {
      setStage({ kind: 'form' });
      if (!order) return;
      // What still waits is seen passing among the records.
      if (isWaiting(order)) redirectTo(at(RECORDS, { currency }));
      else goBack();
    },
    startAgain: () => {
      setStage({ kind: 'form' });
      typeAmount('');
    },
  };
}
export type RechargeState = ReturnType<typeof useRecharge>;
