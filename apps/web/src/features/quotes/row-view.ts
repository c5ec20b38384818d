import { quoteStore } from '#api/client.ts';
import { toDirection } from '#ui/amount.tsx';
import { pillPainter, sparkPainter } from '#ui/live-parts.tsx';
import { digitsPainter, createSpeech, textIn, write } from '#ui/live-text.ts';
import { sparkShape } from '#ui/spark-shape.ts';
import { asOfNow, sparkNow, type PriceChange } from './live-quote.ts';
import css from './quote-row.module.css';
import { detailsHref, isIndex, isSuspended, type Quote } from './quote.ts';
import { rowText } from './row-text.ts';
import type { RowWords } from './row-words.ts';
import { isScrolling } from './scrolling.ts';
import { createPriceFlash } from './price-flash.ts';

/**
 * The end of a row's sparkline follows its price at most this often, one row's in a frame, and once a scroll has
 * come to rest: once a second, all rows at once, it was two fifths of a list's work on the desk.
 */
const SPARK_EVERY_MS = 5000;
/** The frame in which a tick last drew a line. */
let lineFrame: CSSNumberish | null = null;
const SPARK = { width: 64, height: 28 };

/**
 * What a row of RowFrame shows. It listens to the code of its quote, and paints what has changed: a tick sets
 * the texts of three or four nodes, and renders nothing.
 */
type RowView = {
  readonly row: HTMLAnchorElement;
  readonly quote: () => Quote | undefined;
  /** `first`: the first row of a list has no hairline above it. */
  readonly show: (quote: Quote, words: RowWords, first: boolean) => void;
  /** Listens no more; showing begins anew. */
  readonly rest: () => void;
};

const views = new WeakMap<HTMLAnchorElement, RowView>();

/** The view of a row of RowFrame: one, as long as the row lives. */
export function rowView(row: HTMLAnchorElement): RowView {
  let view = views.get(row);
  if (!view) views.set(row, (view = createView(row)));
  return view;
}

/** The quote whose row an element is, or is in. */
export function rowQuote(target: EventTarget | null): Quote | undefined {
  const row = target instanceof Element ? target.closest('a') : null;
  return row ? views.get(row)?.quote() : undefined;
}

const moving = (of: Quote): PriceChange => asOfNow(of, isSuspended(of) ? undefined : quoteStore.quote(of.code));

function createView(row: HTMLAnchorElement): RowView {
  const part = (name: string | undefined) => row.querySelector(`.${name}`) as HTMLElement; // as RowFrame makes them
  const price = part(css.price);
  const mark = part(css.mark);
  const spark = part(css.spark);
  const texts = {
    title: textIn(part(css.code)),
    mark: textIn(mark),
    name: textIn(part(css.name).lastElementChild as Element),
    change: textIn(part(css.change)),
  };
  const paintPrice = digitsPainter(part(css.last));
  const paintPill = pillPainter(row.lastElementChild as Element);
  const paintSpark = sparkPainter(spark.firstElementChild as Element);
  const flash = createPriceFlash(part(css.flash));

  let quote: Quote | undefined;
  let words: RowWords | undefined;
  let release: (() => void) | undefined;
  const speech = createSpeech((said) => row.setAttribute('aria-label', said));
  let sparkAt = 0;
  let sparkLater: ReturnType<typeof setTimeout> | undefined;

  function paint(now: PriceChange): void {
    if (!quote || !words) return;
    const said = rowText(quote, now, words);
    for (const name of ['title', 'mark', 'name', 'change'] as const) {
      write(texts[name], said[name]);
    }
    paintPrice(said.price);
    paintPill(said.pill, said.direction);
    speech.tell(said.spoken);
  }
  function paintLine({ price: last, changePercent }: PriceChange): void {
    clearTimeout(sparkLater);
    sparkLater = undefined;
    sparkAt = performance.now();
    if (!quote || isSuspended(quote)) return;
    const prices = sparkNow(quote.spark, last);
    paintSpark(sparkShape(prices, quote.prevClose, SPARK.width, SPARK.height), toDirection(changePercent));
  }
  function renderSparkLater(): void {
    if (isScrolling()) sparkLater = setTimeout(renderSparkLater, SPARK_EVERY_MS);
    else if (quote) paintLine(moving(quote));
  }
  function tell(): void {
    if (!quote) return;
    const now = moving(quote);
    paint(now);
    flash.tell(quoteStore.quote(quote.code));
    const wait = SPARK_EVERY_MS - (performance.now() - sparkAt);
    const frame = document.timeline.currentTime;
    if (wait <= 0 && frame !== lineFrame && !isScrolling()) {
      lineFrame = frame;
      paintLine(now);
    } else sparkLater ??= setTimeout(renderSparkLater, Math.max(0, wait) + SPARK_EVERY_MS / 2);
  }

  return {
    row,
    quote: () => quote,
    show(next, nextWords, first) {
      const before = quote;
      row.classList.toggle(css.line ?? '', !first);
      row.classList.toggle(css.index ?? '', isIndex(next));
      if (next === before && nextWords === words) return;
      quote = next;
      words = nextWords;
      const suspended = isSuspended(next);
      if (next.code !== before?.code) {
        row.href = detailsHref(next.code);
        flash.begin(quoteStore.quote(next.code));
      }
      if (!before || next.code !== before.code || suspended !== isSuspended(before)) {
        release?.();
        release = suspended ? undefined : quoteStore.onQuote(next.code, tell);
        price.classList.toggle(css.still ?? '', suspended);
        spark.hidden = suspended;
      }
      mark.hidden = !next.listedToday && !next.stage && !next.isFund;
      const now = moving(next);
      paint(now);
      speech.now();
      paintLine(now);
    },
    rest() {
      release?.();
      release = undefined;
      speech.stop();
      clearTimeout(sparkLater);
      sparkLater = undefined;
      quote = undefined;
    },
  };
}
