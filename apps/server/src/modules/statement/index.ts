/** Reports over wallet, orders and offerings: the bill with its remarks, and a member's total capital. */
export { billPage } from './bill.ts';
export { handlers, readCapital } from './handlers.ts';
