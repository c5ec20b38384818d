/**
 * A member's own record: value by market day, returns, falls, results by part, and patterns in the trades.
 * Reads what ledger, orders and market have written, and writes nothing.
 * docs/decisions/0030-my-record-missions-and-notes.md has the rules.
 */
export { handlers } from './present-record.ts';
