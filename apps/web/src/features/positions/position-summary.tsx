import { useTranslation } from '#i18n/use-translation.ts';
import { useQuote } from '#api/client.ts';
import type { Data } from '@khara/contract';
import { at, href } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Money, Percent } from '#ui/amount.tsx';
import { Icon } from '#ui/icons.tsx';
import { showCount, showPrice } from '#lib/number.ts';
import css from './position-summary.module.css';
import { liveResult } from './live-result.ts';

type Props = {
  readonly code: string;
  readonly price: string;
  readonly held: NonNullable<Data<'marketDetail'>['position']>;
};

/** What the reader holds of the stock whose page this is, and how it stands now. Needs the namespace `stock`. */
export function PositionSummary({ code, price, held }: Props) {
  const { t } = useTranslation('stock');
  const language = useLanguage();
  const tick = useQuote(code);
  const { totalProfit, profitPercent } = liveResult({ ...held, marketPrice: price }, tick?.price);
  return (
    <a className={css.card} href={href(at('/pages/personal/position/index', {}))}>
      <span className={css.words}>
        <span className={css.label}>{t('youHold')}</span>
        <b>{t('sharesAt', { n: showCount(held.quantity, language), price: showPrice(held.buyingPrice, language) })}</b>
      </span>
      <span className={css.result}>
        <Money className={css.profit} value={totalProfit} sign="always" coloured />
        <Percent className={css.percent} value={profitPercent} />
      </span>
      <Icon name="go" size={18} className={css.go} />
    </a>
  );
}
