import type { Data } from '@khara/contract';
import { DECIMALS, parseDecimal, showDecimal } from '@khara/money';
import { useState } from 'react';
import { refresh } from '#api/client.ts';
import { mutate } from '#api/mutate.ts';
import { AFTER_MONEY } from '#api/query-keys.ts';
import { useCall } from '#api/use-call.ts';
import { checkAmount } from '#features/money/amount-text.ts';
import { useLostAnswer } from '#features/money/use-lost-answer.ts';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showMoney } from '#lib/number.ts';
import { useSettled } from '#lib/use-settled.ts';
import { at, redirectTo } from '#shell/navigation.ts';
import { usePageQuery } from '#shell/use-page-query.ts';
import type { Currency } from '#ui/amount.tsx';
import { toast } from '#ui/toast.ts';

export type Conversion = Data<'convert'>;

export const STATEMENT = '/pages/personal/bill/index';
/** A quote moves nothing: it has no id of its own to be known again by. */
const QUOTE_ID = 'only-a-quote';
/** Of what a quote is asked for while nothing is typed. */
const EXAMPLE = { INR: '1000', USDT: '1' } as const;
/** The least that the desk changes. */
const MIN_AMOUNT = { INR: '1.00', USDT: '0.010000' } as const;
const QUOTE_MS = 15_000;

/**
 * A conversion as it is filled in: its direction and amount, the terms quoted for them, and making it. Needs `convert`.
 */
export function useConvert() {
  const { t } = useTranslation('convert');
  const language = useLanguage();
  const [query, change] = usePageQuery();
  const from: Currency = query.get('from') === 'USDT' ? 'USDT' : 'INR';
  const to: Currency = from === 'INR' ? 'USDT' : 'INR';
  const wallets = useCall('wallets', {}, { staleMs: 0 });
  const available = wallets.data?.find(({ currency }) => currency === from)?.available;

  const [amount, setAmount] = useState('');
  const [refused, setRefused] = useState<string>();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<Conversion>();
  const [lost, setLost] = useState(false);
  const password = useTransactionPassword();

  const decimals = DECIMALS[from];
  const units = parseDecimal(amount.replace(/\.$/, ''), decimals);
  const problem = checkAmount(amount, { min: MIN_AMOUNT[from], max: available ?? MIN_AMOUNT[from], decimals });
  const complaint = {
    missing: () => t('enterAmount'),
    decimals: () => t('amountWrong', { n: decimals }),
    below: () => t('enterAmount'),
    above: () => t('notEnough'),
  };

  const quoted = useSettled(units === undefined || units === 0n ? EXAMPLE[from] : showDecimal(units, decimals));
  const quote = useCall(
    'convert',
    { from, to, amount: quoted, quoteOnly: true, requestId: QUOTE_ID },
    { keep: true, staleMs: 0, refetchMs: QUOTE_MS },
  );
  const terms = quote.data?.from === from ? quote.data : undefined;
  const current = terms !== undefined && units !== undefined && parseDecimal(terms.amount, decimals) === units;

  useLostAnswer('convert', lost, (done) => {
    setLost(false);
    setAsking(false);
    if (done) redirectTo(at(STATEMENT, { currency: to }));
    else toast(t('notDone'), { urgent: true });
  });

  const typeAmount = (value: string) => {
    setRefused(undefined);
    setAmount(value);
  };

  async function confirm() {
    if (!terms || !current || busy) return;
    setBusy(true);
    const result = await password.confirm(
      {
        title: t('confirmTitle'),
        text: t('rateOf', { rate: showMoney(terms.rate, language, { currency: 'INR' }) }),
        amount: showMoney(terms.amount, language, { currency: from }),
      },
      (transactionPassword) =>
        mutate('convert', {
          from,
          to,
          amount: terms.amount,
          rate: terms.rate,
          ...(transactionPassword !== undefined && { transactionPassword }),
        }),
    );
    setBusy(false);
    if (!result) return; // the question was closed: nothing was done
    refresh(AFTER_MONEY);
    if (result.ok) return setMade(result.data);
    if (result.outcomeUnknown) return setLost(true); // the button goes on saying so
    setAsking(false);
    setRefused(result.reason === 'rate_moved' ? t('rateMoved') : result.message);
    return void quote.again();
  }

  return {
    from,
    setFrom: (next: Currency) => {
      typeAmount('');
      change({ from: next });
    },
    available,
    amount,
    setAmount: typeAmount,
    /** Nothing is typed: the terms are those of an example. */
    isEmpty: problem === 'missing',
    // What is still being typed is not wrong yet; what no further digit can mend is.
    amountError: refused ?? (problem === 'decimals' || problem === 'above' ? complaint[problem]() : undefined),
    /** Why it cannot be made yet. */
    missing: problem && complaint[problem](),
    terms,
    /** Whether the terms are those of the amount typed. */
    current,
    outdated: quote.outdated,
    failure: quote.failure,
    askForTerms: quote.again,
    again: () => Promise.all([wallets.again(), quote.again()]),
    /** Whether the sheet that asks once more is open. */
    asking,
    setAsking,
    busy: busy || lost,
    lost,
    confirm,
    /** Asks for the transaction password, in the place of the terms. */
    password,
    made,
  };
}
export type ConvertState = ReturnType<typeof useConvert>;
