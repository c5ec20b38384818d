import * as z from 'zod/mini';
import { call } from './call.ts';
import { OwnersProof } from './security.ts';
import { CHANNEL_TYPES } from './wallet-fields.ts';
import { Id, IdIn, Instant, Nothing, TransactionPassword, plain, plainNumber } from './wire.ts';
import type { Refusal } from './refusals.ts';

const filled = (missing: Refusal, wrong: Refusal, most: number, read = plain) =>
  z.string({ error: missing }).check(read, z.minLength(1, { error: missing }), z.maxLength(most, { error: wrong }));
const optionalText = (most: number) =>
  z.optional(z.string({ error: 'invalid_input' }).check(plain, z.maxLength(most, { error: 'invalid_input' })));

export const BankAccount = z.object({
  id: Id,
  /** UPI, IMPS, NEFT or RTGS: how withdrawals to it are sent. */
  channelType: z.enum(CHANNEL_TYPES),
  /** Its last four digits: "XXXX XXXX 1234". The whole number is never answered. */
  accountNumber: z.string(),
  holderName: z.string(),
  bankName: z.string(),
  ifsc: z.string(),
  bankAddress: z.string(),
  branchName: z.string(),
  companyName: z.string(),
  /** Whether the holder is who the identity check certified; null as long as there is no certified identity. */
  holderMatches: z.nullable(z.boolean()),
  /** False while a withdrawal to it is under way. */
  deletable: z.boolean(),
  /**
   * Of an account that took the place of another: no payout to it is accepted before this real instant; null
   * when none is waited for.
   */
  payableFrom: z.nullable(Instant),
  /** Whether its owner has stopped payouts to it. */
  stopped: z.boolean(),
  at: Instant,
});

/**
 * What shows that it is the owner who decides where money goes: a code of the second factor where that is on,
 * else both passwords.
 */
const proof = { ...OwnersProof, transactionPassword: z.optional(TransactionPassword) };
const unproved = [
  'password_required',
  'transaction_password_required',
  'try_later',
  'login_password_wrong',
  'transaction_password_wrong',
  'transaction_password_paused',
  'transaction_password_default_expired',
  'second_factor_required',
  'otp_wrong',
] as const;

const Ifsc = filled('ifsc_required', 'ifsc_invalid', 20, plainNumber);

export const bankCalls = {
  bankAccounts: call({
    path: '/app/wallet/bankList',
    method: 'POST',
    access: 'member',
    doc: 'The bound bank account, or none: there is one at most.',
    body: {},
    data: z.array(BankAccount),
    refusals: [],
  }),
  saveBankAccount: call({
    path: '/app/wallet/saveBank',
    method: 'POST',
    access: 'member',
    doc: 'Binds a bank account. Bank and branch are filled in from the IFSC; a branch name that is given is kept. KHAR0000001 is the sandbox’s own bank. Sending the same account again answers it. One that takes the place of another needs a code of the second factor where that is on, else both passwords; the first payout to it waits 24 hours (5 minutes with the sandbox’s rail), until `payableFrom`.',
    body: {
      channelType: z
        .string({ error: 'channel_required' })
        .check(z.minLength(1, { error: 'channel_required' }), z.maxLength(20, { error: 'channel_not_available' })),
      accountNumber: filled('account_number_required', 'account_number_invalid', 40, plainNumber),
      holderName: filled('holder_name_required', 'invalid_input', 100),
      bankName: optionalText(100),
      ifsc: Ifsc,
      bankAddress: optionalText(200),
      branchName: optionalText(100),
      companyName: optionalText(100),
      ...proof,
    },
    data: BankAccount,
    refusals: [
      'account_not_kept',
      'channel_not_available',
      'account_number_invalid',
      'ifsc_invalid',
      'bank_already_bound',
      ...unproved,
    ],
    keptOnly: true,
  }),
  stopBankAccount: call({
    path: '/app/wallet/stopBank/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Says that an account which took the place of another is not one’s own: while it still waits, payouts to it are stopped until it is confirmed. Repeatable.',
    body: { id: IdIn },
    data: BankAccount,
    refusals: ['unknown_account', 'bank_account_not_waiting'],
    specified: false,
  }),
  confirmBankAccount: call({
    path: '/app/wallet/confirmBank/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Takes a stop back, with both passwords and, where the second factor is on, a code of it. The wait begins again. An account that is not stopped is answered as it is.',
    body: { id: IdIn, ...proof },
    data: BankAccount,
    refusals: ['unknown_account', ...unproved],
    specified: false,
  }),
  deleteBankAccount: call({
    path: '/app/wallet/delBank/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Deletes the bound bank account, unless a withdrawal to it is under way. Repeatable. An unknown id, and another member’s, are refused alike.',
    body: { id: IdIn },
    data: Nothing,
    refusals: ['unknown_account', 'bank_account_in_use'],
  }),
  ifscInfo: call({
    path: '/app/wallet/ifscInfo',
    method: 'POST',
    access: 'member',
    doc: 'Bank and branch of an IFSC, from the data that comes with the server: nothing is asked over the network. The data has no names of branches, so a branch is named by its code.',
    body: { ifsc: Ifsc },
    data: z.object({ ifsc: z.string(), bankName: z.string(), branchName: z.string() }),
    refusals: ['ifsc_invalid'],
    specified: false,
  }),
};
