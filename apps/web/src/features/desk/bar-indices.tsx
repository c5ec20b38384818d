import { memo } from 'react';
import { useCall } from '#api/use-call.ts';
import { LivePrice } from '#features/quotes/live-price.tsx';
import { detailsHref, type Quote } from '#features/quotes/quote.ts';
import css from './desk-bar.module.css';

/** The bar has room for these; the narrowest desk for the first. */
const SHOWN = 2;

/** The first indices, each live by itself. What home asks for its own is the same answer. */
export function BarIndices() {
  const { data } = useCall('marketList', { type: 'indices', spark: true, size: 20 });
  return (
    <div className={css.indices}>
      {data?.list.slice(0, SHOWN).map((index) => (
        <BarIndex key={index.code} index={index} />
      ))}
    </div>
  );
}

const BarIndex = memo(function BarIndex({ index }: { readonly index: Quote }) {
  return (
    <a className={css.index} href={detailsHref(index.code)}>
      <span>{index.name}</span>
      <span className={css.figures}>
        <LivePrice quote={index} />
      </span>
    </a>
  );
});
