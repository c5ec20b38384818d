import type { ReactNode } from 'react';
import { useQuote } from '#api/client.ts';
import { useFeed } from '#api/feed.ts';
import { Change, Price } from '#ui/amount.tsx';
import { asOfNow } from './live-quote.ts';
import { MarketTime } from './market-words.tsx';
import css from './price-head.module.css';
import type { Quote } from './quote.ts';

type Props = {
  /** Beside the change: why the price may be another than it looks. */
  readonly mark?: ReactNode;
  readonly quote: Pick<Quote, 'code' | 'price' | 'changeAmount' | 'changePercent' | 'prevClose' | 'at'>;
};

/** The price of a stock's page, live, with its change and the market's time. */
export function PriceHead({ quote, mark }: Props) {
  const { price, changeAmount, changePercent } = asOfNow(quote, useQuote(quote.code));
  const stale = useFeed((feed) => feed.state === 'stale' || !feed.online);
  return (
    <section className={css.head} data-stale={stale || undefined}>
      <div>
        <div className={css.price}>
          <Price value={price} />
        </div>
        <Change amount={changeAmount} percent={changePercent} /> {mark}
      </div>
      <MarketTime seconds />
    </section>
  );
}
