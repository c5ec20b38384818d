import { useLanguage } from '#lib/language.ts';
import { showPrice } from '#lib/number.ts';
import { placeBetween } from './figures.ts';
import css from './range-bar.module.css';

type Props = {
  readonly lowLabel: string;
  readonly highLabel: string;
  readonly low: string | null;
  readonly high: string | null;
  readonly price: string;
};

/** A price between its lowest and its highest. Nothing until there is a range. */
export function RangeBar({ lowLabel, highLabel, low, high, price }: Props) {
  const language = useLanguage();
  const place = placeBetween(price, low, high);
  if (place === undefined) return null;
  return (
    <div className={css.range}>
      <div className={css.labels}>
        <span>{lowLabel}</span>
        <span>{highLabel}</span>
      </div>
      <div className={css.bar} aria-hidden="true">
        <b style={{ transform: `scaleX(${place / 100})` }} />
        <i style={{ left: `${place}%`, transform: `translateX(-${place}%)` }} />
      </div>
      <div className={css.values}>
        <span>{showPrice(low, language)}</span>
        <span>{showPrice(high, language)}</span>
      </div>
    </div>
  );
}
