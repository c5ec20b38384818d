/** The market day, from its beginning to its end: what happens when, in order. */
export { createSettlementPort } from './settlement-port.ts';
export { squareOffRest } from './square-off.ts';
