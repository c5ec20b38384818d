import { checkAmount, type Limits } from '#features/money/amount-text.ts';
import { AmountInput } from '#features/money/amount-input.tsx';
import { useCurrencies } from '#features/money/use-currencies.ts';
import { ChannelList, type Channel } from '#features/money/channel-list.tsx';
import { listed } from '#i18n/joined.ts';
import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showNumber } from '#lib/number.ts';
import { SectionHead } from '#ui/card.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { QuickPicks } from '#ui/choice.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Note } from '#ui/note.tsx';
import { Skeleton, SkeletonBar } from '#ui/states.tsx';
import css from './recharge-form.module.css';
import type { RechargeState } from './use-recharge.ts';

const PICKS = { INR: ['10000', '50000', '100000', '500000'], USDT: ['10', '100', '500', '1000'] } as const;
const ETAS = ['UPI', 'IMPS', 'NEFT', 'RTGS', 'TRC', 'ERC'] as const;

type Props = { readonly form: RechargeState };
/** Once the channels are there. */
type ChannelProps = Props & { readonly channel: Channel; readonly limits: Limits };

/** How much paper money, by which channel, and whom a payer would pay. Needs `recharge`. */
export function RechargeForm({ form, onTriggers }: Props & { readonly onTriggers: () => void }) {
  const { t } = useTranslation('recharge');
  const { channel, limits } = form;
  if (!channel || !limits) return <FormSkeleton />;
  return (
    <>
      <Amount form={form} limits={limits} />
      <Channels form={form} channel={channel} limits={limits} />
      <Payee form={form} channel={channel} />
      <Note tone="gold" className={css.note ?? ''}>
        <Trans
          text={t(channel.reviewer === 'people' ? 'noRealPeople' : 'noReal')}
          components={{ 1: <b />, 2: <button type="button" onClick={onTriggers} /> }}
        />
      </Note>
    </>
  );
}

function Amount({ form, limits }: Omit<ChannelProps, 'channel'>) {
  const { t } = useTranslation('recharge');
  const language = useLanguage();
  const { currency, amount, setAmount } = form;
  const currencies = useCurrencies(currency);
  const pickLabel = (value: string): string => {
    if (value === '100000') return t('lakh1');
    return value === '500000' ? t('lakh5') : showNumber(value, language);
  };
  return (
    <section className={css.amount}>
      {currencies.length > 1 && (
        <Segmented
          label={t('currency')}
          options={currencies.map((value) => ({ value, label: value }))}
          value={currency}
          onChange={form.setCurrency}
        />
      )}
      <div className={css.field}>
        <AmountInput
          label={t('amount')}
          currency={currency}
          value={amount}
          onChange={setAmount}
          hint={t('availableNow', { amount: form.money(form.available ?? '') })}
          error={form.amountError}
        />
      </div>
      <QuickPicks
        label={t('amount')}
        options={PICKS[currency]
          .filter((value) => checkAmount(value, limits) === undefined)
          .map((value) => ({ value, label: pickLabel(value) }))}
        value={amount.replace(/\.0*$/, '')}
        onPick={setAmount}
      />
    </section>
  );
}

function Channels({ form, channel, limits }: ChannelProps) {
  const { t } = useTranslation('recharge');
  const language = useLanguage();
  const plain = (value: string) => showNumber(value.replace(/\.0+$/, ''), language);
  return (
    <>
      <SectionHead title={t('channel')}>
        <span className={css.limits}>{t('limits', { min: plain(limits.min), max: plain(limits.max) })}</span>
      </SectionHead>
      <ChannelList
        label={t('channel')}
        channels={form.channels}
        value={channel.type}
        onChange={form.setChannel}
        textOf={(one) => listed(t(`eta.${channelEta(one)}`), t('noFee'))}
      />
    </>
  );
}

const channelEta = ({ type, reviewer }: Channel) =>
  reviewer === 'people' ? 'people' : (ETAS.find((known) => known === type) ?? 'other');

/** Whom a payer would pay, before anything is sent. */
function Payee({ form: { payTo }, channel }: Omit<ChannelProps, 'limits'>) {
  const { t } = useTranslation('recharge');
  if (!payTo) return null;
  return (
    <div className={css.payTo}>
      <KeyValue label={t('payee')}>{payTo.name}</KeyValue>
      <KeyValue
        label={
          payTo.vpa ? t('upiId') : payTo.accountNumber ? t('accountNumber') : t('addressOf', { network: channel.type })
        }
      >
        {payTo.vpa ?? payTo.accountNumber ?? payTo.address}
      </KeyValue>
    </div>
  );
}

function FormSkeleton() {
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
