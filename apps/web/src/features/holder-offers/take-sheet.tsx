import { paise, rupees } from '@khara/money';
import { useState } from 'react';
import { refresh } from '#api/client.ts';
import { mutate } from '#api/mutate.ts';
import { AFTER_ORDER } from '#api/query-keys.ts';
import { CheckingHead } from '#features/money/checking-head.tsx';
import { useLostAnswer } from '#features/money/use-lost-answer.ts';
import { readQuantity, stepQuantity } from '#features/ticket/terms.ts';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { showMarketDate } from '#lib/time.ts';
import { Money } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Stepper } from '#ui/stepper.tsx';
import { toast } from '#ui/toast.ts';
import css from './holder-offers.module.css';
import type { HolderOffer } from './offer-card.tsx';

type Props = { readonly offer: HolderOffer | undefined; readonly open: boolean; readonly onClose: () => void };

/** Applies for new shares, or tenders shares. Needs `holderOffers`, `ticket` and `refusals`. */
export function TakeSheet({ offer, open, onClose }: Props) {
  const { t } = useTranslation('holderOffers');
  const title = offer ? `${t(offer.kind)} · ${offer.code}` : '';
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      {offer && open && <TakeForm key={offer.id} offer={offer} onDone={onClose} />}
    </Sheet>
  );
}

function TakeForm({ offer, onDone }: { readonly offer: HolderOffer; readonly onDone: () => void }) {
  const { t } = useTranslation(['holderOffers', 'ticket', 'refusals']);
  const language = useLanguage();
  const { id, kind, code, most, price, settlesOn, entitled, held } = offer;
  const isRights = kind === 'rights';
  const [shares, setShares] = useState(() => showCount(most, language));
  const [more, setMore] = useState('0');
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  /** What was asked for while its answer is lost. */
  const [lost, setLost] = useState<string>();
  const password = useTransactionPassword();
  const [asked, additional] = [readQuantity(shares) ?? 0, isRights ? (readQuantity(more) ?? 0) : 0];
  const mayAskMore = isRights && held > 0 && asked >= entitled;
  const amount = rupees(BigInt(asked + additional) * (paise(price) ?? 0n));
  const error =
    asked > most
      ? t(isRights ? 'refusals:above_entitlement' : 'refusals:above_tenderable', { most: showCount(most, language) })
      : asked + additional === 0
        ? t('refusals:holder_offer_nothing')
        : undefined;

  const made = () => {
    toast(t('made'));
    onDone();
  };
  useLostAnswer('takeHolderOffer', lost !== undefined, (isDone) => {
    setLost(undefined);
    refresh(['holderOffers']);
    if (isDone) made();
    else toast(t('notDone'), { urgent: true });
  });

  async function take(): Promise<void> {
    setBusy(true);
    const count = showCount(asked + additional, language);
    const confirming = { title: `${t(kind)} · ${code}`, text: count, ...(isRights && { amount }) };
    const result = await password.confirm(confirming, (transactionPassword) =>
      mutate('takeHolderOffer', {
        id,
        shares: asked,
        ...(additional > 0 && { additional }),
        ...(transactionPassword !== undefined && { transactionPassword }),
      }),
    );
    setBusy(false);
    if (!result) return;
    refresh([...AFTER_ORDER, 'holderOffers']);
    if (result.ok) return made();
    if (result.outcomeUnknown) return setLost(listed(`${t(kind)} · ${code}`, count));
    setRefusal(result.message);
  }

  const change = (set: (text: string) => void) => (text: string) => {
    setRefusal(undefined);
    set(text);
  };
  if (lost !== undefined) return <CheckingHead title={t('checking')} what={lost} text={t('checkingText')} />;
  return (
    <>
      <form
        hidden={password.asking}
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void take();
        }}
      >
        <Stepper
          label={t(isRights ? 'shares' : 'tender')}
          value={shares}
          onChange={change(setShares)}
          onStep={(direction) => change(setShares)(showCount(stepQuantity(asked, direction, most), language))}
          lessLabel={t('ticket:quantityLess')}
          moreLabel={t('ticket:quantityMore')}
          hint={
            isRights
              ? undefined
              : t('tenderHint', {
                  date: showMarketDate(settlesOn, language),
                  entitled: showCount(entitled, language),
                })
          }
          error={error}
        />
        {mayAskMore && (
          <Stepper
            label={t('additional')}
            value={more}
            onChange={change(setMore)}
            onStep={(direction) => change(setMore)(showCount(Math.max(0, additional + direction), language))}
            lessLabel={t('ticket:quantityLess')}
            moreLabel={t('ticket:quantityMore')}
            hint={t('additionalHint')}
          />
        )}
        <KeyValue total label={t(isRights ? 'blocked' : 'receives')}>
          <Money value={amount} />
        </KeyValue>
        {refusal !== undefined && (
          <p className={css.refused} role="alert">
            {refusal}
          </p>
        )}
        <Button busy={busy} disabled={error !== undefined} type="submit">
          {t(isRights ? 'apply' : 'doTender')}
        </Button>
      </form>
      {password.sheet}
    </>
  );
}
