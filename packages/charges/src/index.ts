/**
 * What trading costs: brokerage, taxes and fees from effective-dated tables, itemised, in paise, with the
 * rounding of each item named. The sources cited by key are listed in docs/sources.md.
 */
export {
  CHARGE_ITEMS,
  chargesFor,
  fillCharges,
  noteCharges,
  offerCharges,
  unroundedTotal,
  type ChargeItem,
  type Charges,
  type DematSale,
  type Leg,
  type OrderTerms,
  type Side,
  type Terms,
} from './charges.ts';
export { dpCharge, PLANS, type DematHolder, type Plan, type Product } from './plans.ts';
export { breakEvenFromCost, breakEvenPoints, breakEvenSell, roundTripCharges, type RoundTrip } from './round-trip.ts';
export { ratesSince } from './rates.ts';
export { shareOut } from './fraction.ts';
export { contractNote, type ContractNote, type NoteLine, type NoteOrder } from './contract-note.ts';
export { sttOnAveragePrice, type AverageStt } from './stt-average.ts';
