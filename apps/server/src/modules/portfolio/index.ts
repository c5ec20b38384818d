/** Positions and lots of members, and the money that orders may use. */
export { addAllottedShares, addGivenPositions, addToPosition } from './allotted-shares.ts';
export { breakEven, type BreakEvenTerms, costOf } from './break-even.ts';
export { saleMoneyKept, usableMoney, type UsableMoney } from './funds.ts';
export { handlers } from './handlers.ts';
export { addGivenLots, addPaidLot, lockInOf, makeLots, splitLots } from './lots.ts';
export { createPortfolio, totalsOf } from './portfolio.ts';
export { findPosition } from './store.ts';
export { type LotCost, takeFromPosition, takeLots } from './taken-shares.ts';
