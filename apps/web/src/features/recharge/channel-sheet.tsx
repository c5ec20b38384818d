import type { Limits } from '#features/money/amount-text.ts';
import { ChannelList, type Channel } from '#features/money/channel-list.tsx';
import { useCurrencies } from '#features/money/use-currencies.ts';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showNumber } from '#lib/number.ts';
import { Button } from '#ui/button.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Sheet } from '#ui/sheet.tsx';
import css from './channel-sheet.module.css';
import type { RechargeState } from './use-recharge.ts';

const ETAS = ['UPI', 'IMPS', 'NEFT', 'RTGS', 'TRC', 'ERC'] as const;

type Props = {
  readonly form: RechargeState;
  readonly channel: Channel;
  readonly limits: Limits;
  readonly open: boolean;
  readonly onClose: () => void;
};

/** Chooses the currency and the channel of a recharge, and shows who is paid. Needs `recharge`. */
export function ChannelSheet({ form, channel, limits, open, onClose }: Props) {
  const { t } = useTranslation(['recharge', 'common']);
  const language = useLanguage();
  const channelText = useChannelText();
  const currencies = useCurrencies(form.currency);
  const plain = (value: string) => showNumber(value.replace(/\.0+$/, ''), language);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('channel')}
      dock={<Button onClick={onClose}>{t('common:done')}</Button>}
    >
      {currencies.length > 1 && (
        <Segmented
          label={t('currency')}
          options={currencies.map((value) => ({ value, label: value }))}
          value={form.currency}
          onChange={form.setCurrency}
        />
      )}
      <div className={css.channels}>
        <ChannelList
          label={t('channel')}
          channels={form.channels}
          value={channel.type}
          onChange={form.setChannel}
          textOf={channelText}
        />
      </div>
      <KeyValue label={t('amount')}>{t('limits', { min: plain(limits.min), max: plain(limits.max) })}</KeyValue>
      <Payee form={form} channel={channel} />
    </Sheet>
  );
}

/** How fast a channel is, and what it costs. Needs `recharge`. */
export function useChannelText(): (channel: Channel) => string {
  const { t } = useTranslation('recharge');
  return ({ type, reviewer }) => {
    const eta = reviewer === 'people' ? 'people' : (ETAS.find((known) => known === type) ?? 'other');
    return listed(t(`eta.${eta}`), t('noFee'));
  };
}

/** Whom a payer would pay, before anything is sent. */
function Payee({ form: { payTo }, channel }: Pick<Props, 'form' | 'channel'>) {
  const { t } = useTranslation('recharge');
  if (!payTo) return null;
  return (
    <>
      <KeyValue label={t('payee')}>{payTo.name}</KeyValue>
      <KeyValue
        label={
          payTo.vpa ? t('upiId') : payTo.accountNumber ? t('accountNumber') : t('addressOf', { network: channel.type })
        }
      >
        {payTo.vpa ?? payTo.accountNumber ?? payTo.address}
      </KeyValue>
    </>
  );
}
