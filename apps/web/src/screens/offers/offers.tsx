import { useState } from 'react';
import { call, refresh } from '#api/client.ts';
import { AFTER_ORDER } from '#api/query-keys.ts';
import { useCall } from '#api/use-call.ts';
import { OfferCard, type HolderOffer } from '#features/holder-offers/offer-card.tsx';
import { TakeSheet } from '#features/holder-offers/take-sheet.tsx';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Page } from '#shell/page.tsx';
import { Note } from '#ui/note.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { toast } from '#ui/toast.ts';
import css from '#features/holder-offers/holder-offers.module.css';

/** Rights issues and buybacks of the reader's shares. */
export default function Offers() {
  const { t } = useTranslation(['holderOffers', 'nav']);
  const offers = useCall('holderOffers', {}, { refetchMs: 30_000 });
  const [taken, setTaken] = useState<HolderOffer>();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState<string>();
  const password = useTransactionPassword();

  async function withdraw({ id, code }: HolderOffer): Promise<void> {
    setBusy(id);
    const result = await password.confirm({ title: t('withdraw'), text: code }, (transactionPassword) =>
      call('withdrawFromHolderOffer', { id, ...(transactionPassword !== undefined && { transactionPassword }) }),
    );
    setBusy(undefined);
    if (!result) return; // the reader closed the sheet
    refresh([...AFTER_ORDER, 'holderOffers']);
    toast(result.ok ? t('withdrawn') : result.message, { urgent: !result.ok });
  }

  return (
    <Page title={t('nav:holderOffers')} onRefresh={offers.again}>
      <Note tone="sky" className={css.rule}>
        {t('lead')}
      </Note>
      <Answer of={offers} wait={<SkeletonRows rows={5} />}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty icon="people" title={t('none')} text={t('noneText')} />
          ) : (
            data.list.map((offer) => (
              <OfferCard
                key={offer.id}
                offer={offer}
                busy={busy === offer.id}
                onTake={() => {
                  setTaken(offer);
                  setOpen(true);
                }}
                onWithdraw={() => void withdraw(offer)}
              />
            ))
          )
        }
      </Answer>
      <TakeSheet offer={taken} open={open} onClose={() => setOpen(false)} />
      {password.sheet}
    </Page>
  );
}
