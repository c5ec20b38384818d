import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { href } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Percent } from '#ui/amount.tsx';
import { Icon } from '#ui/icons.tsx';
import { showPrice } from '#lib/number.ts';
import { offeringAddress } from './offering-card.tsx';
import css from './listed-today.module.css';
import { sinceIssue } from './offering.ts';

/**
 * On the page of a share that lists today: what it was issued at, and what it has gained since. Nothing of
 * any other share. Needs `newStocks`.
 */
export default function ListedToday({ code }: { readonly code: string }) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const { data } = useCall('newStocks', { state: 'listed_today', size: 50 }, { staleMs: 60_000 });
  const offering = data?.list.find((one) => one.code === code && one.kind === 'ipo');
  if (!offering) return null;
  const gained = sinceIssue(offering);
  return (
    <a className={css.row} href={href(offeringAddress(offering.id))}>
      <Icon name="ticket" size={20} />
      <span className={css.words}>{t('listedAtIssue', { price: showPrice(offering.discountedPrice, language) })}</span>
      {gained !== undefined && <Percent value={gained} />}
      <Icon name="go" size={18} />
    </a>
  );
}
