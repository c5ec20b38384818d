import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { useLanguage } from '#lib/language.ts';
import { showMoney } from '#lib/number.ts';

/** What a debtor owes, and that a recharge pays it before it buys anything. Needs `ticket`, `orders` and `refusals`. */
export default function DebtWords() {
  const { t } = useTranslation(['ticket', 'orders', 'refusals']);
  const language = useLanguage();
  const owing = useCall('wallets', {}).data?.find((wallet) => wallet.owed !== undefined);
  return (
    <>
      <p>
        {owing
          ? t('orders:limits.debt_open', { owed: showMoney(owing.owed, language, { currency: owing.currency }) })
          : t('refusals:debt_open')}
      </p>
      <p>{t('debtFirst')}</p>
    </>
  );
}
