import type { Language } from '@khara/contract';
import { useLayoutEffect, useRef } from 'react';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import css from './depth-rows.module.css';
import digits from './digits.module.css';
import { digitsPainter, createSpeech } from './live-text.ts';

/** [price, quantity, orders] */
type Level = readonly [string, number, number];
export type BookSide = 'bids' | 'asks';
type Book = { readonly [side in BookSide]: readonly Level[] };
type Labels = {
  readonly orders: string;
  readonly quantity: string;
  readonly bid: string;
  readonly ask: string;
  /** Names of the two lists. */
  readonly bids: string;
  readonly asks: string;
  /** What a level is for who hears it: its side and place, what waits there, and what pressing it does. */
  readonly say: (side: BookSide, level: SaidLevel) => string;
};
/** A level as it is read aloud: its place from 1, of as many rows, and figures as text. */
export type SaidLevel = { readonly at: number; readonly of: number } & Record<'price' | 'quantity' | 'orders', string>;
export type PaintSide = (side: BookSide, book: Book) => void;

type Props = {
  readonly book: Book;
  /** Rows, also where the book has fewer. */
  readonly levels?: number;
  readonly labels: Labels;
  readonly onPick?: ((price: string, side: 'buy' | 'sell') => void) | undefined;
  /** Paints newer books by hand, without a render, until the function that it returns is called. */
  readonly follow?: (paint: PaintSide) => () => void;
};

/**
 * Levels of the book, bids left and asks right; bars grow from the middle, scaled to the largest quantity of both
 * sides. Pressing a price opens the ticket with it, on the side that would meet it.
 */
export function DepthRows({ book, levels = 5, labels, onPick, follow }: Props) {
  const language = useLanguage();
  const root = useRef<HTMLDivElement>(null);
  const shown = useRef(book);
  useLayoutEffect(() => {
    // An effect runs when its element is there.
    const { paint, stop } = sidePainter(root.current as HTMLDivElement, labels, language);
    const paintSide: PaintSide = (side, next) => {
      shown.current = next;
      paint(side, next);
    };
    paintSide('bids', book);
    paintSide('asks', book);
    const leave = follow?.(paintSide);
    return () => {
      leave?.();
      stop();
    };
  }, [book, levels, labels, language, follow]);

  const half = (side: BookSide, at: number) => (
    <>
      <button
        type="button"
        className={side === 'bids' ? css.bid : css.ask}
        onClick={() => {
          const level = shown.current[side][at];
          if (level) onPick?.(level[0], side === 'bids' ? 'sell' : 'buy');
        }}
        disabled={onPick === undefined}
      >
        <span className={css.orders}>
          <span className={digits.box} />
        </span>
        <span className={css.quantity}>
          <span className={digits.box} />
        </span>
        <b className={css.price}>
          <span className={digits.box} />
        </b>
      </button>
      <span className={css.none}>–</span>
    </>
  );
  return (
    <div ref={root} className={css.depth} data-arrows>
      <div className={css.head} aria-hidden="true">
        <span className={css.headBid}>
          <span>{labels.orders}</span>
          <span>{labels.quantity}</span>
          <span>{labels.bid}</span>
        </span>
        <span className={css.headAsk}>
          <span>{labels.ask}</span>
          <span>{labels.quantity}</span>
          <span>{labels.orders}</span>
        </span>
      </div>
      <div className={css.levels}>
        {(['bids', 'asks'] as const).map((side) => (
          <svg
            key={side}
            className={css[side]}
            viewBox={`0 0 ${FULL} ${levels * LEVEL}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <polygon />
          </svg>
        ))}
        {(['bids', 'asks'] as const).map((side) => (
          <ul key={side} className={side === 'bids' ? css.bidList : css.askList} aria-label={labels[side]}>
            {Array.from({ length: levels }, (_, at) => (
              <li key={at} className={css.level}>
                {half(side, at)}
              </li>
            ))}
          </ul>
        ))}
      </div>
    </div>
  );
}

/**
 * Paints a side into the elements of DepthRows, and of those only what is another; `stop` ends what is still
 * to be said.
 */
function sidePainter(root: HTMLElement, labels: Labels, language: Language) {
  const halves = (side: BookSide) =>
    [...root.querySelectorAll(`.${side === 'bids' ? css.bid : css.ask}`)].map((button, at, { length: of }) =>
      halfPainter(button as HTMLElement, (figures) => labels.say(side, { at: at + 1, of, ...figures }), language),
    );
  const painters = { bids: halves('bids'), asks: halves('asks') };
  const paint: PaintSide = (side, { bids, asks }) => {
    const levels = side === 'bids' ? bids : asks;
    painters[side].forEach((half, at) => half.paint(levels[at]));
    const most = Math.max(1, ...bids.map(([, quantity]) => quantity), ...asks.map(([, quantity]) => quantity));
    root.querySelector(`.${css[side]} > polygon`)?.setAttribute('points', drawBars(side, levels, most));
  };
  return { paint, stop: () => [...painters.bids, ...painters.asks].forEach(({ stop }) => stop()) };
}

/**
 * Units of the drawing of a side: its longest bar, the height of a level, and what of that is above and under a bar.
 */
const FULL = 100;
const LEVEL = 30;
const GAP = 2;

/**
 * Corners of all bars of a side, as one figure on the line in the middle: a bar of its own in each level is an
 * element whose style and box are found anew with each change.
 */
function drawBars(side: BookSide, levels: readonly Level[], most: number): string {
  const middle = side === 'bids' ? FULL : 0;
  return levels
    .map(([, quantity], at) => {
      const end = Math.abs(middle - (quantity / most) * FULL).toFixed(2);
      const [top, bottom] = [at * LEVEL + GAP, (at + 1) * LEVEL - GAP];
      return `${middle},${top} ${end},${top} ${end},${bottom} ${middle},${bottom}`;
    })
    .join(' ');
}

/** Paints one level of a side; one without orders is a dash. */
function halfPainter(
  button: HTMLElement,
  say: (figures: Record<'price' | 'quantity' | 'orders', string>) => string,
  language: Language,
) {
  const [paintOrders, paintQuantity, paintPrice] = [...button.children].map(
    ({ firstElementChild }) => digitsPainter(firstElementChild as HTMLElement), // as DepthRows makes them
  );
  const none = button.nextElementSibling as HTMLElement;
  const speech = createSpeech((said) => button.setAttribute('aria-label', said));
  const paint = (level: Level | undefined): void => {
    if (button.hidden !== !level) button.hidden = !level;
    if (none.hidden !== Boolean(level)) none.hidden = Boolean(level);
    if (!level) return;
    const shown = showPrice(level[0], language);
    const quantity = showCount(level[1], language);
    paintOrders?.(String(level[2]));
    paintQuantity?.(quantity);
    paintPrice?.(shown);
    speech.tell(() => say({ price: shown, quantity, orders: String(level[2]) }));
    if (!button.ariaLabel) speech.now();
  };
  return { paint, stop: speech.stop };
}
