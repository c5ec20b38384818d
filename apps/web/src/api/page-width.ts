/**
 * Specification section 9: designed for 375 px, used on devices of up to 960. Narrower than 320 px nothing is
 * promised to fit.
 */
const NARROWEST_PX = 320;
const WIDEST_PX = 960;

/** The column's width for what the configuration asks for. public/first-paint.js keeps to the same bounds. */
export const allowedPageWidth = (asked: number): number => Math.min(WIDEST_PX, Math.max(NARROWEST_PX, asked));
