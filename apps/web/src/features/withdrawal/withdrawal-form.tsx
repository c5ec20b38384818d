import { useState } from 'react';
import { Withdrawable } from '#features/money/causes.tsx';
import { AmountInput } from '#features/money/amount-input.tsx';
import { useCurrencies } from '#features/money/use-currencies.ts';
import { TriggerSheet } from '#features/money/trigger-sheet.tsx';
import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { signOf } from '#lib/number.ts';
import { at, navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Money, type Currency } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { Card, SectionHead } from '#ui/card.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { QuickPicks } from '#ui/choice.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Answer } from '#ui/answer.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import { Requirement } from './requirement.tsx';
import { BankTarget, NetworkTarget } from './target.tsx';
import { RECORDS, useWithdrawal, type WithdrawalState } from './use-withdrawal.ts';
import { WithdrawalSheet } from './withdrawal-sheet.tsx';
import css from './withdrawal-form.module.css';

type Props = { readonly currency: Currency; readonly form: WithdrawalState };

/** How much, where to and what arrives; or what is missing before anything can be withdrawn. */
export function WithdrawalForm({ currency }: { readonly currency: Currency }) {
  const { t } = useTranslation('withdrawal');
  const form = useWithdrawal(currency);
  const [open, setOpen] = useState<'triggers' | 'why'>();
  const close = () => setOpen(undefined);
  return (
    <Page
      tools={<TextButton onClick={() => navigateTo(at(RECORDS, { currency }))}>{t('records')}</TextButton>}
      onRefresh={form.again}
      dock={
        form.channel && !form.unmet ? (
          <Button busy={form.busy} disabled={form.missing !== undefined} onClick={() => void form.submit()}>
            {form.missing ?? t('submit', { amount: form.money(form.amount.replace(/\.$/, '')) })}
          </Button>
        ) : undefined
      }
    >
      <Answer of={{ ...form, data: form.loaded || undefined }} wait={<SkeletonRows rows={6} />}>
        {() => (
          <>
            <Amount currency={currency} form={form} onWhy={() => setOpen('why')} />
            {form.unmet ? (
              <Requirement unmet={form.unmet} account={form.account} />
            ) : (
              <Target currency={currency} form={form} onTriggers={() => setOpen('triggers')} />
            )}
          </>
        )}
      </Answer>
      <TriggerSheet
        open={open === 'triggers'}
        title={t('triggers')}
        texts={{
          13: t('trigger.returned'),
          17: t('trigger.slow'),
          19: t('trigger.twice'),
          23: t('trigger.mismatch'),
          any: t('trigger.any'),
        }}
        onClose={close}
        onPick={form.setPaise}
      />
      <Sheet open={open === 'why'} onClose={close} title={t('whyTitle')}>
        {form.rupees && <Withdrawable wallet={form.rupees} />}
      </Sheet>
      {form.passwordSheet}
      <WithdrawalSheet order={form.order} checking={form.lost} onClose={form.closeOrder} />
    </Page>
  );
}

function Amount({ currency, form, onWhy }: Props & { readonly onWhy: () => void }) {
  const { t } = useTranslation('withdrawal');
  const [, change] = usePageQuery();
  const currencies = useCurrencies(currency);
  return (
    <section className={css.amount}>
      {currencies.length > 1 && (
        <Segmented
          label={t('currency')}
          options={currencies.map((value) => ({ value, label: value }))}
          value={currency}
          onChange={(value) => {
            form.setAmount('');
            change({ currency: value });
          }}
        />
      )}
      {!form.unmet && (
        <>
          <div className={css.field}>
            <AmountInput
              label={t('amount')}
              currency={currency}
              value={form.amount}
              onChange={form.setAmount}
              hint={t('canWithdraw', { amount: form.money(form.withdrawable ?? '') })}
              error={form.amountError}
            />
          </div>
          <div className={css.quick}>
            <QuickPicks
              label={t('amount')}
              options={[{ value: form.withdrawable ?? '0', label: t('everything') }]}
              value={form.amount}
              onPick={form.setAmount}
            />
            {currency === 'INR' && (
              <button type="button" className={css.link} onClick={onWhy}>
                {t('why')}
              </button>
            )}
          </div>
        </>
      )}
    </section>
  );
}

function Target({ currency, form, onTriggers }: Props & { readonly onTriggers: () => void }) {
  const { t } = useTranslation('withdrawal');
  const { account, channel, money } = form;
  return (
    <>
      <SectionHead title={t('to')} />
      {currency === 'INR' && account ? (
        <BankTarget account={account} />
      ) : (
        <NetworkTarget
          channels={form.channels}
          network={form.network}
          onNetwork={form.setNetwork}
          address={form.address}
          verdict={form.verdict}
          refused={form.addressError}
          onAddress={form.setAddress}
        />
      )}
      {channel && (
        <Card>
          <KeyValue label={t('minimum')}>{money(channel.minWithdrawal)}</KeyValue>
          <KeyValue label={t('limit')}>{money(channel.maxWithdrawal)}</KeyValue>
          <KeyValue label={t('feeTax')}>{signOf(channel.fee) === 0 ? t('noFee') : money(channel.fee)}</KeyValue>
          <KeyValue total label={t('net')}>
            <Money value={form.net} currency={currency} hideable={false} />
          </KeyValue>
        </Card>
      )}
      <Note tone="gold" className={css.note}>
        <Trans
          text={t(channel?.reviewer === 'people' ? 'notePeople' : 'note')}
          components={{ 1: <b />, 2: <button type="button" onClick={onTriggers} /> }}
        />
      </Note>
    </>
  );
}
