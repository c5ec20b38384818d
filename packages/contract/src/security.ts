import * as z from 'zod/mini';
import { call } from './call.ts';
import { Id, IdIn, Instant, Nothing, TransactionPassword, listOf, plainNumber, plainSecret } from './wire.ts';

/**
 * A code of a second factor: six digits of an authenticator, or a recovery code (twelve characters, hyphens
 * and case do not count).
 */
export const OneTimePassword = z
  .string({ error: 'otp_required' })
  .check(plainNumber, z.minLength(1, { error: 'otp_required' }), z.maxLength(32, { error: 'otp_wrong' }));
/** The login password as it is being checked. */
const LoginPassword = z
  .string({ error: 'password_required' })
  .check(plainSecret, z.minLength(1, { error: 'password_required' }), z.maxLength(256, { error: 'password_too_long' }));

/** By which a member who signed in more than five minutes ago confirms the session. */
export const OwnersProof = { password: z.optional(LoginPassword), otp: z.optional(OneTimePassword) };
/** What is said to those who cannot show it. */
export const NOT_SHOWN = [
  'password_required',
  'try_later',
  'login_password_wrong',
  'second_factor_required',
  'otp_wrong',
] as const;

const Session = z.object({
  id: Id,
  /** What the browser calls itself. */
  device: z.string(),
  ip: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
  current: z.boolean(),
});

export const securityCalls = {
  sessions: call({
    path: '/app/user/sessions',
    method: 'POST',
    access: 'member',
    doc: 'Where this account is signed in, the newest first; at most five.',
    body: {},
    data: listOf(Session),
    refusals: [],
    specified: false,
  }),
  revokeSession: call({
    path: '/app/user/revokeSession/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Ends a session of this account, its sockets too. Safe to repeat. Another one than this needs the login password, unless one signed in within five minutes.',
    body: { id: IdIn, password: OwnersProof.password },
    data: Nothing,
    refusals: ['not_found', ...NOT_SHOWN],
    specified: false,
  }),
  revokeOtherSessions: call({
    path: '/app/user/revokeOtherSessions',
    method: 'POST',
    access: 'member',
    doc: 'Ends all sessions of this account but this one. Needs the login password, unless one signed in within five minutes.',
    body: { password: OwnersProof.password },
    data: Nothing,
    refusals: [...NOT_SHOWN],
    specified: false,
  }),
  resetTransactionPassword: call({
    path: '/app/user/resetOrderPassword',
    method: 'POST',
    access: 'member',
    doc: 'Sets another transaction password by the login password, and the second factor where there is one. Withdrawals wait 24 hours afterwards.',
    body: { password: LoginPassword, otp: z.optional(OneTimePassword), newPassword: TransactionPassword },
    data: z.object({ withdrawalsFrom: Instant }),
    refusals: ['account_not_kept', 'try_later', 'login_password_wrong', 'second_factor_required', 'otp_wrong'],
    keptOnly: true,
    specified: false,
  }),
  totpSetup: call({
    path: '/app/user/totpSetup',
    method: 'POST',
    access: 'member',
    doc: 'Generates a secret for an authenticator app and answers it once. It counts only when `totpConfirm` has shown that the app has it. Needs the login password, unless one signed in within five minutes.',
    body: OwnersProof,
    data: z.object({ secret: z.string(), url: z.string() }),
    refusals: ['account_not_kept', 'totp_already_on', ...NOT_SHOWN],
    keptOnly: true,
    specified: false,
  }),
  totpConfirm: call({
    path: '/app/user/totpConfirm',
    method: 'POST',
    access: 'member',
    doc: 'Switches the second factor on by a first code. Answers ten recovery codes, once. All other sessions end.',
    body: { otp: OneTimePassword },
    data: z.object({ recoveryCodes: z.array(z.string()) }),
    refusals: ['account_not_kept', 'totp_already_on', 'totp_not_set_up', 'try_later', 'otp_wrong'],
    keptOnly: true,
    specified: false,
  }),
  totpDisable: call({
    path: '/app/user/totpDisable',
    method: 'POST',
    access: 'member',
    doc: 'Switches the second factor off by a code of it. All other sessions end. Needs the login password, unless one signed in within five minutes.',
    body: { otp: OneTimePassword, password: OwnersProof.password },
    data: Nothing,
    refusals: ['totp_not_set_up', ...NOT_SHOWN],
    specified: false,
  }),
};
