import { useTranslation } from '#i18n/use-translation.ts';
import { useList } from '#api/use-call.ts';
import { PaymentRecords, statusTag, useRecordFilter } from '#features/money/payment-records.tsx';
import { WithdrawalSheet } from '#features/withdrawal/withdrawal-sheet.tsx';
import { isUnderWay, reasonKey, STATUS_LOOK, type WithdrawalStatus } from '#features/withdrawal/withdrawal-status.ts';

const STATUSES = ['in_transfer', 'passed', 'paid', 'failed', 'revoked'] as const satisfies WithdrawalStatus[];

/** Own withdrawals with their state, newest first; each opens to its steps. */
export default function Records() {
  const { t } = useTranslation(['withdrawal', 'common']);
  const filter = useRecordFilter(STATUSES);
  const list = useList('withdrawals', filter.payload, filter.options);
  return (
    <PaymentRecords
      statuses={STATUSES}
      filter={filter}
      list={list}
      isUnderWay={isUnderWay}
      icon="withdraw"
      form="/pages/wallet/withdrawal/index"
      words={{
        direction: t('out'),
        emptyText: t('emptyText'),
        first: t('first'),
        statusOf: (status) => t(`status.${status}`),
      }}
      lookOf={({ status, reason }) => ({
        tag: statusTag(STATUS_LOOK[status], t(`status.${status}`)),
        why: status === 'failed' && reason !== null ? t(`reason.${reasonKey(reason)}`) : undefined,
      })}
      sheet={(opened, close) => <WithdrawalSheet order={opened} onClose={close} />}
    />
  );
}
