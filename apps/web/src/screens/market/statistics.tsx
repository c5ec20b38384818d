import type { Data } from '@khara/contract';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useQuote } from '#api/client.ts';
import { widened } from '#features/quotes/figures.ts';
import { asOfNow } from '#features/quotes/live-quote.ts';
import { RangeBar } from '#features/quotes/range-bar.tsx';
import type { TermName } from '#features/terms/term-sheet.tsx';
import { Term } from '#features/terms/term.tsx';
import { useLanguage } from '#lib/language.ts';
import { SectionHead } from '#ui/card.tsx';
import { showCompact } from '#lib/compact.ts';
import { showPrice } from '#lib/number.ts';
import { labelled } from '#i18n/joined.ts';
import css from './details.module.css';

type Stock = Data<'marketDetail'>;

/** A figure may be shown short and in full when pressed, and its name may be a term that can be asked about. */
type Figure = readonly [label: string, value: string, full?: string | undefined, term?: TermName];

/** The figures of a share or an index. Needs the namespaces `stock` and `session`. */
export function Statistics({ stock }: { readonly stock: Stock }) {
  const { t } = useTranslation(['stock', 'session']);
  const language = useLanguage();
  const tick = useQuote(stock.code);
  const { price } = asOfNow(stock, tick);
  const day = widened({ low: stock.low, high: stock.high }, price);
  const year = widened({ low: stock.low52, high: stock.high52 }, price);
  const volume = Math.max(stock.volume, tick?.volume ?? 0);
  const share = stock.kind === 'share';

  const figures: readonly Figure[] = [
    [t('open'), showPrice(stock.open, language)],
    [t('high'), showPrice(day.high, language)],
    [t('low'), showPrice(day.low, language)],
    [t('prevClose'), showPrice(stock.prevClose, language)],
    ...(share ? ([[t('averagePrice'), showPrice(stock.averagePrice, language), undefined, 'vwap']] as const) : []),
    // Of an index: what its members traded.
    [t('volume'), showCompact(volume, language), String(volume)],
    [t('value'), showCompact(stock.value, language, '₹'), stock.value],
    ...(share
      ? ([
          [t('marketCap'), showCompact(stock.marketCap, language, '₹'), stock.marketCap ?? '', 'marketValue'],
          ...(stock.fund
            ? []
            : [[t('pe'), stock.peWord ?? showPrice(stock.pe, language), undefined, 'priceEarnings'] as const]),
          ...(stock.closing ? [[t('session:close.title'), showPrice(stock.closing.price, language)] as const] : []),
          [t('lowerBand'), showPrice(stock.bandLow, language), undefined, 'band'],
          [t('upperBand'), showPrice(stock.bandHigh, language), undefined, 'band'],
          ...(stock.margin
            ? [[t('margin'), `${showPrice(stock.margin.rate, language)}%`, undefined, 'margin'] as const]
            : []),
          [t('tick'), showPrice(stock.tickSize, language), undefined, 'tick'],
        ] as const)
      : []),
  ];
  return (
    <section className={css.block}>
      <SectionHead title={t('statistics')} />
      {stock.closing && (
        <p className={css.closing}>{labelled(t('session:close.title'), t(`session:close.${stock.closing.from}`))}</p>
      )}
      <dl className={css.figures}>
        {figures.map(([label, value, full, term]) => (
          <div key={label}>
            <dt>{term ? <Term name={term}>{label}</Term> : label}</dt>
            <dd>{full ? <Compact short={value} full={showPrice(full, language)} /> : value}</dd>
          </div>
        ))}
      </dl>
      <RangeBar lowLabel={t('dayLow')} highLabel={t('dayHigh')} {...day} price={price} />
      <RangeBar lowLabel={t('weekLow52')} highLabel={t('weekHigh52')} {...year} price={price} />
    </section>
  );
}

/** A short form that shows the full figure when pressed, and the short one again. */
function Compact({ short, full }: { readonly short: string; readonly full: string }) {
  const [whole, setWhole] = useState(false);
  return (
    <button type="button" className={css.compact} onClick={() => setWhole(!whole)}>
      {whole ? full : short}
    </button>
  );
}
