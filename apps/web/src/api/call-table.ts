import type { Access, CallName } from '@khara/contract';

/**
 * What the browser needs to know of a call to make it. Types of payload and answer come from the contract and
 * cost no bytes.
 */
type CallEntry = {
  readonly path: string;
  /** POST where it says nothing. */
  readonly method?: 'GET' | 'POST';
  /** A member's where it says nothing. */
  readonly access?: Access;
  readonly movesMoney?: boolean;
};
export type CallTable = Readonly<Record<CallName, CallEntry>>;
