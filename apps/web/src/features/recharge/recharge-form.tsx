import { useState } from 'react';
import { checkAmount, type Limits } from '#features/money/amount-text.ts';
import { AmountInput } from '#features/money/amount-input.tsx';
import { channelIcon } from '#features/money/channel-list.tsx';
import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showNumber } from '#lib/number.ts';
import { QuickPicks } from '#ui/choice.tsx';
import { Note } from '#ui/note.tsx';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Skeleton, SkeletonBar } from '#ui/states.tsx';
import { ChannelSheet, useChannelText } from './channel-sheet.tsx';
import css from './recharge-form.module.css';
import type { RechargeState } from './use-recharge.ts';

const PICKS = { INR: ['10000', '50000', '100000', '500000'], USDT: ['10', '100', '500', '1000'] } as const;

type Props = { readonly form: RechargeState };

/** How much paper money; the channel stands in a row, and opens all there is to choose. Needs `recharge`. */
export function RechargeForm({ form, onTriggers }: Props & { readonly onTriggers: () => void }) {
  const { t } = useTranslation('recharge');
  const channelText = useChannelText();
  const [choosing, setChoosing] = useState(false);
  const { channel, limits } = form;
  if (!channel || !limits) return <FormSkeleton />;
  return (
    <>
      <Amount form={form} limits={limits} />
      <RowGroup>
        <ListRow
          icon={channelIcon(channel)}
          title={channel.name}
          text={channelText(channel)}
          value={t('change')}
          onPress={() => setChoosing(true)}
        />
      </RowGroup>
      <Note tone="gold" className={css.note ?? ''}>
        <Trans
          text={t(channel.reviewer === 'people' ? 'noRealPeople' : 'noReal')}
          components={{ 1: <b />, 2: <button type="button" onClick={onTriggers} /> }}
        />
      </Note>
      <ChannelSheet form={form} channel={channel} limits={limits} open={choosing} onClose={() => setChoosing(false)} />
    </>
  );
}

function Amount({ form, limits }: Props & { readonly limits: Limits }) {
  const { t } = useTranslation('recharge');
  const language = useLanguage();
  const { currency, amount, setAmount } = form;
  const pickLabel = (value: string): string => {
    if (value === '100000') return t('lakh1');
    return value === '500000' ? t('lakh5') : showNumber(value, language);
  };
  return (
    <section className={css.amount}>
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

function FormSkeleton() {
  return (
    <Skeleton>
      <section className={css.amount}>
        <div className={css.field}>
          <SkeletonBar width="10rem" height="48px" />
          <SkeletonBar width="9rem" height="var(--lh-13)" />
        </div>
        <SkeletonBar height="40px" round />
      </section>
      <div className={css.channelSkeleton}>
        <SkeletonBar height="60px" round />
      </div>
    </Skeleton>
  );
}
