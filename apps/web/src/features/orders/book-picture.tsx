import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { cx } from '#ui/class-names.ts';
import { showCount, showPrice } from '#lib/number.ts';
import css from './book-picture.module.css';
import type { OrderStep } from './outcome.ts';

type Props = {
  readonly book: NonNullable<OrderStep['book']>;
  readonly side: 'buy' | 'sell';
  /** What came to the book, where that is known: an order that was changed since has other figures now. */
  readonly own: { readonly quantity: number; readonly price: string } | undefined;
  /** Whether it joined a queue: an order without a limit takes what is there. */
  readonly queues: boolean;
};

/** The smallest share of the queue's line at which a part can still be seen. */
const MIN_PART = 0.06;

/**
 * The book as an order found it: both best prices with what stood there, and the queue it joined. Needs the
 * namespace `orders`.
 */
export function BookPicture({ book, side, own, queues }: Props) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const most = Math.max(1, book.bidQuantity, book.askQuantity);
  const count = (value: number): string => showCount(value, language);
  const share = own ? own.quantity / Math.max(1, own.quantity + book.queueAhead) : MIN_PART;
  const ownPart = book.queueAhead === 0 ? 1 : Math.max(MIN_PART, Math.min(1 - MIN_PART, share));

  return (
    <div className={css.picture}>
      <p className={css.when}>{t('history.book')}</p>
      <div className={css.sides}>
        {(['bid', 'ask'] as const).map((half) => {
          const best = book[half];
          const shares = half === 'bid' ? book.bidQuantity : book.askQuantity;
          return (
            <div key={half} className={cx(css.half, css[half])}>
              <span className={css.bar} style={{ transform: `scaleX(${shares / most})` }} />
              <small>{t(`history.${half}`)}</small>
              <b>{best === null ? t('history.empty') : showPrice(best, language)}</b>
              <span>{best === null ? '' : count(shares)}</span>
            </div>
          );
        })}
      </div>
      <p className={css.last}>{t('history.last', { price: showPrice(book.lastPrice, language) })}</p>
      {queues && (
        <>
          <div className={cx(css.queue, css[side])} aria-hidden="true">
            {book.queueAhead > 0 && <i className={css.ahead} style={{ flexGrow: 1 - ownPart }} />}
            <i className={css.own} style={{ flexGrow: ownPart }} />
          </div>
          <p className={css.legend}>
            {book.queueAhead > 0 ? (
              <span>{t('history.ahead', { n: count(book.queueAhead) })}</span>
            ) : (
              <span>{t('history.first')}</span>
            )}
            {own && (
              <span>{t('history.yours', { n: count(own.quantity), price: showPrice(own.price, language) })}</span>
            )}
          </p>
        </>
      )}
    </div>
  );
}
