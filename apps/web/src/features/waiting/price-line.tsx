import type { CSSProperties } from 'react';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useQuote } from '#api/client.ts';
import { useLanguage } from '#lib/language.ts';
import { showPrice } from '#lib/number.ts';
import { placesOn } from './trigger.ts';
import css from './waiting.module.css';

type Mark = { readonly price: string; readonly text: string };

const at = (place: number) => ({ '--at': `${place}%` }) as CSSProperties; // a custom property has no type

/** Triggers and the price of now on one line; of figures that would meet, a trigger's goes above. */
export function PriceLine({ code, marks }: { readonly code: string; readonly marks: readonly Mark[] }) {
  const { t } = useTranslation('waiting');
  const language = useLanguage();
  const now = useQuote(code)?.price;
  const places = placesOn([...marks.map(({ price }) => price), ...(now === undefined ? [] : [now])]);
  const nowAt = now === undefined ? undefined : places.at(-1);
  const nowText = t('now', { price: showPrice(now, language) });
  return (
    <div
      className={css.line}
      role="img"
      aria-label={t('lineLabel', {
        code,
        now: showPrice(now, language),
        marks: listed(...marks.map(({ text }) => text)),
      })}
    >
      <span className={css.bar} />
      {marks.map(({ price, text }, place) => (
        <span key={price} className={css.mark} style={at(places[place]!)}>
          <i />
          <small data-above={nowAt !== undefined && Math.abs(places[place]! - nowAt) < 36 ? '' : undefined}>
            {text}
          </small>
        </span>
      ))}
      {nowAt !== undefined && (
        <span className={css.mark} style={at(nowAt)}>
          <b />
          <small>{nowText}</small>
        </span>
      )}
    </div>
  );
}
