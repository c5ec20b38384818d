import { parseDecimal, showDecimal, DECIMALS } from '@khara/money';
import { useState } from 'react';
import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { mutate } from '#api/mutate.ts';
import { refresh } from '#api/client.ts';
import { AFTER_MONEY } from '#api/query-keys.ts';
import { useCall } from '#api/use-call.ts';
import { AmountInput } from '#features/money/amount-input.tsx';
import { checkAmount, withLastDecimals, type Limits } from '#features/money/amount-text.ts';
import { ChannelList, type Channel } from '#features/money/channel-list.tsx';
import { RechargeSheet } from '#features/money/recharge-sheet.tsx';
import { isWaiting, type RechargeOrder } from '#features/money/recharge-status.ts';
import { TriggerSheet } from '#features/money/trigger-sheet.tsx';
import { useLostAnswer } from '#features/money/use-lost-answer.ts';
import { at, goBack, navigateTo, redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useLanguage } from '#lib/language.ts';
import { type Currency } from '#ui/amount.tsx';
import { Button, TextButton } from '#ui/button.tsx';
import { KeyValue, SectionHead } from '#ui/card.tsx';
import { QuickPicks, Segmented } from '#ui/choice.tsx';
import { Note } from '#ui/note.tsx';
import { showMoney, showNumber } from '#lib/number.ts';
import { SkeletonBar, ErrorBlock, Skeleton } from '#ui/states.tsx';
import { toast } from '#ui/toast.ts';
import { listed } from '#i18n/joined.ts';
import css from './recharge.module.css';

const CURRENCIES = ['INR', 'USDT'] as const;
const RUPEE_PICKS = ['10000', '50000', '100000', '500000'];
const USDT_PICKS = ['10', '100', '500', '1000'];
const ETAS = ['UPI', 'IMPS', 'NEFT', 'RTGS', 'TRC', 'ERC'] as const;
const etaOf = ({ type, reviewer }: Channel) =>
  reviewer === 'people' ? 'people' : (ETAS.find((known) => known === type) ?? 'other');
const RECORDS = '/pages/wallet/recharge/records';

type Stage =
  | { readonly kind: 'form' }
  | { readonly kind: 'checking'; readonly amount: string }
  | { readonly kind: 'order'; readonly order: RechargeOrder };

