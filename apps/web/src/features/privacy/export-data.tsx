import { useTranslation } from '#i18n/use-translation.ts';
import { fetchFile } from '#api/fetch-file.ts';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { Button } from '#ui/button.tsx';
import { Card, SectionHead } from '#ui/card.tsx';
import { toast } from '#ui/toast.ts';
import css from './privacy.module.css';

/** Hands the reader everything that is kept of them. */
export function ExportData() {
  const { t } = useTranslation('privacy');
  const password = useTransactionPassword();
  const take = async () => {
    const result = await password.confirm({ title: t('exportConfirm'), everyTime: true }, (transactionPassword = '') =>
      fetchFile('exportData', { transactionPassword }),
    );
    if (result) toast(result.ok ? t('saved') : result.message, { urgent: !result.ok });
  };
  return (
    <section>
      <SectionHead title={t('export')} />
      <Card>
        <p className={css.text}>{t('exportText')}</p>
        <Button look="line" size="md" icon="recharge" onClick={() => void take()}>
          {t('download')}
        </Button>
      </Card>
      {password.sheet}
    </section>
  );
}
