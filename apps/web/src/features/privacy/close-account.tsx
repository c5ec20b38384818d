import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { useCall } from '#api/use-call.ts';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { Card, SectionHead } from '#ui/card.tsx';
import { Note } from '#ui/note.tsx';
import { showMoment } from '#lib/time.ts';
import { toast } from '#ui/toast.ts';
import css from './privacy.module.css';

/** Closes the account, or keeps it after all. */
export function CloseAccount() {
  const { t } = useTranslation('privacy');
  const language = useLanguage();
  const { data } = useCall('closing');
  const password = useTransactionPassword();
  const [busy, setBusy] = useState(false);
  const erasesAt = data?.erasesAt ?? null;

  const close = async () => {
    const result = await password.confirm(
      { title: t('closeConfirm'), text: t('closeConfirmText'), everyTime: true },
      (transactionPassword = '') => call('closeAccount', { transactionPassword }),
    );
    if (!result) return;
    refresh(['closing']);
    if (!result.ok) toast(result.message, { urgent: true });
  };
  const keep = async () => {
    setBusy(true);
    const result = await call('keepAccount');
    setBusy(false);
    refresh(['closing']);
    toast(result.ok ? t('keptNow') : result.message, { urgent: !result.ok });
  };
  return (
    <section>
      <SectionHead title={t('close')} />
      <Card>
        {erasesAt === null ? (
          <>
            <p className={css.text}>{t('closeText')}</p>
            <Button look="line" size="md" onClick={() => void close()}>
              {t('close')}
            </Button>
          </>
        ) : (
          <>
            <Note tone="warn">
              <b>{t('closing')}</b>
              <p>{t('closingText', { at: showMoment(erasesAt, language) })}</p>
            </Note>
            <Button size="md" className={css.keep} busy={busy} onClick={() => void keep()}>
              {t('keep')}
            </Button>
          </>
        )}
      </Card>
      {password.sheet}
    </section>
  );
}
