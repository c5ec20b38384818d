import { DECIMALS, parseDecimal, showDecimal } from '@khara/money';
import { useState } from 'react';
import { refresh } from '#api/client.ts';
import { mutate } from '#api/mutate.ts';
import { AFTER_MONEY } from '#api/query-keys.ts';
import { checkAmount, withLastDecimals } from '#features/money/amount-text.ts';
import { useLostAnswer } from '#features/money/use-lost-answer.ts';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showMoney } from '#lib/number.ts';
import { at, navigateTo } from '#shell/navigation.ts';
import type { Currency } from '#ui/amount.tsx';
import { toast } from '#ui/toast.ts';
import { useAddressVerdict, type Network } from './address-field.tsx';
import { missingRequirement } from './missing-requirements.ts';
import { useWithdrawalData } from './use-withdrawal-data.ts';
import type { WithdrawalOrder } from './withdrawal-status.ts';

export const RECORDS = '/pages/wallet/withdrawal/records';

/**
 * A withdrawal as it is filled in: its fields, what is wrong with them, what arrives, and sending it. Needs
 * `withdrawal`, `refusals` and `common`.
 */
export function useWithdrawal(currency: Currency) {
  const { t } = useTranslation(['withdrawal', 'refusals', 'common']);
  const language = useLanguage();
  const data = useWithdrawalData(currency);
  const password = useTransactionPassword();
  const [amount, setAmount] = useState('');
  const [network, setNetwork] = useState<Network>('TRC');
  const [address, setAddress] = useState('');
  const [refused, setRefused] = useState<{ readonly field: 'amount' | 'address'; readonly message: string }>();
  const [busy, setBusy] = useState(false);
  const [order, setOrder] = useState<WithdrawalOrder>();
  const [lost, setLost] = useState<string>();
  const verdict = useAddressVerdict(network, address);

  useLostAnswer('submitWithdrawal', lost !== undefined, (done) => {
    setLost(undefined);
    if (done) navigateTo(at(RECORDS, { currency }));
    else toast(t('notDone'), { urgent: true });
  });

  const { account, channels, withdrawable } = data;
  const channel = channels.find(({ type }) => type === (currency === 'INR' ? account?.channelType : network));
  const decimals = DECIMALS[currency];
  const money = (value: string) => showMoney(value, language, { currency });
  const units = (text: string | undefined) => parseDecimal((text ?? '').replace(/\.$/, ''), decimals) ?? 0n;
  const problem = channel && checkAmount(amount, { min: channel.minWithdrawal, max: channel.maxWithdrawal, decimals });
  const tooMuch = problem === undefined && units(amount) > units(withdrawable);
  const net = channel && units(amount) > units(channel.fee) ? units(amount) - units(channel.fee) : undefined;

  const complaint = {
    missing: () => t('enterAmount'),
    decimals: () => t('amountWrong', { n: decimals }),
    below: () => t('belowMinimum', { min: money(channel?.minWithdrawal ?? '0') }),
    above: () => t('aboveMaximum', { max: money(channel?.maxWithdrawal ?? '0') }),
  };
  const over = () => t('aboveWithdrawable', { max: money(withdrawable ?? '0') });
  // What is still being typed is not wrong yet; what no further digit can mend is.
  const wrong = problem === 'decimals' || problem === 'above' ? complaint[problem]() : tooMuch ? over() : undefined;
  function whyNotYet(): string | undefined {
    if (problem !== undefined) return complaint[problem]();
    if (tooMuch) return over();
    if (currency !== 'USDT') return undefined;
    if (address === '') return t('refusals:address_required');
    return verdict === 'right' ? undefined : t(`addressHint.${network}`);
  }

  /** A change of a field takes away what the server had against the last one. */
  const forget =
    <T>(set: (value: T) => void) =>
    (value: T) => {
      setRefused(undefined);
      set(value);
    };
  const typeAmount = forget(setAmount);

  async function submit() {
    if (!channel || net === undefined || busy) return;
    const sent = showDecimal(units(amount), decimals);
    const target = currency === 'INR' ? { bankId: account?.id ?? '' } : { network, address };
    const to = currency === 'INR' ? `${account?.bankName} ${account?.accountNumber}` : `${network} ${address}`;
    setBusy(true);
    const result = await password.confirm(
      {
        title: t('confirm', { to }),
        text: t('confirmText', { fee: money(channel.fee), net: money(showDecimal(net, decimals)) }),
        amount: money(sent),
      },
      (transactionPassword) =>
        mutate('submitWithdrawal', {
          currency,
          amount: sent,
          ...target,
          ...(transactionPassword && { transactionPassword }),
        }),
    );
    setBusy(false);
    if (!result) return;
    refresh(AFTER_MONEY);
    if (result.ok) {
      setOrder(result.data);
      typeAmount('');
    } else if (result.outcomeUnknown) {
      setLost(money(sent)); // the sheet goes on saying that it is being checked
    } else if (result.field === 'amount' || result.field === 'address') {
      setRefused({ field: result.field, message: result.message });
    } else {
      toast(result.message, { urgent: true });
    }
  }

  const { identity, user } = data;
  return {
    ...data,
    /** What has to be there before anything can be withdrawn. */
    unmet: data.loaded ? missingRequirement({ currency, identity, account, user }) : undefined,
    channel,
    amount,
    setAmount: typeAmount,
    /** Gives the amount the paise that the sandbox answers in a known way. */
    setPaise: (paise: string) => typeAmount(withLastDecimals(amount, paise, decimals, channel?.minWithdrawal ?? '0')),
    amountError: refused?.field === 'amount' ? refused.message : wrong,
    network,
    setNetwork: forget(setNetwork),
    address,
    setAddress: forget(setAddress),
    verdict,
    addressError: refused?.field === 'address' ? refused.message : undefined,
    /** Why it cannot be sent yet. */
    missing: whyNotYet(),
    /** What arrives, as decimal text. */
    net: net === undefined ? null : showDecimal(net, decimals),
    money,
    busy: busy || lost !== undefined,
    submit,
    order,
    closeOrder: () => setOrder(undefined),
    lost,
    passwordSheet: password.sheet,
  };
}
export type WithdrawalState = ReturnType<typeof useWithdrawal>;
