import type { BankAccount } from '#features/bank/bank-values.ts';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { toast } from '#ui/toast.ts';
import css from './my-card.module.css';

type Props = { readonly open: boolean; readonly account: BankAccount; readonly onClose: () => void };

/** Asks once more before the account is unbound. Needs the namespace `bank`. */
export function DeleteSheet({ open, account, onClose }: Props) {
  const { t } = useTranslation('bank');
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    const result = await call('deleteBankAccount', { id: account.id });
    setBusy(false);
    onClose();
    if (result.ok) toast(t('deleted'));
    else toast(result.message, { urgent: true });
    refresh(['bankAccounts']);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('deleteAsk', { bank: account.bankName, number: account.accountNumber })}
      dock={
        <>
          <Button look="secondary" onClick={onClose}>
            {t('keep')}
          </Button>
          <Button busy={busy} onClick={() => void remove()}>
            {t('delete')}
          </Button>
        </>
      }
    >
      <p className={css.text}>{t('deleteText')}</p>
    </Sheet>
  );
}
