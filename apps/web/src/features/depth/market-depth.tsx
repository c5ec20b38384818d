import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Data } from '@khara/contract';
import { quoteStore } from '#api/client.ts';
import { inFrame } from '#api/frame-queue.ts';
import { paragraph } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { showCompact } from '#lib/compact.ts';
import { useLanguage } from '#lib/language.ts';
import { DepthRows, type BookSide, type PaintSide, type SaidLevel } from '#ui/depth-rows.tsx';
import css from './market-depth.module.css';

type Depth = NonNullable<Data<'marketDetail'>['depth']>;

type Props = {
  readonly code: string;
  /** The book as the page received it, until the socket says more. */
  readonly initial: Depth;
  /** Twenty levels a side in the place of five. */
  readonly deep?: boolean;
  /** Opens the ticket with a price of the book; without it the prices are only read. */
  readonly onPick?: ((price: string, side: 'buy' | 'sell') => void) | undefined;
};

/** Work of painting a side of the book, in rows of a list. */
const SIDE_ROWS = 2;

/** The live book, which changes without a render. Needs the namespace `stock`. */
export function MarketDepth({ code, initial, deep = false, onPick }: Props) {
  const { t } = useTranslation('stock');
  const now = useCallback(
    () => (deep ? quoteStore.depth(code, 'depth20') : undefined) ?? quoteStore.depth(code) ?? initial,
    [code, deep, initial],
  );
  const onChange = useCallback(
    (listener: () => void) => {
      const stops = [
        quoteStore.onDepth(code, listener, 'depth', 0),
        ...(deep ? [quoteStore.onDepth(code, listener, 'depth20', 0)] : []),
      ];
      return () => stops.forEach((stop) => stop());
    },
    [code, deep],
  );
  const follow = useCallback(
    (paint: PaintSide) => {
      let isFollowed = true;
      const paintBids = () => isFollowed && paint('bids', now());
      const paintAsks = () => isFollowed && paint('asks', now());
      const stop = onChange(() => {
        inFrame(paintBids, paintBids, SIDE_ROWS);
        inFrame(paintAsks, paintAsks, SIDE_ROWS);
      });
      return () => {
        isFollowed = false;
        stop();
      };
    },
    [now, onChange],
  );
  // Rendered anew for what is rare: a book that becomes empty, and another number of levels.
  const levels = useSyncExternalStore(onChange, () => {
    const book = now();
    return depthBalance(book) && (deep ? Math.max(book.bids.length, book.asks.length) : 5);
  });
  const canPick = onPick !== undefined;
  const labels = useMemo(
    () => ({
      orders: t('orders'),
      quantity: t('quantity'),
      bid: t('bid'),
      ask: t('ask'),
      bids: t('bids'),
      asks: t('asks'),
      say: (side: BookSide, level: SaidLevel) => {
        const said = t(side === 'bids' ? 'bidSaid' : 'askSaid', level);
        return canPick ? paragraph(said, t(side === 'bids' ? 'bidPicked' : 'askPicked')) : said;
      },
    }),
    [t, canPick],
  );
  if (levels === undefined) return <p className={css.empty}>{t('emptyBook')}</p>;
  return (
    <>
      <DepthRows book={now()} levels={levels} labels={labels} onPick={onPick} follow={follow} />
      <Totals now={now} onChange={onChange} />
    </>
  );
}

/** Both sides' quantities and their balance; rendered when one of these words is another. */
function Totals({
  now,
  onChange,
}: {
  readonly now: () => Depth;
  readonly onChange: (listener: () => void) => () => void;
}) {
  const { t } = useTranslation('stock');
  const language = useLanguage();
  const bid = useSyncExternalStore(onChange, () => showCompact(now().totalBid, language));
  const ask = useSyncExternalStore(onChange, () => showCompact(now().totalAsk, language));
  const buy = useSyncExternalStore(onChange, () => depthBalance(now())?.buy ?? 0);
  const sell = 100 - buy;
  return (
    <p className={css.totals}>
      <span>{t('toBuy', { quantity: bid, share: buy })}</span>
      <span className={css.balance} aria-hidden="true">
        <i className={css.buys} style={{ flexGrow: buy }} />
        <i className={css.sells} style={{ flexGrow: sell }} />
      </span>
      <span>{t('toSell', { quantity: ask, share: sell })}</span>
    </p>
  );
}

/** Shares of all that is offered on both sides, in whole per cent that sum to 100; undefined for an empty book. */
export function depthBalance({
  totalBid,
  totalAsk,
}: Pick<Depth, 'totalBid' | 'totalAsk'>): { readonly buy: number; readonly sell: number } | undefined {
  const total = totalBid + totalAsk;
  if (total === 0) return undefined;
  const buy = Math.round((totalBid / total) * 100);
  return { buy, sell: 100 - buy };
}
