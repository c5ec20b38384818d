import type { Tick } from '#api/quotes.ts';
import css from './quote-row.module.css';
import { isScrolling } from './scrolling.ts';

/** A price washes at most this often, however fast it moves. */
const WASH_EVERY_MS = 1000;
const FADE = { opacity: [1, 0] };
let still: MediaQueryList | undefined;
const isStill = (): boolean => (still ??= matchMedia('(prefers-reduced-motion: reduce)')).matches;

export type Wash = {
  /** The row shows another share from now on, whose last tick is this. */
  readonly begin: (tick: Tick | undefined) => void;
  readonly tell: (tick: Tick | undefined) => void;
};

/** Washes the element behind a price when it moves: fades in opacity only, and never moves a digit. */
export function createWash(element: HTMLElement): Wash {
  let seen: Tick | undefined;
  let washedAt = 0;
  let fading: Animation | undefined;
  const end = (): void => {
    if (!fading) return;
    element.className = css.wash ?? '';
    fading.cancel();
    fading = undefined;
  };
  return {
    begin(tick) {
      seen = tick;
      washedAt = 0;
      end();
    },
    tell(tick) {
      const first = seen === undefined;
      if (!tick || tick === seen) return;
      seen = tick;
      const now = performance.now();
      if (first || tick.moved === 0 || now - washedAt < WASH_EVERY_MS) return;
      if (isScrolling() || isStill()) return;
      washedAt = now;
      end();
      element.classList.add((tick.moved > 0 ? css.up : css.down) ?? '');
      fading = element.animate(FADE, { duration: flashMs(element), easing: 'ease-out', fill: 'forwards' });
      fading.onfinish = end;
    },
  };
}

let flash: number | undefined;
/** `--d-flash`, where every duration is written. Read once: a style asked for between two changes is worked out anew for the whole page. */
const flashMs = (element: HTMLElement): number =>
  (flash ??= Number.parseFloat(getComputedStyle(element).getPropertyValue('--d-flash')) || 600);
