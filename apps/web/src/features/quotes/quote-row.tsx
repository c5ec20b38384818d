import { memo, useCallback } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useQuote } from '#api/client.ts';
import { directionOf, Pill, useLanguage } from '#ui/amount.tsx';
import { cx } from '#ui/class-names.ts';
import { showPercent, showPrice, signOf } from '#ui/number.ts';
import { Sparkline } from '#ui/sparkline.tsx';
import { useLongPress } from '#ui/use-long-press.ts';
import { asOfNow, sparkNow } from './live-quote.ts';
import css from './quote-row.module.css';
import { isIndex, isSuspended, type Quote } from './quote.ts';
import { useWash } from './use-wash.ts';

type Props = {
  readonly quote: Quote;
  /** Held for 350 ms, or asked for by the menu key: what can be done with it. */
  readonly onHold?: (quote: Quote) => void;
  /** The first row of a list has no hairline above it. */
  readonly first?: boolean;
  readonly onOpen?: (quote: Quote) => void;
};

export const detailsHref = (code: string): string => `#/pages/market/details?code=${code}`;

/**
 * A market row. It subscribes to its own code: a tick renders this row again and no other, and while it is scrolled away nothing is subscribed.
 * Needs the namespace `market`.
 */
export const QuoteRow = memo(function QuoteRow({ quote, onHold, onOpen, first }: Props) {
  const { t } = useTranslation(['market', 'common']);
  const language = useLanguage();
  const suspended = isSuspended(quote);
  const tick = useQuote(suspended ? undefined : quote.code);
  const { price, changeAmount, changePercent } = asOfNow(quote, tick);
  const wash = useWash(tick, WASH);
  const press = useLongPress(useCallback(() => onHold?.(quote), [onHold, quote]));

  const shownChange = showPrice(changeAmount, language);
  const direction = signOf(changePercent);
  const spokenPercent = showPercent(changePercent, language, 'negative').replace(/[−%]/g, '');
  const spoken =
    direction === 0
      ? t('common:say.unchanged')
      : t(direction > 0 ? 'common:say.up' : 'common:say.down', { value: spokenPercent });
  const state = [suspended ? t('suspended') : spoken, quote.listedToday && t('listedToday')].filter(Boolean).join(', ');

  return (
    <a
      {...(onHold && press)}
      className={cx(css.row, !first && css.line)}
      href={detailsHref(quote.code)}
      aria-label={`${quote.code}, ${quote.name}, ${showPrice(price, language)}, ${state}`}
      draggable={false}
      onClick={onOpen && (() => onOpen(quote))}
    >
      <span className={css.words}>
        <span className={css.code}>{isIndex(quote) ? quote.name : quote.code}</span>
        <span className={css.name}>
          {quote.listedToday && <b className={css.fresh}>{t('listedToday')}</b>}{' '}
          {isIndex(quote) ? quote.code : quote.name}
        </span>
      </span>
      {!suspended && (
        <span className={css.spark}>
          <Sparkline
            prices={sparkNow(quote.spark, price)}
            prevClose={quote.prevClose}
            direction={directionOf(changePercent)}
          />
        </span>
      )}
      <span className={cx(css.price, suspended && css.still)}>
        <i ref={wash as React.RefObject<HTMLElement>} className={css.wash} />
        <span className={css.last}>{showPrice(price, language)}</span>
        <span className={css.change}>
          {direction > 0 && '+'}
          {shownChange}
        </span>
      </span>
      {suspended ? <Pill label={t('suspended')} /> : <Pill value={changePercent} />}
    </a>
  );
});

const WASH = { up: css.up ?? '', down: css.down ?? '' };
