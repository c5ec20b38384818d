/** What a broker makes of orders, as pure functions: the server keeps its results in a ledger, the bench in memory. */
export type { After, BatchHead, Before, DpOfDay, Due, Movement } from './batch.ts';
export {
  addCharges,
  addDp,
  chargesOfFill,
  dpOfSales,
  IDLE_ORDER,
  neededForRest,
  NO_CHARGES,
  orderCharges,
  PLAN,
  securityKind,
} from './billing.ts';
export {
  type AskedChange,
  atTurn,
  becoming,
  changePrice,
  changeTerms,
  type ChangingOrder,
  shownBy,
  toTerms,
  triggerNow,
  typeNow,
  whyNotTerms,
} from './terms.ts';
export { closingOrder } from './closing-order.ts';
export { marginOfDay, RECENT_DAYS } from './day-margins.ts';
export { type ChangeOfDay, deliveredShares, makeNote, type OrderOfDay } from './day-note.ts';
export { type AccountRefusal, decide, isAboveTurnover, type PricedOrder, type Stop } from './decide.ts';
export { heldFor, largestValue, moreForChange, neededFor } from './holds.ts';
export { excess, type Intraday, type Piece } from './intraday.ts';
export {
  blame,
  detailsOfStage,
  findRefusals,
  mayShow,
  isAfterMarket,
  type OrderRefusal,
  type Share,
  type Terms,
  toMarginBasis,
  whyNotChange,
  worstPrice,
} from './order-checks.ts';
export { netDues, outstandingShares } from './net-dues.ts';
export {
  asKind,
  type ByProgram,
  currentType,
  type Fill,
  isOpenState,
  isStop,
  MARGIN_SQUARE_OFF,
  type Order,
  type OrderKind,
  type OrderState,
  type OrderStep,
  type OrderTerms,
  type OrderType,
  orderValue,
  pickKind,
  type Product,
  type Side,
  SQUARE_OFF,
  type StepDetails,
  type TimelineEntry,
  type Validity,
} from './order.ts';
export {
  adjusted,
  type Adjustment,
  afterChanges,
  afterFill,
  averagePrice,
  type DayPosition,
  type FillOfPosition,
  grossProfit,
  newPosition,
  onDay,
  type Position,
  type PositionView,
  realisedResult,
  todayProfit,
  unrealisedResult,
} from './position.ts';
export { optionalTerms, placeCommand } from './place-command.ts';
export { exposedShares, mostOpen, POSITION_PERCENT } from './position-limit.ts';
export { mostMoreUnusable, openingQuantity, unusableSaleMoney } from './sale-money.ts';
export { settle } from './settle.ts';
export { marginBasisOnDay, shareOnDay, timeOnDay } from './share-on-day.ts';
export { freedMoney } from './working-set.ts';
