/** Positions and lots of members, and the money that orders may use. */
export { addAllottedShares, addGivenPositions, addToPosition } from './given-share-store.ts';
export { breakEven, highestBuyBack, largest, openCost } from './break-even.ts';
export { keptOf, saleMoneyKept } from './store.ts';
export { lockUsableMoney, usableMoney, type UsableMoney } from './store.ts';
export { handlers } from './handlers.ts';
export { addGivenLots, addPaidLot, readLockIn, makeLots, splitLots } from './lot-store.ts';
export { createPortfolio, readTotals } from './portfolio.ts';
export { findPosition } from './store.ts';
export { type LotCost, takeFromPosition, takeLots } from './taken-share-store.ts';
