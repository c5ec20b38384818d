import { useTranslation } from '#i18n/use-translation.ts';
import { SOON_MS } from '#features/home/closes-soon.ts';
import { href } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Tag } from '#ui/choice.tsx';
import { showNumber } from '#lib/number.ts';
import { Ring } from '#ui/ring.tsx';
import { Countdown } from '#ui/countdown.tsx';
import css from './closing-offering.module.css';
import { offeringAddress } from './offering-card.tsx';
import type { Offering } from './offering.ts';

/** The new stock that closes next, on the home page, with a ring that runs down. Needs the namespace `newStocks`. */
export default function ClosingOffering({ offering, left }: { readonly offering: Offering; readonly left: number }) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const { id, name, kind, oversubscription, myApplicationId } = offering;
  return (
    <a className={css.card} href={href(offeringAddress(id))}>
      <Ring part={left / SOON_MS} size={48} width={4}>
        <Countdown left={left} className={css.left} label={(time) => t('closesInTime', { time })} />
      </Ring>
      <span className={css.words}>
        <b>{name}</b>
        <span>{t('closingSoon', { kind: t(`kind.${kind}`), times: showNumber(oversubscription, language) })}</span>
      </span>
      {myApplicationId === null ? (
        <span className={css.do}>{t('subscribe')}</span>
      ) : (
        <Tag tone="accent">{t('applied.subscribed')}</Tag>
      )}
    </a>
  );
}
