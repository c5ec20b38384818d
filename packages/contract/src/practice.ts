import * as z from 'zod/mini';
import { call } from './call.ts';
import { ConfirmPassword, InviteCode, NewPassword, Nickname, Phone, SignedIn, UserInfo } from './user.ts';
import { Bool, TransactionPassword } from './wire.ts';

/** Bytes as base64url, by the number of its characters. */
const bytes = (characters: number) =>
  z.optional(
    z
      .string({ error: 'device_key_refused' })
      .check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`), { error: 'device_key_refused' })),
  );

/**
 * What shows that it is the device of a practice account: its public key with a signature over a challenge, or, where
 * the browser makes no keys, a token of 32 random bytes.
 */
export const DeviceProof = {
  /** ECDSA P-256: the point as X9.62 writes it, 65 bytes (`raw` of WebCrypto). */
  publicKey: bytes(87),
  challenge: bytes(51),
  /** Over `deviceKeyMessage(challenge)`, with SHA-256: r and s, 64 bytes, as WebCrypto makes them. */
  signature: bytes(86),
  deviceToken: bytes(43),
};

export const practiceCalls = {
  practiceChallenge: call({
    path: '/app/user/practiceChallenge',
    method: 'POST',
    access: 'guest',
    doc: 'What the key of a device signs to open a practice account or to sign in to it; good for five minutes and once.',
    body: {},
    data: z.object({ challenge: z.string() }),
    refusals: [],
    specified: false,
  }),
  openPracticeAccount: call({
    path: '/app/user/openPracticeAccount',
    method: 'POST',
    access: 'guest',
    doc: 'Opens an account of this device alone with ₹1,00,000.00 of paper money: no phone, no password. Orders and whatever else asks for the transaction password need none. With a key that has an account it signs in. Five an hour of one network, a hundred in a school.',
    body: { ...DeviceProof, agree: z.optional(Bool) },
    data: SignedIn,
    refusals: ['agreement_required', 'device_key_refused', 'too_many_practice_accounts', 'try_later'],
    specified: false,
  }),
  practiceSignIn: call({
    path: '/app/user/practiceSignIn',
    method: 'POST',
    access: 'guest',
    doc: 'Signs in to a practice account with the key of its device.',
    body: DeviceProof,
    data: SignedIn,
    refusals: ['device_key_refused', 'device_key_unknown', 'try_later'],
    specified: false,
  }),
  keepPracticeAccount: call({
    path: '/app/user/keepPracticeAccount',
    method: 'POST',
    access: 'member',
    doc: 'Gives a practice account a phone number, both passwords and, where one is given, a name: from then on it is opened by them, and by the key of its device no more. The device shows its key once more, since a session alone may be a stranger’s. This session goes on; others and keys for programs end. Nothing else in it changes. Sending the same again answers it.',
    body: {
      ...DeviceProof,
      phone: Phone,
      password: NewPassword,
      confirmPassword: ConfirmPassword,
      transactionPassword: TransactionPassword,
      nickname: z.optional(Nickname),
      inviteCode: InviteCode,
      agree: z.optional(Bool),
    },
    data: z.object({ userInfo: UserInfo }),
    refusals: [
      'invite_code_required',
      'invite_code_invalid',
      'agreement_required',
      'passwords_differ',
      'phone_invalid',
      'password_too_common',
      'account_kept',
      'device_key_refused',
      'phone_taken',
      'try_later',
    ],
    specified: false,
  }),
};
