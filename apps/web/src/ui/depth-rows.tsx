import { listed } from '#i18n/joined.ts';
import css from './depth-rows.module.css';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';

/** [price, quantity, orders] */
type Level = readonly [string, number, number];
type Labels = {
  readonly orders: string;
  readonly quantity: string;
  readonly bid: string;
  readonly ask: string;
  readonly orderAt: (price: string) => string;
};

/**
 * Levels of the book, bids left and asks right; bars grow from the middle, scaled to the largest quantity of both
 * sides. Pressing a price opens the ticket with it, on the side that would meet it.
 */
export function DepthRows({
  bids,
  asks,
  levels = 5,
  labels,
  onPick,
}: {
  /** Rows, also where the book has fewer. */
  readonly levels?: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly labels: Labels;
  readonly onPick?: (price: string, side: 'buy' | 'sell') => void;
}) {
  const language = useLanguage();
  const most = Math.max(1, ...bids.map((level) => level[1]), ...asks.map((level) => level[1]));
  const half = (level: Level | undefined, side: 'bid' | 'ask') => {
    if (!level) return <span className={css.none}>–</span>;
    const [price, quantity, orders] = level;
    const shown = showPrice(price, language);
    return (
      <button
        type="button"
        className={side === 'bid' ? css.bid : css.ask}
        aria-label={listed(labels.orderAt(shown), `${labels.quantity} ${quantity}`, `${labels.orders} ${orders}`)}
        onClick={() => onPick?.(price, side === 'bid' ? 'sell' : 'buy')}
        disabled={onPick === undefined}
      >
        <span className={css.bar} style={{ width: `${(quantity / most) * 100}%` }} />
        <span className={css.orders}>{orders}</span>
        <span className={css.quantity}>{showCount(quantity, language)}</span>
        <b className={css.price}>{shown}</b>
      </button>
    );
  };
  return (
    <div className={css.depth} data-arrows>
      <div className={css.head} aria-hidden="true">
        <span className={css.headBid}>
          <span>{labels.orders}</span>
          <span>{labels.quantity}</span>
          <span>{labels.bid}</span>
        </span>
        <span className={css.headAsk}>
          <span>{labels.ask}</span>
          <span>{labels.quantity}</span>
          <span>{labels.orders}</span>
        </span>
      </div>
      {Array.from({ length: levels }, (_, index) => (
        <div key={index} className={css.level}>
          {half(bids[index], 'bid')}
          {half(asks[index], 'ask')}
        </div>
      ))}
    </div>
  );
}
