import type { ReactNode } from 'react';
import { useStale } from '#api/feed.ts';
import { LivePrice, type PricedQuote } from './live-price.tsx';
import { MarketTime } from './market-time.tsx';
import css from './price-head.module.css';

type Props = {
  /** Beside the change: why the price may be another than it looks. */
  readonly mark?: ReactNode;
  readonly quote: PricedQuote;
};

/** The price of a stock's page, live, with its change and the market's time. */
export function PriceHead({ quote, mark }: Props) {
  const stale = useStale();
  return (
    <section className={css.head} data-stale={stale || undefined}>
      <div>
        <LivePrice quote={quote} withAmount /> {mark}
      </div>
      <MarketTime seconds />
    </section>
  );
}
