import { paise, rupees } from '@khara/money';
import { useEffect } from 'react';
import { useList } from '#api/use-call.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showMoney, UNKNOWN } from '#lib/number.ts';
import { at, href } from '#shell/navigation.ts';
import { Icon } from '#ui/icons.tsx';
import css from './limits.module.css';

/**
 * What the orders of a market day have cost in charges, which no limit stops; each is on the statement. Needs `limits`.
 */
export function ChargesToday({ day }: { readonly day: string }) {
  const { t } = useTranslation('limits');
  const language = useLanguage();
  const { items, loading, failure, hasMore, loadingMore, more } = useList('fills', { from: day, to: day, size: 100 });
  // The sum needs all pages.
  useEffect(() => {
    if (hasMore && !loadingMore) more();
  }, [hasMore, loadingMore, more]);
  const isWhole = !loading && !failure && !hasMore;
  const paid = items.reduce((all, { charges }) => all + (paise(charges.total) ?? 0n), 0n);
  return (
    <div className={css.limit}>
      <a className={css.head} href={href(at('/pages/personal/bill/index', { businessType: 'charges' }))}>
        <b>{t('chargesToday')}</b>
        <span className={css.value}>{isWhole ? showMoney(rupees(paid), language) : UNKNOWN}</span>
        <Icon name="go" size={18} />
      </a>
      <p className={css.use}>{t('chargesText')}</p>
    </div>
  );
}
