import type { Band } from './bands.ts';
import type { Day } from './days.ts';

/*
 * Limit price protection: in continuous trading no order buys far above the market or sells far below it. Source:
 * docs/sources.md K13. The exchange has it for derivatives; the figures here are those of futures on shares.
 */

type ProtectionRule = {
  readonly from: Day;
  /** From the reference price, in basis points, and never less than the paise beside it. */
  readonly bps: number;
  readonly least: number;
};

const RULES: readonly ProtectionRule[] = [{ from: '2022-10-28', bps: 300, least: 150 }];

/**
 * Lowest price of a sale and highest of a purchase on a market date, on the tick, both allowed. Paise. An order that
 * waits on the other side of the market, at whatever price, is not concerned. Before the first rule nothing is.
 */
export function protectedRange(reference: number, tick: number, date: Day): Band {
  const rule = RULES.findLast(({ from }) => from <= date);
  if (!rule) return { lower: tick, upper: Infinity };
  const most = Math.max(tick, rule.least, Math.floor((reference * rule.bps) / 10_000));
  return {
    lower: Math.max(tick, Math.ceil((reference - most) / tick) * tick),
    upper: Math.floor((reference + most) / tick) * tick,
  };
}

/** Whether an order at a price takes more of the book than the range allows. */
export const isBeyondProtection = (side: 'buy' | 'sell', price: number, { lower, upper }: Band): boolean =>
  side === 'buy' ? price > upper : price < lower;
