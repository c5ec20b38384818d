import type { Tick } from '#api/quotes.ts';
import css from './quote-row.module.css';
import { isScrolling } from './scrolling.ts';

/** A price flashes at most this often, however fast it moves. */
const FLASH_EVERY_MS = 1000;
const FADE = { opacity: [1, 0] };
let still: MediaQueryList | undefined;
const isStill = (): boolean => (still ??= matchMedia('(prefers-reduced-motion: reduce)')).matches;

type PriceFlash = {
  /** The row shows another share from now on, whose last tick is this. */
  readonly begin: (tick: Tick | undefined) => void;
  readonly tell: (tick: Tick | undefined) => void;
};

/** Flashes the element behind a price when it moves: fades in opacity only, and never moves a digit. */
export function createPriceFlash(element: HTMLElement): PriceFlash {
  let seen: Tick | undefined;
  let flashedAt = 0;
  let fading: Animation | undefined;
  const end = (): void => {
    if (!fading) return;
    element.className = css.flash ?? '';
    fading.cancel();
    fading = undefined;
  };
  return {
    begin(tick) {
      seen = tick;
      flashedAt = 0;
      end();
    },
    tell(tick) {
      const first = seen === undefined;
      if (!tick || tick === seen) return;
      seen = tick;
      const now = performance.now();
      if (first || tick.moved === 0 || now - flashedAt < FLASH_EVERY_MS) return;
      if (isScrolling() || isStill()) return;
      flashedAt = now;
      end();
      element.classList.add((tick.moved > 0 ? css.up : css.down) ?? '');
      fading = element.animate(FADE, { duration: flashMs(element), easing: 'ease-out', fill: 'forwards' });
      fading.onfinish = end;
    },
  };
}

let cachedMs: number | undefined;
/**
 * `--d-flash`, where every duration is written. Read once: a style asked for between two changes is worked
 * out anew for the whole page.
 */
const flashMs = (element: HTMLElement): number =>
  (cachedMs ??= Number.parseFloat(getComputedStyle(element).getPropertyValue('--d-flash')) || 600);
