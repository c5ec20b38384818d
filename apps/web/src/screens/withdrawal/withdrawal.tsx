import { useState } from 'react';
import { useCall } from '#api/use-call.ts';
import { PausedWithdrawal } from '#features/credit/paused-withdrawal.tsx';
import { WAITING_MS } from '#features/withdrawal/use-withdrawal-data.ts';
import { RECORDS } from '#features/withdrawal/use-withdrawal.ts';
import { WithdrawalForm } from '#features/withdrawal/withdrawal-form.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { at, navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import type { Currency } from '#ui/amount.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { Answer } from '#ui/answer.tsx';
import { SkeletonRows } from '#ui/states.tsx';

/**
 * Takes paper money out: what stands against it, or how much, where to and what arrives. A paused one
 * explains itself, and opens by itself.
 */
export default function Withdrawal() {
  const { t } = useTranslation('withdrawal');
  const [query] = usePageQuery();
  const currency: Currency = query.get('currency') === 'USDT' ? 'USDT' : 'INR';
  const [paused, setPaused] = useState(false);
  const credit = useCall('creditScore', {}, { staleMs: 0, ...(paused && { refetchMs: WAITING_MS }) });
  const blocked = credit.data?.withdrawalBlocked ?? false;
  if (blocked !== paused) setPaused(blocked); // known only from the answer itself
  const records = <TextButton onClick={() => navigateTo(at(RECORDS, { currency }))}>{t('records')}</TextButton>;
  if (credit.data && blocked) return <PausedWithdrawal report={credit.data} tools={records} onRefresh={credit.again} />;
  if (credit.data) return <WithdrawalForm currency={currency} />;
  return (
    <Page tools={records} onRefresh={credit.again}>
      <Answer of={credit} wait={<SkeletonRows rows={5} />}>
        {() => null}
      </Answer>
    </Page>
  );
}
