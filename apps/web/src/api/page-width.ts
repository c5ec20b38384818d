/**
 * Designed for 375 px, used on devices of up to 960 (docs/sources.md W1). Narrower than 320 px nothing is
 * promised to fit.
 */
const NARROWEST_PX = 320;
const WIDEST_PX = 960;

/** The column's width for what the configuration asks for. public/first-paint.js keeps to the same bounds. */
export const allowedPageWidth = (asked: number): number => Math.min(WIDEST_PX, Math.max(NARROWEST_PX, asked));
