import type { Access, CallName } from '@khara/contract';

/** What the browser needs to know of a call to make it. Types of payload and answer come from the contract and cost no bytes. */
export type CallEntry = {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly access: Access;
  readonly movesMoney?: boolean;
};
export type CallTable = Readonly<Record<CallName, CallEntry>>;
