import { useState } from 'react';
import { TriggerSheet } from '#features/money/trigger-sheet.tsx';
import { RechargeForm } from '#features/recharge/recharge-form.tsx';
import { RechargeSheet } from '#features/recharge/recharge-sheet.tsx';
import { RECORDS, useRecharge } from '#features/recharge/use-recharge.ts';
import { goToKeep, useDeviceOnly } from '#features/start/later.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { at, navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Button } from '#ui/button.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { ErrorBlock } from '#ui/states.tsx';

/** Adds paper money: how much, by which channel; then whom a payer would pay, until it settles by itself. */
export default function Recharge() {
  const { t } = useTranslation(['recharge', 'nav']);
  const deviceOnly = useDeviceOnly();
  const form = useRecharge();
  const { currency, channel, failure } = form;
  const [triggers, setTriggers] = useState(false);
  return (
    <Page
      tools={<TextButton onClick={() => navigateTo(at(RECORDS, { currency }))}>{t('records')}</TextButton>}
      onRefresh={form.again}
      dock={
        deviceOnly && currency === 'USDT' ? (
          <Button onClick={goToKeep}>{t('nav:keepAccount')}</Button>
        ) : (
          channel && (
            <Button busy={form.busy} disabled={form.missing !== undefined} onClick={() => void form.submit()}>
              {form.missing ?? t('submit', { amount: form.money(form.amount.replace(/\.$/, '')) })}
            </Button>
          )
        )
      }
    >
      {failure ? (
        <ErrorBlock cause={failure.message} onRetry={() => void form.again()} />
      ) : (
        <RechargeForm form={form} onTriggers={() => setTriggers(true)} />
      )}
      <TriggerSheet
        open={triggers}
        title={t('triggers')}
        texts={{
          13: t('trigger.failed'),
          17: t('trigger.slow'),
          19: t('trigger.twice'),
          23: t('trigger.reversed'),
          any: t('trigger.any'),
        }}
        onClose={() => setTriggers(false)}
        onPick={form.setPaise}
      />
      <RechargeSheet order={form.order} checking={form.checking} onClose={form.closeOrder} onAgain={form.startAgain} />
    </Page>
  );
}
