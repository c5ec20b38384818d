import type { ParticipantKind } from '../types.ts';

/* Accounts in the books. Two orders of one account never trade with each other. */

/** The makers are one client each in a share; of the other simulated participants each order is a client of its own. */
export const NEAR_MAKER = 1;
export const FAR_MAKER = 2;
export const PATIENT_TRADER = 3;
export const TAKER = 4;
export const AUCTION_TRADER = 5;
/** Members' accounts begin here. */
export const FIRST_MEMBER_ACCOUNT = 1_000;

const KINDS: readonly (ParticipantKind | undefined)[] = [
  undefined,
  'near_maker',
  'far_maker',
  'patient',
  'taker',
  'auction',
];

/** Which participant an account is; undefined for a member's. */
export const participantKind = (account: number): ParticipantKind | undefined => KINDS[account];
