import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Tick } from '#api/quotes.ts';
import { createPriceFlash } from './price-flash.ts';
import css from './quote-row.module.css';
import { RowFrame } from './row-frame.tsx';
import { show } from '../../../test/show.tsx';

const tick = (moved: number): Tick => ({ moved }) as Tick; // what a flash looks at

const rows = (top: number, count: number) =>
  Array.from({ length: count }, () => {
    const element = document.createElement('i');
    element.style.cssText = `position: fixed; top: ${top}px; width: 20px; height: 20px`;
    document.body.append(element);
    const flash = createPriceFlash(element);
    flash.tell(tick(0)); // the first tick of a row is no move
    return { element, flash };
  });
const lit = (of: ReturnType<typeof rows>): number =>
  of.filter(({ element }) => element.classList.contains(css.up!)).length;
const inView = (): Promise<void> =>
  new Promise((resolve) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body);
  });
/** The browser has said which of them are in view: it does so once a frame, to all who asked before. */
async function seen(): Promise<void> {
  await inView();
  await inView();
}

const part = (name: string | undefined) => document.querySelector(`.${name}`)!;

describe('the flash of prices', () => {
  let now = 100_000;
  beforeEach(() => {
    now += 10_000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => vi.restoreAllMocks());

  it('is that of three rows in view in a second, and rows out of view use up none', async () => {
    const [hidden, shown] = [rows(-500, 5), rows(50, 8)];
    await seen();
    for (const { flash } of [...hidden, ...shown]) flash.tell(tick(1));
    expect([lit(hidden), lit(shown)]).toEqual([0, 3]);
    for (const { flash } of shown) flash.tell(tick(1));
    expect(lit(shown)).toBe(3);
    now += 1000;
    for (const { flash } of shown) flash.tell(tick(1));
    expect(lit(shown.slice(3, 6)), 'others have their turn').toBe(3);
    expect(lit(shown.slice(6))).toBe(0);
    for (const { element } of [...hidden, ...shown]) element.remove();
  });

  it('stands behind the price and not behind the change under it', async () => {
    await show(<RowFrame />);
    part(css.last).textContent = '1,234.50';
    part(css.change).textContent = '−2.25';
    const [flash, last, change] = [css.flash, css.last, css.change].map((name) => part(name).getBoundingClientRect());
    expect(flash!.top).toBeLessThanOrEqual(last!.top);
    expect(flash!.bottom).toBeGreaterThanOrEqual(last!.bottom);
    expect(flash!.bottom).toBeLessThanOrEqual(change!.top + 1);
    expect(flash!.left).toBeLessThan(last!.left);
  });
});
