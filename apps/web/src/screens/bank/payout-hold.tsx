import type { BankAccount } from '#features/bank/bank-values.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { useReauthentication } from '#features/security/reauthenticate.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { showMoment } from '#lib/time.ts';
import { toast } from '#ui/toast.ts';
import css from './my-card.module.css';

/**
 * That nothing can be paid to it yet, from when on it can, and how its owner stops it: the notice of the
 * change leads here with `stop`.
 */
export function PayoutHold({ account }: { readonly account: BankAccount }) {
  const { t } = useTranslation('bank');
  const language = useLanguage();
  const [query, change] = usePageQuery();
  const owner = useReauthentication('payout');
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const isAsked = query.get('stop') === account.id;
  useEffect(() => {
    if (!isAsked) return;
    change({ stop: undefined });
    if (!account.stopped && account.payableFrom !== null) setAsking(true);
  }, [isAsked, account, change]);

  const stop = async () => {
    setBusy(true);
    const result = await call('stopBankAccount', { id: account.id });
    setBusy(false);
    setAsking(false);
    toast(result.ok ? t('stopped') : result.message, { urgent: !result.ok });
    refresh(['bankAccounts']);
  };
  const confirm = async () => {
    setBusy(true);
    const result = await owner.prove((proof) => call('confirmBankAccount', { id: account.id, ...proof }));
    setBusy(false);
    if (!result) return;
    toast(result.ok ? t('confirmed') : result.message, { urgent: !result.ok });
    refresh(['bankAccounts']);
  };
  const { payableFrom: from, bankName: bank, accountNumber: number } = account;
  return (
    <>
      {account.stopped ? (
        <Note tone="warn" icon="lock" className={css.note}>
          <b>{t('stopped')}</b>
          <p>{t('stoppedText')}</p>
          <button type="button" disabled={busy} onClick={() => void confirm()}>
            {t('confirm')}
          </button>
        </Note>
      ) : (
        from !== null && (
          <Note tone="gold" icon="clock" className={css.note}>
            <b>{t('waits')}</b>
            <p>{t('waitsText', { at: showMoment(from, language) })}</p>
            <button type="button" onClick={() => setAsking(true)}>
              {t('notMine')}
            </button>
          </Note>
        )
      )}
      <Sheet
        open={asking}
        onClose={() => setAsking(false)}
        title={t('stopTitle')}
        dock={
          <>
            <Button look="secondary" onClick={() => setAsking(false)}>
              {t('keep')}
            </Button>
            <Button busy={busy} onClick={() => void stop()}>
              {t('stopDo')}
            </Button>
          </>
        }
      >
        <p className={css.text}>{t('stopText', { bank, number })}</p>
      </Sheet>
      {owner.sheet}
    </>
  );
}
