import { useEffect, useRef, type RefObject } from 'react';
import type { Tick } from '#api/quotes.ts';

/** A price washes at most this often, however fast it moves. */
const WASH_EVERY_MS = 1000;
const still = '(prefers-reduced-motion: reduce)';

/** Washes the element behind a price when it moves: fades in opacity only, and never moves a digit. */
export function useWash(
  tick: Tick | undefined,
  colours: { readonly up: string; readonly down: string },
): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement | null>(null);
  const washedAt = useRef(0);
  const seen = useRef(tick);
  const { up, down } = colours;

  useEffect(() => {
    const wash = element.current;
    if (!tick || tick === seen.current || !wash) return;
    const first = seen.current === undefined;
    seen.current = tick;
    const now = performance.now();
    if (first || tick.moved === 0 || now - washedAt.current < WASH_EVERY_MS || matchMedia(still).matches) return;
    washedAt.current = now;
    wash.classList.toggle(up, tick.moved > 0);
    wash.classList.toggle(down, tick.moved < 0);
    wash.animate({ opacity: [1, 0] }, { duration: flashMs(wash), easing: 'ease-out' });
  }, [tick, up, down]);

  return element;
}

let flash: number | undefined;
/** `--d-flash`, where every duration is written. Read once: a style asked for between two changes is worked out anew for the whole page. */
const flashMs = (element: HTMLElement): number =>
  (flash ??= Number.parseFloat(getComputedStyle(element).getPropertyValue('--d-flash')) || 600);
