import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { mutate } from '#api/mutate.ts';
import { refresh } from '#api/client.ts';
import { AFTER_MONEY } from '#api/query-keys.ts';
import { useSession } from '#api/session.ts';
import { useLostAnswer } from '#features/money/use-lost-answer.ts';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { useLanguage } from '#lib/language.ts';
import { showCount, showMoney } from '#lib/number.ts';
import { toast } from '#ui/toast.ts';
import { sentences } from '#i18n/joined.ts';
import { keepRequest } from './kept-requests.ts';
import { subscriptionCost, type Application, type Offering } from './offering.ts';

/** Reasons that are said under the number of lots. */
const OF_LOTS = new Set(['lots_required', 'lots_invalid', 'lots_above_maximum', 'lots_below_minimum', 'lots_not_left']);

/**
 * From the button to the application: asks for the password, sends once with a random number that this device
 * keeps for the proof, and says how it went. With an application it changes that one. Needs `newStocks` and
 * `answers`.
 */
export function useSubscribing(offering: Offering, application: Application | undefined, onDone: () => void) {
  const { t } = useTranslation(['newStocks', 'answers']);
  const language = useLanguage();
  const userId = useSession((session) => session.userInfo?.id) ?? '';
  const password = useTransactionPassword();
  /** The password sheet is on, or the answer is on its way. */
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState<{ readonly message: string; readonly ofLots: boolean }>();
  /** The amount that was asked for while its answer is lost: it is not known yet whether it is blocked. */
  const [unknown, setUnknown] = useState<string>();

  const done = () => {
    toast(t(application ? 'revised' : 'answers:subscribed'));
    onDone();
  };
  useLostAnswer(application ? 'reviseSubscription' : 'subscribe', unknown !== undefined, (isDone) => {
    setUnknown(undefined);
    if (isDone) done();
    else setRefused({ message: t('notReached'), ofLots: false });
  });

  async function submit(lots: number): Promise<void> {
    if (asking) return;
    const blocked = showMoney(subscriptionCost(offering, lots)?.blocked, language);
    const counted = t('lots', { count: lots, n: showCount(lots, language) });
    setRefused(undefined);
    setAsking(true);
    const result = await password.confirm(
      {
        title: t(application ? 'confirmRevise' : 'confirmSubscribe', { name: offering.name }),
        text: sentences(counted, t(offering.kind === 'block' ? 'confirmBlockText' : 'confirmText')),
        amount: blocked,
      },
      (transactionPassword) => {
        const authority = transactionPassword === undefined ? {} : { transactionPassword };
        if (application) return mutate('reviseSubscription', { id: application.id, lots, ...authority });
        return mutate('subscribe', { id: offering.id, lots, ...authority }, undefined, (requestId) =>
          keepRequest({ userId, offeringId: offering.id, requestId, commitment: offering.drawCommitment }),
        );
      },
    );
    setAsking(false);
    if (!result) return; // the reader closed the password sheet: nothing was asked for
    refresh(AFTER_MONEY);
    if (result.ok) done();
    else if (result.outcomeUnknown) setUnknown(blocked);
    else setRefused({ message: result.message, ofLots: OF_LOTS.has(result.reason ?? '') });
  }

  return { submit, asking, refused, forget: () => setRefused(undefined), unknown, sheet: password.sheet };
}
