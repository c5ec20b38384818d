import * as z from 'zod/mini';
import { call } from './call.ts';
import { FileAnswer } from './file.ts';
import { Id, Instant, Nothing, Page, TransactionPassword, listOf } from './wire.ts';

export const privacyCalls = {
  accessLog: call({
    path: '/app/user/accessLog',
    method: 'POST',
    access: 'member',
    doc: 'Who looked at this account or acted on it from the back office, when, what and why; the newest first.',
    body: Page,
    data: listOf(z.object({ id: Id, who: z.string(), action: z.string(), reason: z.string(), at: Instant })),
    refusals: [],
    specified: false,
  }),
  exportData: call({
    path: '/app/user/exportData',
    method: 'POST',
    access: 'member',
    doc: 'Everything that is kept of this account, as a signed JSON file. Needs the transaction password, also while it is remembered; a practice account has none.',
    body: { transactionPassword: z.optional(TransactionPassword) },
    data: FileAnswer,
    refusals: [
      'transaction_password_required',
      'transaction_password_wrong',
      'transaction_password_paused',
      'transaction_password_default_expired',
      'try_later',
    ],
    answersFile: true,
    specified: false,
  }),
  closeAccount: call({
    path: '/app/user/closeAccount',
    method: 'POST',
    access: 'member',
    doc: 'Closes an account that holds and owes nothing, or a practice account: what is personal is erased 48 hours later. Until then `keepAccount` takes it back.',
    body: { transactionPassword: z.optional(TransactionPassword) },
    data: z.object({ erasesAt: Instant }),
    refusals: [
      'transaction_password_required',
      'transaction_password_wrong',
      'transaction_password_paused',
      'transaction_password_default_expired',
      'account_owes',
      'account_not_empty',
    ],
    specified: false,
  }),
  keepAccount: call({
    path: '/app/user/keepAccount',
    method: 'POST',
    access: 'member',
    doc: 'Takes the closing of the account back, while it is not erased. Safe to repeat.',
    body: {},
    data: Nothing,
    refusals: [],
    specified: false,
  }),
  closing: call({
    path: '/app/user/closing',
    method: 'POST',
    access: 'member',
    doc: 'When this account is going to be erased; null when it is not.',
    body: {},
    data: z.object({ erasesAt: z.nullable(Instant) }),
    refusals: [],
    specified: false,
  }),
};
