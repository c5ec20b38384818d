import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { useNow } from '#features/money/use-now.ts';
import { loadTexts } from '#i18n/index.ts';
import { href } from '#shell/navigation.ts';
import { useLanguage } from '#ui/amount.tsx';
import { showNumber } from '#ui/number.ts';
import { Ring } from '#ui/ring.tsx';
import { showCountdown } from '#ui/time.ts';
import css from './closing-offering.module.css';
import { offeringAddress } from './offering-card.tsx';
import type { Offering } from './offering.ts';

/** Home speaks only of what is closing soon: a quarter of an hour of the reader's time. */
const SOON_MS = 15 * 60_000;

/** The new stock that closes next, on the home page, with a ring that runs down. Brings its own texts. */
export default function ClosingOffering() {
  const language = useLanguage();
  const [here, setHere] = useState('');
  useEffect(() => {
    void loadTexts(['newStocks']).then(() => setHere(language));
  }, [language]);
  const { data } = useCall('newStocks', { state: 'in_progress', size: 20 }, { refetchMs: 20_000 });
  const now = useNow(1000);
  const next = data?.list
    .filter(({ closesAt, locked }) => !locked && closesAt > now && closesAt - now < SOON_MS)
    .sort((a, b) => a.closesAt - b.closesAt)[0];
  return next && here === language ? <Row offering={next} left={next.closesAt - now} /> : null;
}

function Row({ offering, left }: { readonly offering: Offering; readonly left: number }) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const { id, name, kind, oversubscription, myApplicationId } = offering;
  return (
    <a className={css.card} href={href(offeringAddress(id))}>
      <Ring part={left / SOON_MS} size={48} width={4}>
        <span className={css.left}>{showCountdown(left)}</span>
      </Ring>
      <span className={css.words}>
        <b>{name}</b>
        <span>{t('closingSoon', { kind: t(`kind.${kind}`), times: showNumber(oversubscription, language) })}</span>
      </span>
      <span className={css.do}>{t(myApplicationId === null ? 'subscribe' : 'applied.subscribed')}</span>
    </a>
  );
}
