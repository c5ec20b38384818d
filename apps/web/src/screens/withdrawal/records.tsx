import { useTranslation } from '#i18n/use-translation.ts';
import { PaymentRecords } from '#features/money/payment-records.tsx';
import { WithdrawalSheet } from '#features/withdrawal/withdrawal-sheet.tsx';
import { isUnderWay, reasonKey, STATUS_LOOK } from '#features/withdrawal/withdrawal-status.ts';

/** Own withdrawals with their state, newest first; each opens to its steps. */
export default function Records() {
  const { t } = useTranslation(['withdrawal', 'common']);
  return (
    <PaymentRecords
      direction="withdrawals"
      looks={STATUS_LOOK}
      isUnderWay={isUnderWay}
      icon="withdraw"
      form="/pages/wallet/withdrawal/index"
      words={{
        direction: t('out'),
        emptyText: t('emptyText'),
        realTime: t('realTime'),
        first: t('first'),
        showStatus: (status) => t(`status.${status}`),
        showReason: ({ status, reason }) =>
          status === 'failed' && reason !== null ? t(`reason.${reasonKey(reason)}`) : undefined,
      }}
      sheet={(opened, close) => <WithdrawalSheet order={opened} onClose={close} />}
    />
  );
}