/** Adds paper money: how much, by which channel; then whom a payer would pay, until it settles by itself. */
export default function Recharge() {
  const { t } = useTranslation(['recharge', 'common']);
  const language = useLanguage();
  const [query, change] = usePageQuery();
  const channels = useCall('channels', {}, { staleMs: 60_000 });
  const wallets = useCall('wallets', {});

  const offered = channels.data ?? [];
  const wanted = query.get('currency');
  const currency: Currency = wanted === 'USDT' && offered.some((one) => one.currency === 'USDT') ? 'USDT' : 'INR';
  const ways = offered.find((one) => one.currency === currency)?.channels ?? [];

  const [amount, setAmount] = useState('');
  const [chosen, setChosen] = useState('');
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [stage, setStage] = useState<Stage>({ kind: 'form' });
  const [lost, setLost] = useState(false);
  const [triggers, setTriggers] = useState(false);

  const available = wallets.data?.find((one) => one.currency === currency)?.available;

  const channel = ways.find((one) => one.type === chosen) ?? ways[0];
  const accounts = useCall('payInAccount', { currency }, { staleMs: 60_000 }).data;
  const payTo = accounts?.channels.find(({ channelType }) => channelType === channel?.type)?.payTo;
  const decimals = DECIMALS[currency];
  const limits: Limits | undefined = channel && { min: channel.minRecharge, max: channel.maxRecharge, decimals };
  const problem = limits && checkAmount(amount, limits);
  const money = (value: string) => showMoney(value, language, { currency });
  const plain = (value: string) => showNumber(value.replace(/\.0+$/, ''), language);

  useLostAnswer('submitRecharge', lost, (done) => {
    setLost(false);
    setStage({ kind: 'form' });
    if (done) navigateTo(at(RECORDS, { currency }));
    else toast(t('failedTitle'), { urgent: true });
  });

  const complaint = {
    missing: () => t('enterAmount'),
    decimals: () => t('amountWrong', { n: decimals }),
    below: () => t('belowMinimum', { min: money(limits?.min ?? '0') }),
    above: () => t('aboveMaximum', { max: money(limits?.max ?? '0') }),
  };
  // What is still being typed is not wrong yet; what no further digit can mend is.
  const error = refused ?? (problem === 'decimals' || problem === 'above' ? complaint[problem]() : undefined);

  const typed = (value: string) => {
    setRefused(undefined);
    setAmount(value);
  };

  async function submit() {
    const units = parseDecimal(amount.replace(/\.$/, ''), decimals);
    if (units === undefined || !channel || busy) return;
    const sent = showDecimal(units, decimals);
    setBusy(true);
    const result = await mutate('submitRecharge', { currency, channelType: channel.type, amount: sent }, () =>
      setStage({ kind: 'checking', amount: money(sent) }),
    );
    setBusy(false);
    if (result.ok) {
      setStage({ kind: 'order', order: result.data });
      refresh(AFTER_MONEY);
    } else if (result.outcomeUnknown) {
      setLost(true); // the sheet goes on saying that it is being checked
      setStage({ kind: 'checking', amount: money(sent) });
    } else {
      setStage({ kind: 'form' });
      if (result.field === 'amount') setRefused(result.message);
      else toast(result.message, { urgent: true });
    }
  }

  const picks = (currency === 'INR' ? RUPEE_PICKS : USDT_PICKS)
    .map((value) => ({ value, label: pickLabel(value) }))
    .filter(({ value }) => !limits || checkAmount(value, limits) === undefined);
  function pickLabel(value: string): string {
    if (value === '100000') return t('lakh1');
    return value === '500000' ? t('lakh5') : plain(value);
  }

  return (
    <Page
      tools={<TextButton onClick={() => navigateTo(at(RECORDS, { currency }))}>{t('records')}</TextButton>}
      onRefresh={() => Promise.all([channels.again(), wallets.again()])}
      dock={
        channel && (
          <Button busy={busy || lost} disabled={problem !== undefined} onClick={() => void submit()}>
            {problem ? complaint[problem]() : t('submit', { amount: money(amount.replace(/\.$/, '')) })}
          </Button>
        )
      }
    >
      {channels.failure ? (
        <ErrorBlock cause={channels.failure.message} onRetry={() => void channels.again()} />
      ) : channel && limits ? (
        <>
          <section className={css.amount}>
            <Segmented
              label={t('currency')}
              options={CURRENCIES.map((value) => ({ value, label: value }))}
              value={currency}
              onChange={(value) => {
                typed('');
                change({ currency: value });
              }}
            />
            <div className={css.field}>
              <AmountInput
                label={t('amount')}
                currency={currency}
                value={amount}
                onChange={typed}
                hint={t('availableNow', { amount: money(available ?? '') })}
                error={error}
              />
            </div>
            <QuickPicks label={t('amount')} options={picks} value={amount.replace(/\.0*$/, '')} onPick={typed} />
          </section>
          <SectionHead title={t('channel')}>
            <span className={css.limits}>{t('limits', { min: plain(limits.min), max: plain(limits.max) })}</span>
          </SectionHead>
          <ChannelList
            label={t('channel')}
            channels={ways}
            value={channel.type}
            onChange={setChosen}
            textOf={(one) => listed(t(`eta.${etaOf(one)}`), t('noFee'))}
          />
          {payTo && (
            <div className={css.payTo}>
              <KeyValue label={t('payee')}>{payTo.name}</KeyValue>
              <KeyValue
                label={
                  payTo.vpa
                    ? t('upiId')
                    : payTo.accountNumber
                      ? t('accountNumber')
                      : t('addressOf', { network: channel.type })
                }
              >
                {payTo.vpa ?? payTo.accountNumber ?? payTo.address}
              </KeyValue>
            </div>
          )}
          <Note tone="gold" className={css.note ?? ''}>
            <Trans
              text={t(channel.reviewer === 'people' ? 'noRealPeople' : 'noReal')}
              components={{ 1: <b />, 2: <button type="button" onClick={() => setTriggers(true)} /> }}
            />
          </Note>
        </>
      ) : (
        <RechargeSkeleton />
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
        onPick={(paise) => {
          typed(withLastDecimals(amount, paise, decimals, limits?.min ?? '0'));
          setTriggers(false);
        }}
      />
      <RechargeSheet
        order={stage.kind === 'order' ? stage.order : undefined}
        checking={stage.kind === 'checking' ? stage.amount : undefined}
        onClose={(order) => {
          setStage({ kind: 'form' });
          if (!order) return;
          // What still waits is seen passing among the records.
          if (isWaiting(order)) redirectTo(at(RECORDS, { currency }));
          else goBack();
        }}
        onAgain={() => {
          setStage({ kind: 'form' });
          typed('');
        }}
      />
    </Page>
  );
}

function RechargeSkeleton() {
  return (
    <Skeleton>
      <section className={css.amount}>
        <SkeletonBar height="44px" round />
        <div className={css.field}>
          <SkeletonBar width="10rem" height="48px" />
          <SkeletonBar width="9rem" height="var(--lh-13)" />
        </div>
        <SkeletonBar height="40px" round />
      </section>
      <SectionHead title={' '} />
      <div className={css.channelSkeleton}>
        <SkeletonBar height="60px" round />
      </div>
    </Skeleton>
  );
}
