import { useLayoutEffect, useMemo, useRef } from 'react';
import { quoteStore } from '#api/client.ts';
import { listed } from '#i18n/joined.ts';
import { onePlace } from '#i18n/one-place.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showPercent, showPrice, showPriceChange } from '#lib/number.ts';
import { toDirection } from '#ui/amount.tsx';
import digits from '#ui/digits.module.css';
import { cx } from '#ui/class-names.ts';
import { changePainter, LiveChange } from '#ui/live-change.tsx';
import { digitsPainter, widthPainter } from '#ui/live-text.ts';
import { asOfNow, type PriceChange } from './live-quote.ts';
import type { Quote } from './quote.ts';
import { movedWords } from './row-words.ts';

/** Its work, in rows of a list. */
const PRICE_ROWS = 1.5;

export type PricedQuote = Pick<Quote, keyof PriceChange | 'code' | 'prevClose' | 'at'>;
type Props = {
  readonly quote: PricedQuote;
  /** The change in rupees before the one in per cent. */
  readonly withAmount?: boolean;
};

/**
 * The price of a quote and its change, painted by hand with each tick. Each stands in a box of its own, as wide as
 * its digits: the page around it is laid out only when there is one digit more.
 */
export function LivePrice({ quote, withAmount = false }: Props) {
  const price = useRef<HTMLElement>(null);
  const change = useRef<HTMLElement>(null);
  const wordsOf = useMoveWords(withAmount);
  useLayoutEffect(() => {
    if (!price.current || !change.current) return undefined;
    const paintPrice = digitsPainter(price.current);
    const paintWidth = widthPainter(change.current);
    const changed = changePainter(change.current.firstElementChild as Element); // a LiveChange
    const tell = (): void => {
      const now = asOfNow(quote, quoteStore.quote(quote.code));
      const { shown, seen, said } = wordsOf(now);
      paintPrice(shown);
      paintWidth(seen);
      changed.paint(seen, said, toDirection(now.changePercent));
    };
    tell();
    const leave = quoteStore.onQuote(quote.code, tell, PRICE_ROWS);
    return () => {
      leave();
      changed.stop();
    };
  }, [quote, wordsOf]);
  return (
    <>
      <span className={digits.cell}>
        <b ref={price} className={digits.box} />
      </span>
      <span className={digits.cell}>
        <span ref={change} className={cx(digits.box, digits.arrow)}>
          <LiveChange />
        </span>
      </span>
    </>
  );
}

/** What is seen of a price and its change, and what a screen reader says of the change. */
function useMoveWords(withAmount: boolean) {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(() => {
    const moved = movedWords();
    const plus = onePlace((value) => t('say.plus', { value }));
    const minus = onePlace((value) => t('say.minus', { value }));
    const bare = (shown: string): string => shown.replace(/[+−%]/g, '');
    return ({ price, changeAmount, changePercent }: PriceChange) => {
      const shown = showPrice(price, language);
      const percent = showPercent(changePercent, language);
      const said = (): string => moved[toDirection(changePercent)](bare(percent));
      if (!withAmount) return { shown, seen: percent, said };
      const amount = showPriceChange(changeAmount, language);
      const saidAmount = (): string => (toDirection(changeAmount) === 'down' ? minus : plus)(bare(amount));
      return { shown, seen: `${amount} (${percent})`, said: () => listed(saidAmount(), said()) };
    };
  }, [t, language, withAmount]);
}
