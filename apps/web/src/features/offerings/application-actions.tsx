import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { AFTER_MONEY } from '#api/query-keys.ts';
import { useCall } from '#api/use-call.ts';
import { remember } from '#features/transaction-password/remembered.ts';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { at, navigateTo } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { showMoney } from '#lib/number.ts';
import { toast } from '#ui/toast.ts';
import { hasUnpaid } from './application-list.tsx';
import css from './application-view.module.css';
import type { Application } from './offering.ts';
import { SubscribeSheet } from './subscribe-sheet.tsx';

/** The confirm of an allotment: what it pays stands on the button. */
export function SignAllotment({ application }: { readonly application: Application }) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const unpaid = hasUnpaid(application);
  const password = useTransactionPassword();
  const sign = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    const result = await password.confirm(
      { title: t('sign'), ...(unpaid && { amount: showMoney(application.unpaidAmount, language) }) },
      async (transactionPassword) => {
        // The address of the call takes no password: the session remembers it for it.
        const known = transactionPassword === undefined ? undefined : await remember(transactionPassword, 'minutes15');
        return known && !known.ok ? known : call('signSubscription', { id: application.id });
      },
    );
    setBusy(false);
    if (!result) return;
    refresh(AFTER_MONEY);
    if (result.ok) toast(t('signedNow'));
    else setError(result.message);
  };
  return (
    <div className={css.dock}>
      {error !== undefined && (
        <p className={css.error} role="alert">
          {error}{' '}
          {unpaid && (
            <button type="button" onClick={() => navigateTo(at('/pages/wallet/recharge/index', { currency: 'INR' }))}>
              {t('recharge')}
            </button>
          )}
        </p>
      )}
      <Button busy={busy} onClick={() => void sign()}>
        {unpaid ? t('signAndPay', { amount: showMoney(application.unpaidAmount, language) }) : t('sign')}
      </Button>
      {password.sheet}
    </div>
  );
}

/** Until the close more or fewer lots, or none at all. */
export function ChangeApplication({ application }: { readonly application: Application }) {
  const { t } = useTranslation(['newStocks', 'common']);
  const { canRevise, canCancel, offeringId } = application;
  const offering = useCall('newStocks', { id: offeringId }, { enabled: canRevise }).data?.list[0];
  const [revising, setRevising] = useState(false);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const password = useTransactionPassword();
  if (!canRevise && !canCancel) return null;
  const cancel = async (): Promise<void> => {
    setBusy(true);
    const result = await password.confirm({ title: t('cancelAsk') }, (transactionPassword) =>
      call('cancelSubscription', {
        id: application.id,
        ...(transactionPassword !== undefined && { transactionPassword }),
      }),
    );
    setBusy(false);
    if (!result) return;
    setAsking(false);
    if (result.ok) toast(t('cancelled'));
    else toast(result.message, { urgent: true });
    refresh(AFTER_MONEY);
  };
  return (
    <Card>
      {asking ? (
        <>
          <p role="alert" className={css.text}>
            {t('cancelAsk')}
          </p>
          <div className={css.pair}>
            <Button size="md" look="secondary" onClick={() => setAsking(false)}>
              {t('keepIt')}
            </Button>
            <Button size="md" busy={busy} onClick={() => void cancel()}>
              {t('cancelIt')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={css.text}>{t('untilClose')}</p>
          <div className={css.pair}>
            {canRevise && (
              <Button size="md" look="secondary" disabled={!offering} onClick={() => setRevising(true)}>
                {t('revise')}
              </Button>
            )}
            {canCancel && (
              <Button size="md" look="line" onClick={() => setAsking(true)}>
                {t('cancelIt')}
              </Button>
            )}
          </div>
        </>
      )}
      {offering && revising && (
        <SubscribeSheet
          offering={offering}
          application={application}
          open={revising}
          onClose={() => setRevising(false)}
        />
      )}
      {password.sheet}
    </Card>
  );
}
