import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { fetchFile, type DownloadProgress, type DownloadResult } from '#api/fetch-file.ts';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { Card, SectionHead } from '#ui/card.tsx';
import { showCount } from '#lib/number.ts';
import { Progress } from '#ui/progress.tsx';
import { toast } from '#ui/toast.ts';
import css from './privacy.module.css';

/** Hands the reader everything that is kept of them. Needs the namespaces `privacy` and `proof`. */
export function ExportData() {
  const { t } = useTranslation(['privacy', 'proof']);
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const [coming, setComing] = useState<DownloadProgress>();
  const password = useTransactionPassword();

  /**
   * `accepted` is called once: with the first piece of the file, by which the password was right, or with why
   * none comes.
   */
  const get = async (transactionPassword: string, accepted: (result: DownloadResult) => void) => {
    setBusy(true);
    setComing(undefined);
    let begun = false;
    const fetched = await fetchFile('exportData', { transactionPassword }, (piece) => {
      begun = true;
      setComing(piece);
      accepted({ ok: true, data: undefined, message: '' });
    });
    setBusy(false);
    accepted(fetched);
    if (fetched.ok) toast(t('saved'));
    else if (begun) toast(fetched.message, { urgent: true });
  };
  const take = async () => {
    const result = await password.confirm(
      { title: t('exportConfirm'), everyTime: true },
      (transactionPassword = '') => new Promise<DownloadResult>((accepted) => void get(transactionPassword, accepted)),
    );
    if (result && !result.ok) toast(result.message, { urgent: true });
  };
  const working = coming
    ? t('proof:getting', { size: showCount(Math.ceil(coming.bytes / 1000), language) })
    : t('proof:making');
  return (
    <section>
      <SectionHead title={t('export')} />
      <Card>
        <p className={css.text}>{t('exportText')}</p>
        {busy && (
          <div className={css.working}>
            {working}
            <Progress label={working} part={coming?.part} />
          </div>
        )}
        <Button look="line" size="md" icon="recharge" busy={busy} onClick={() => void take()}>
          {t('download')}
        </Button>
      </Card>
      {password.sheet}
    </section>
  );
}
