import type { Language } from '@khara/contract';
import type { Queryable } from '#src/ports/database.ts';
import * as memberStore from './member-store.ts';

export { handlers } from './handlers.ts';
export { confirmPayoutAccount, confirmProgramKey, type PayoutUnproved } from './reauthenticate.ts';
export { proveDevice, type ProvedDevice } from './device-key.ts';
export { moveToDevice, openDeviceAccount, shutPractice, signInTo } from './practice.ts';
export { readIdentity, isDefaultTransactionPassword, type Identity } from './identity-store.ts';
export {
  carryLimits,
  forgetIdentities,
  forgetOldIdentities,
  keepIdentities,
  KEPT_IDENTITIES,
  KEPT_IDENTITY_MS,
} from './kept-identity-store.ts';
export { membersAfter } from './member-store.ts';
export { toNetwork } from './network.ts';
export { forgetChangedSessions } from './open-session.ts';
export { endMemberSessions } from './session-list.ts';
export { createSessions } from './sessions.ts';
export { PASSKEYS } from './passkey-store.ts';
export { SEALED_AUTHENTICATORS } from './second-factor-codes.ts';
export { AUTHENTICATORS } from './second-factor-store.ts';
export { SECRETS } from './secret-store.ts';
export { DEVICES } from './device-store.ts';
export { liveAddresses, SESSIONS } from './session-store.ts';
export { purgeExpired } from './sessions.ts';
export { notifyWithdrawalsOpen } from './withdrawal-hold.ts';
export {
  ATTEMPT_LIMITS,
  forgetAttempts as forgetAccountAttempts,
  giveBackAttempt as giveBackAccountAttempt,
  takeAttempt as takeAccountAttempt,
  type AttemptLimit,
} from './attempt-store.ts';
export { transactionPasswordCheck, type PasswordRefusal } from './transaction-password.ts';

/** The languages that members read, of what is sent unasked; by user id. */
export const readLanguages = (db: Queryable, userIds: readonly string[]): Promise<ReadonlyMap<string, Language>> =>
  memberStore.readLanguages(db, userIds);
