import { useLanguage } from '#lib/language.ts';
import { showPercent } from '#lib/number.ts';
import css from './amount.module.css';
import { toDirection, useSpokenPercent, type Value } from './amount.tsx';
import { cx } from './class-names.ts';
import { Triangle } from './icons.tsx';

/** The one saturated element of a row: arrow and signed per cent on a soft ground. */
export function Pill({ value, label }: { readonly value?: Value; readonly label?: string }) {
  const direction = label === undefined ? toDirection(value) : 'flat';
  const spoken = useSpokenPercent();
  const language = useLanguage();
  return (
    <span className={cx(css.pill, css[`pill_${direction}`])}>
      {direction !== 'flat' && <Triangle direction={direction} />}
      {label ?? (
        <>
          <span aria-hidden="true">{showPercent(value, language)}</span>
          <span className={css.unseen}>{spoken(value)}</span>
        </>
      )}
    </span>
  );
}
