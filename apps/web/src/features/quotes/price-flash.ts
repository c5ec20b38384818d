import type { Tick } from '#api/quotes.ts';
import css from './quote-row.module.css';
import { isScrolling } from './scrolling.ts';

/** A price flashes at most this often, however fast it moves, and so leaves others their turn. */
const FLASH_EVERY_MS = 3000;
/** Of all prices in view as many flash in a second: more of them pull the eye nowhere. */
const FLASHES_A_SECOND = 3;
const SECOND_MS = 1000;
/** How long a flash can be seen. */
const FLASH_MS = 600;
let still: MediaQueryList | undefined;
const isStill = (): boolean => (still ??= matchMedia('(prefers-reduced-motion: reduce)')).matches;

type PriceFlash = {
  /** The row shows another share from now on, whose last tick is this. */
  readonly begin: (tick: Tick | undefined) => void;
  readonly tell: (tick: Tick | undefined) => void;
};

/**
 * Flashes of one moment end together, in one frame. None fades: a fade is a layer of its own, and to make and to
 * drop those of a list was a third of a tick's work.
 */
const lit = new Set<HTMLElement>();
let ending: ReturnType<typeof setTimeout> | undefined;
function endAll(): void {
  ending = undefined;
  for (const element of lit) element.className = css.flash ?? '';
  lit.clear();
}

/** When the last few flashes began, the oldest first. */
const begun: number[] = [];
function mayBegin(now: number): boolean {
  if (begun.length === FLASHES_A_SECOND && now - begun[0]! < SECOND_MS) return false;
  if (begun.length === FLASHES_A_SECOND) begun.shift();
  begun.push(now);
  return true;
}

const inView = new WeakSet<Element>();
const view = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) inView.add(target);
    else inView.delete(target);
  }
});

/** Colours the element behind a price for a moment when it moves, and never moves a digit. */
export function createPriceFlash(element: HTMLElement): PriceFlash {
  let seen: Tick | undefined;
  let flashedAt = 0;
  view.observe(element);
  return {
    begin(tick) {
      seen = tick;
      flashedAt = 0;
      if (lit.delete(element)) element.className = css.flash ?? '';
    },
    tell(tick) {
      const first = seen === undefined;
      if (!tick || tick === seen) return;
      seen = tick;
      const now = performance.now();
      if (first || tick.moved === 0 || now - flashedAt < FLASH_EVERY_MS) return;
      if (!inView.has(element) || isScrolling() || isStill() || !mayBegin(now)) return;
      flashedAt = now;
      element.className = `${css.flash} ${tick.moved > 0 ? css.up : css.down}`;
      lit.add(element);
      ending ??= setTimeout(endAll, FLASH_MS);
    },
  };
}
