import * as z from 'zod/mini';
import { call } from './call.ts';
import { password } from './refusal-groups.ts';
import { NOT_SHOWN, OwnersProof } from './security.ts';
import { Id, IdIn, Instant, Nothing, TransactionPassword, Whole, listOf, plain } from './wire.ts';

const SCOPES = ['read', 'trade'] as const;

/** A key by which programs of a member act at the door for programs. */
const ProgramKey = z.object({
  /** What programs call `api_key`. */
  id: Id,
  name: z.string(),
  /** `read`: what the account has. `trade`: orders too, without the transaction password. */
  scope: z.enum(SCOPES),
  /** Where a login sends the browser; null: the key has no such login. */
  redirect: z.nullable(z.string()),
  /** Where orders of the key are posted as they end or fill in part; null: nowhere. */
  postback: z.nullable(z.string()),
  /** From where it may be used; empty: from anywhere. */
  addresses: z.array(z.string()),
  createdAt: Instant,
  expiresAt: Instant,
  lastUsedAt: z.nullable(Instant),
  lastAddress: z.nullable(z.string()),
  endedAt: z.nullable(Instant),
});

const Name = z
  .string({ error: 'program_name_invalid' })
  .check(plain, z.minLength(1, { error: 'program_name_invalid' }), z.maxLength(40, { error: 'program_name_invalid' }));
/** Another site by https only; a program on the reader's own machine also without. */
export const REDIRECT = /^(https:\/\/[a-z0-9.-]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\]))(:\d{1,5})?([/?][^\s#]*)?$/i;
const Redirect = z
  .string({ error: 'program_redirect_invalid' })
  .check(
    z.maxLength(300, { error: 'program_redirect_invalid' }),
    z.regex(REDIRECT, { error: 'program_redirect_invalid' }),
  );
/** By https only; an installation for one's own machine takes http, too. */
const Postback = z.string({ error: 'program_postback_invalid' }).check(
  z.maxLength(300, { error: 'program_postback_invalid' }),
  z.regex(/^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?([/?][^\s#]*)?$/i, {
    error: 'program_postback_invalid',
  }),
);
const Address = z.union([z.ipv4(), z.ipv6()], { error: 'program_address_invalid' });

export const programCalls = {
  programKeys: call({
    path: '/app/user/programKeys',
    method: 'POST',
    access: 'member',
    doc: 'Keys of the account for programs, the newest first; those that ended within 30 days too.',
    body: {},
    data: listOf(ProgramKey),
    refusals: [],
    specified: false,
  }),
  makeProgramKey: call({
    path: '/app/user/makeProgramKey',
    method: 'POST',
    access: 'member',
    doc: 'Makes a key for programs, good for 1 to 30 days. Answers its secret, an access token and a refresh token, once. Needs the login password, and a code where the second factor is on, unless one signed in within five minutes; a key that may trade needs the transaction password too, or a remembered one.',
    body: {
      name: Name,
      scope: z.enum(SCOPES, { error: 'invalid_input' }),
      redirect: z.optional(Redirect),
      postback: z.optional(Postback),
      addresses: z.optional(
        z
          .array(Address, { error: 'program_address_invalid' })
          .check(z.maxLength(10, { error: 'program_address_invalid' })),
      ),
      days: Whole.check(z.refine((days) => days >= 1 && days <= 30, { error: 'program_days_invalid' })),
      transactionPassword: z.optional(TransactionPassword),
      ...OwnersProof,
    },
    data: z.object({
      key: ProgramKey,
      secret: z.string(),
      /** Until the next 06:00 in India, or until there is another one. */
      accessToken: z.string(),
      /** Good once, with the secret, for the next access token. */
      refreshToken: z.string(),
    }),
    refusals: [
      'account_not_kept',
      'program_redirect_invalid',
      'program_postback_invalid',
      ...NOT_SHOWN,
      ...password,
      'too_many_program_keys',
    ],
    specified: false,
  }),
  endProgramKey: call({
    path: '/app/user/endProgramKey/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Ends a key for programs, or an assistant that was let in, within a second. Safe to repeat.',
    body: { id: IdIn },
    data: Nothing,
    refusals: ['not_found'],
    specified: false,
  }),
  allowProgram: call({
    path: '/app/user/allowProgram/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Allows a program to log in with a key of this account: answers where the browser goes, with a token that is good for five minutes and once.',
    body: { id: IdIn },
    data: z.object({ redirect: z.string() }),
    refusals: ['not_found', 'program_redirect_missing'],
    specified: false,
  }),
};
