import { useMemo } from 'react';
import { onePlace } from '#i18n/one-place.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useDepth } from '#api/use-depth.ts';
import { useLanguage } from '#lib/language.ts';
import { DepthRows } from '#ui/depth-rows.tsx';
import { showCompact } from '#lib/compact.ts';
import { depthBalance, type Depth } from './depth-balance.ts';
import css from './market-depth.module.css';

type Props = {
  readonly code: string;
  /** The book as the page received it, until the socket says more. */
  readonly initial: Depth;
  /** Twenty levels a side in the place of five. */
  readonly deep?: boolean;
  /** Opens the ticket with a price of the book; without it the prices are only read. */
  readonly onPick?: ((price: string, side: 'buy' | 'sell') => void) | undefined;
};

/** The live book: it alone renders again with every change of the depth. Needs the namespace `stock`. */
export function MarketDepth({ code, initial, deep = false, onPick }: Props) {
  const { t } = useTranslation('stock');
  const language = useLanguage();
  const five = useDepth(code) ?? initial;
  const depth = useDepth(deep ? code : undefined, 'depth20') ?? five;
  const balance = depthBalance(depth);
  const labels = useMemo(
    () => ({
      orders: t('orders'),
      quantity: t('quantity'),
      bid: t('bid'),
      ask: t('ask'),
      orderAt: onePlace((price) => t('priceOpensTicket', { price })),
    }),
    [t],
  );
  if (!balance) return <p className={css.empty}>{t('emptyBook')}</p>;
  return (
    <>
      <DepthRows
        bids={depth.bids}
        asks={depth.asks}
        {...(deep && { levels: Math.max(depth.bids.length, depth.asks.length) })}
        labels={labels}
        {...(onPick && { onPick })}
      />
      <p className={css.totals}>
        <span>{t('toBuy', { quantity: showCompact(depth.totalBid, language), share: balance.buy })}</span>
        <span className={css.balance} aria-hidden="true">
          <i className={css.buys} style={{ flexGrow: balance.buy }} />
          <i className={css.sells} style={{ flexGrow: balance.sell }} />
        </span>
        <span>{t('toSell', { quantity: showCompact(depth.totalAsk, language), share: balance.sell })}</span>
      </p>
    </>
  );
}
