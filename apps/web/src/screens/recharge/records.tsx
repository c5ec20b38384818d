import { useTranslation } from '#i18n/use-translation.ts';
import { useList } from '#api/use-call.ts';
import { PaymentRecords, statusTag, useRecordFilter } from '#features/money/payment-records.tsx';
import { RechargeSheet } from '#features/money/recharge-sheet.tsx';
import { isWaiting, reasonKey, STATUS_LOOK, type RechargeStatus } from '#features/money/recharge-status.ts';

const STATUSES = ['in_transfer', 'passed', 'failed', 'revoked'] as const satisfies RechargeStatus[];

/** Own recharges with their state, newest first. One that is in transfer can be given up. */
export default function Records() {
  const { t } = useTranslation(['recharge', 'common']);
  const filter = useRecordFilter(STATUSES);
  const list = useList('recharges', filter.payload, filter.options);
  return (
    <PaymentRecords
      statuses={STATUSES}
      filter={filter}
      list={list}
      isUnderWay={isWaiting}
      icon="recharge"
      form="/pages/wallet/recharge/index"
      words={{
        direction: t('into'),
        emptyText: t('emptyText'),
        first: t('first'),
        statusOf: (status) => t(`status.${status}`),
      }}
      lookOf={({ status, reason, unmatched }) => ({
        tag: statusTag(STATUS_LOOK[status], t(`status.${status}`)),
        why: unmatched
          ? t('unmatched')
          : status === 'failed' && reason !== null
            ? t(`reason.${reasonKey(reason)}`)
            : undefined,
      })}
      sheet={(opened, close) => <RechargeSheet order={opened} onClose={close} />}
    />
  );
}
