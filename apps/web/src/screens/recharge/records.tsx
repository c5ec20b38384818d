import { useTranslation } from '#i18n/use-translation.ts';
import { PaymentRecords } from '#features/money/payment-records.tsx';
import { RechargeSheet } from '#features/recharge/recharge-sheet.tsx';
import { isWaiting, reasonKey, STATUS_LOOK } from '#features/recharge/recharge-status.ts';

/** Own recharges with their state, newest first. One that is in transfer can be given up. */
export default function Records() {
  const { t } = useTranslation(['recharge', 'common']);
  return (
    <PaymentRecords
      direction="recharges"
      looks={STATUS_LOOK}
      isUnderWay={isWaiting}
      icon="recharge"
      form="/pages/wallet/recharge/index"
      words={{
        direction: t('into'),
        emptyText: t('emptyText'),
        realTime: t('realTime'),
        first: t('first'),
        showStatus: (status) => t(`status.${status}`),
        showReason: ({ status, reason, unmatched }) => {
          if (unmatched) return t('unmatched');
          return status === 'failed' && reason !== null ? t(`reason.${reasonKey(reason)}`) : undefined;
        },
      }}
      sheet={(opened, close) => <RechargeSheet order={opened} onClose={close} />}
    />
  );
}
