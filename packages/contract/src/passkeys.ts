import * as z from 'zod/mini';
import { call } from './call.ts';
import { NOT_SHOWN, OwnersProof } from './security.ts';
import { SignedIn } from './user.ts';
import { Id, IdIn, Instant, Nothing, listOf, plain } from './wire.ts';

/** What WebAuthn defines (Web Authentication Level 3, JSON forms): made and read by the libraries of both sides. */
const WebAuthnJson = z.record(z.string(), z.unknown(), { error: 'invalid_input' });

const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
});

export const passkeyCalls = {
  passkeys: call({
    path: '/app/user/passkeys',
    method: 'POST',
    access: 'member',
    doc: 'Passkeys of this account.',
    body: {},
    data: listOf(Passkey),
    refusals: [],
    specified: false,
  }),
  passkeySetup: call({
    path: '/app/user/passkeySetup',
    method: 'POST',
    access: 'member',
    doc: 'What the browser needs to make a passkey; good for five minutes and once. Needs the login password, and a code where the second factor is on, unless one signed in within five minutes.',
    body: OwnersProof,
    data: z.object({ options: WebAuthnJson }),
    refusals: ['account_not_kept', 'passkey_origin', 'too_many_passkeys', ...NOT_SHOWN],
    keptOnly: true,
    specified: false,
  }),
  passkeyConfirm: call({
    path: '/app/user/passkeyConfirm',
    method: 'POST',
    access: 'member',
    doc: 'Keeps a passkey that the browser has made.',
    body: {
      response: WebAuthnJson,
      name: z.optional(z.string({ error: 'invalid_input' }).check(plain, z.maxLength(60, { error: 'invalid_input' }))),
    },
    data: Passkey,
    refusals: ['account_not_kept', 'passkey_origin', 'passkey_refused', 'too_many_passkeys'],
    keptOnly: true,
    specified: false,
  }),
  removePasskey: call({
    path: '/app/user/removePasskey/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Forgets a passkey. Safe to repeat. Needs what `passkeySetup` needs.',
    body: { id: IdIn, ...OwnersProof },
    data: Nothing,
    refusals: [...NOT_SHOWN],
    specified: false,
  }),
  passkeySignInSetup: call({
    path: '/app/user/passkeySignInSetup',
    method: 'POST',
    access: 'guest',
    doc: 'What the browser needs to sign in with a passkey; good for five minutes and once.',
    body: {},
    data: z.object({ options: WebAuthnJson }),
    refusals: ['passkey_origin'],
    specified: false,
  }),
  passkeySignIn: call({
    path: '/app/user/passkeySignIn',
    method: 'POST',
    access: 'guest',
    doc: 'Signs in with a passkey. It proves possession and its owner at once, so that no second factor is asked for.',
    body: { response: WebAuthnJson },
    data: SignedIn,
    refusals: ['passkey_origin', 'passkey_refused', 'try_later'],
    specified: false,
  }),
};
