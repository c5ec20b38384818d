import { readNickname } from '@khara/rules';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { OneTimePassword } from './security.ts';
import {
  Bool,
  Count,
  Id,
  Instant,
  Nothing,
  Page,
  TransactionPassword,
  Whole,
  listOf,
  plainNumber,
  plainSecret,
} from './wire.ts';

export const Phone = z
  .string({ error: 'phone_required' })
  .check(plainNumber, z.minLength(1, { error: 'phone_required' }), z.maxLength(32, { error: 'phone_invalid' }));
/** A password as it is being set: counted in characters that are seen, never trimmed or cut. */
export const NewPassword = z
  .string({ error: 'password_required' })
  .check(
    plainSecret,
    z.minLength(1, { error: 'password_required' }),
    z.minLength(6, { error: 'password_too_short' }),
    z.maxLength(64, { error: 'password_too_long' }),
  );
/** A password as it is being checked: any text, so that old rules never lock a member out. */
const Password = z
  .string({ error: 'password_required' })
  .check(plainSecret, z.minLength(1, { error: 'password_required' }), z.maxLength(256, { error: 'password_too_long' }));

export const ConfirmPassword = z.optional(z.string({ error: 'passwords_differ' }).check(plainSecret));
export const InviteCode = z.optional(
  z.string({ error: 'invite_code_required' }).check(plainNumber, z.maxLength(32, { error: 'invite_code_invalid' })),
);

/** What members call themselves. */
export const Nickname = z.pipe(
  z.string({ error: 'nickname_invalid' }),
  z.transform((typed, context): string => {
    const name = readNickname(typed);
    if (name !== undefined) return name;
    context.issues.push({ code: 'custom', message: 'nickname_invalid', input: typed });
    return z.NEVER;
  }),
);

export const UserInfo = z.object({
  id: Id,
  /** Without its middle; empty in a practice account. */
  phone: z.string(),
  /** Whether it is a practice account: known by a key of one device, and by nothing else. */
  deviceOnly: z.boolean(),
  /** The member's own, or one that was made; of a practice account always made. */
  nickname: z.string(),
  inviteCode: z.string(),
  kycStatus: z.enum(['unauthenticated', 'under_review', 'certified', 'failed']),
  creditScore: z.int(),
  withdrawalBlocked: z.boolean(),
  transactionPasswordIsDefault: z.boolean(),
  totpEnabled: z.boolean(),
  language: z.string(),
  createdAt: Instant,
});

export const SignedIn = z.object({ token: z.string(), userInfo: UserInfo, device: z.string() });

export const userCalls = {
  register: call({
    path: '/app/user/register',
    method: 'POST',
    access: 'guest',
    doc: 'Opens an account and signs in, with a name of one’s own or one that is made. The random default transaction password is answered here once and never again.',
    body: {
      phone: Phone,
      password: NewPassword,
      confirmPassword: ConfirmPassword,
      nickname: z.optional(Nickname),
      inviteCode: InviteCode,
      agree: z.optional(Bool),
    },
    data: z.extend(SignedIn, { defaultTransactionPassword: z.string() }),
    refusals: [
      'invite_code_required',
      'invite_code_invalid',
      'agreement_required',
      'passwords_differ',
      'phone_invalid',
      'password_too_common',
      'registration_refused',
      'try_later',
    ],
  }),
  signIn: call({
    path: '/app/user/loginAccount',
    method: 'POST',
    access: 'guest',
    doc: 'Signs in with phone and password. Unknown phone and wrong password answer alike.',
    body: { phone: Phone, password: Password, otp: z.optional(OneTimePassword) },
    data: SignedIn,
    refusals: ['phone_invalid', 'credentials_invalid', 'try_later', 'second_factor_required', 'otp_wrong'],
  }),
  signOut: call({
    path: '/app/user/logout',
    method: 'POST',
    access: 'member',
    doc: 'Ends this session.',
    body: {},
    data: Nothing,
    refusals: [],
  }),
  userDetail: call({
    path: '/app/user/userDetail',
    method: 'POST',
    access: 'member',
    doc: 'Who is signed in.',
    body: {},
    data: z.object({
      userInfo: UserInfo,
      /** Until when the transaction password is remembered in this session; null when it is asked for. */
      transactionPasswordUntil: z.nullable(Instant),
    }),
    refusals: [],
  }),
  invited: call({
    path: '/app/user/invited',
    method: 'POST',
    access: 'member',
    doc: 'Who registered with this account’s invitation code, the newest first. It earns nothing.',
    body: { ...Page },
    data: z.extend(listOf(z.object({ id: Id, nickname: z.string(), joinedAt: Instant })), { total: Count }),
    refusals: [],
    specified: false,
  }),
  setNickname: call({
    path: '/app/user/setNickname',
    method: 'POST',
    access: 'member',
    doc: 'Gives the account a name of the member’s own: letters, digits and spaces. Programs read it, and who invited.',
    body: { nickname: Nickname },
    data: z.object({ userInfo: UserInfo }),
    refusals: ['account_not_kept'],
    specified: false,
    keptOnly: true,
  }),
  changePassword: call({
    path: '/app/user/changePwd',
    method: 'POST',
    access: 'member',
    doc: 'Changes the login password; all other sessions end. Within five minutes of signing in with a passkey no old one is needed.',
    body: {
      oldPassword: z.optional(Password),
      newPassword: NewPassword,
      confirmPassword: ConfirmPassword,
    },
    data: Nothing,
    refusals: [
      'account_not_kept',
      'passwords_differ',
      'password_required',
      'old_password_wrong',
      'password_unchanged',
      'password_too_common',
      'try_later',
    ],
    keptOnly: true,
  }),
  resetLoginPassword: call({
    path: '/app/user/resetLoginPassword',
    method: 'POST',
    access: 'guest',
    doc: 'Sets a forgotten login password anew by a code of the authenticator and a recovery code, both at once. All sessions end, withdrawals wait 24 hours.',
    body: {
      phone: Phone,
      otp: OneTimePassword,
      recoveryCode: OneTimePassword,
      newPassword: NewPassword,
      confirmPassword: ConfirmPassword,
    },
    data: Nothing,
    refusals: ['phone_invalid', 'passwords_differ', 'password_too_common', 'try_later', 'reset_refused'],
    specified: false,
  }),
  setTransactionPassword: call({
    path: '/app/user/setOrderPassword',
    method: 'POST',
    access: 'member',
    doc: 'Changes the transaction password (six digits). The default one is an old password here for ever.',
    body: { oldPassword: TransactionPassword, newPassword: TransactionPassword },
    data: Nothing,
    refusals: ['account_not_kept', 'transaction_password_wrong', 'transaction_password_paused', 'password_unchanged'],
    keptOnly: true,
  }),
  rememberTransactionPassword: call({
    path: '/app/user/rememberTransactionPassword',
    method: 'POST',
    access: 'member',
    doc: 'Remembers a correct transaction password on the server for 15 minutes (15), for this session (-1), or forgets it (0).',
    body: { transactionPassword: z.optional(TransactionPassword), minutes: Whole },
    data: z.object({ until: z.nullable(Instant) }),
    refusals: [
      'transaction_password_required',
      'transaction_password_wrong',
      'transaction_password_paused',
      'transaction_password_default_expired',
      'invalid_input',
    ],
    specified: false,
  }),
};
