import type { Body, Data } from '@khara/contract';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import * as z from 'zod/mini';
import { cureCredit } from '#modules/credit/index.ts';
import { announce, notify } from '#modules/notices/index.ts';
import type { Deps } from '../../deps.ts';
import { drawId } from '../../draw-id.ts';
import type { Guest, SignedIn } from '../../handler.ts';
import { done, refuse, type Result } from '../../result.ts';
import { networkOf } from './network.ts';
import { forgetSessions, openSession } from './open-session.ts';
import * as passkeyRows from './passkey-store.ts';
import type { PasskeyRow } from './passkey-store.ts';
import { maskPhone } from './phone.ts';
import * as store from './store.ts';
import { BUDGETS, giveBackTry, takeTry } from './tries.ts';
import { userInfo } from './user-info.ts';

const CHALLENGE_BYTES = 32;
const CHALLENGE_MS = 5 * 60_000;
const MAX_PASSKEYS = 10;

/** The domain that a passkey belongs to: that of the page, which the browser vouches for and the server has found to be its own. */
const domainOf = (origin: string): string => new URL(origin).hostname;

const shown = (row: PasskeyRow): Data<'passkeyConfirm'> => ({
  id: row.id,
  name: row.name,
  createdAt: Number(row.created_at),
  lastUsedAt: row.last_used_at === null ? null : Number(row.last_used_at),
});

export async function listPasskeys({ db }: Deps, { member }: SignedIn): Promise<Result<Data<'passkeys'>, never>> {
  return done({ list: (await passkeyRows.passkeysOf(db, member.userId)).map(shown), nextCursor: null });
}

/** What a browser needs to make a passkey for this account on this domain, where it has none of the account's yet. */
export async function passkeySetup(
  deps: Deps,
  { member, origin }: SignedIn,
): Promise<Result<Data<'passkeySetup'>, 'passkey_origin' | 'too_many_passkeys'>> {
  if (origin === undefined) return refuse('passkey_origin');
  const known = await passkeyRows.passkeysOf(deps.db, member.userId);
  if (known.length >= MAX_PASSKEYS) return refuse('too_many_passkeys');
  const row = await memberOf(deps, member.userId);
  const options = await generateRegistrationOptions({
    rpName: 'Khara',
    rpID: domainOf(origin),
    userName: maskPhone(row.phone),
    userDisplayName: row.nickname,
    userID: Uint8Array.from(Buffer.from(member.userId)),
    challenge: newChallenge(deps),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credential_id: id }) => ({ id })),
  });
  await keepChallenge(deps, options.challenge, { memberId: member.userId, origin });
  return done({ options: { ...options } });
}

/** Keeps a passkey. Refuses, in this order: passkey_origin, passkey_refused (no challenge of ours, or it does not verify), too_many_passkeys. */
export async function passkeyConfirm(
  deps: Deps,
  { member, origin, language, userAgent }: SignedIn,
  { response, name }: Body<'passkeyConfirm'>,
): Promise<Result<Data<'passkeyConfirm'>, 'passkey_origin' | 'passkey_refused' | 'too_many_passkeys'>> {
  const { db, clock, random } = deps;
  if (origin === undefined) return refuse('passkey_origin');
  const challenge = await takeChallenge(deps, response);
  if (!challenge || challenge.memberId !== member.userId || challenge.origin !== origin)
    return refuse('passkey_refused');
  const verified = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON, // the library reads it as it comes
    expectedChallenge: challenge.text,
    expectedOrigin: origin,
    expectedRPID: domainOf(origin),
  }).catch(() => undefined);
  if (!verified?.verified) return refuse('passkey_refused');
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  const now = clock.now();
  const passkey = {
    id: `K${drawId(random)}`,
    member_id: member.userId,
    credential_id: id,
    public_key: Buffer.from(publicKey),
    counter: BigInt(counter),
    transports,
    rp_id: domainOf(origin),
    name: name?.trim() || userAgent.slice(0, 60) || 'Passkey',
    created_at: BigInt(now),
  };
  const kept = await db.transaction(async (tx) => {
    const row = await passkeyRows.insertPasskey(tx, passkey, MAX_PASSKEYS);
    return (
      row && {
        row,
        notice: await notify(tx, { userId: member.userId, category: 'system', key: 'passkeyAdded', at: now }),
        // Whoever has a second factor has shown who it is.
        healed: await cureCredit(tx, deps, { userId: member.userId, rule: 'takeover_signals' }),
      }
    );
  });
  if (!kept) return refuse('too_many_passkeys');
  announce(deps, kept.notice, language);
  announce(deps, kept.healed, language);
  return done(shown(kept.row));
}

export async function forgetPasskey({ db }: Deps, { member }: SignedIn, { id }: { readonly id: string }) {
  await passkeyRows.removePasskey(db, member.userId, id);
  return done(null);
}

export async function passkeySignInSetup(
  deps: Deps,
  { origin }: Guest,
): Promise<Result<Data<'passkeySignInSetup'>, 'passkey_origin'>> {
  if (origin === undefined) return refuse('passkey_origin');
  const options = await generateAuthenticationOptions({
    rpID: domainOf(origin),
    challenge: newChallenge(deps),
    userVerification: 'required',
  });
  await keepChallenge(deps, options.challenge, { memberId: undefined, origin });
  return done({ options: { ...options } });
}

/**
 * Signs in with a passkey whose owner the device has recognised. Refuses, in this order: passkey_origin, try_later (30 failures of one network in 15
 * minutes), passkey_refused.
 */
export async function passkeySignIn(
  deps: Deps,
  caller: Guest,
  { response }: Body<'passkeySignIn'>,
): Promise<Result<Data<'passkeySignIn'>, 'passkey_origin' | 'passkey_refused' | 'try_later'>> {
  const { db, clock } = deps;
  const { origin } = caller;
  if (origin === undefined) return refuse('passkey_origin');
  const key = `network:${networkOf(caller.address)}`;
  const waitMs = await takeTry(db, key, BUDGETS.network, clock.now());
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });

  const used = await verifiedUse(deps, response, origin);
  if (!used) return refuse('passkey_refused');
  await giveBackTry(db, key);
  const member = await memberOf(deps, used.passkey.member_id);
  const opened = await db.transaction(async (tx) => {
    if (!(await passkeyRows.usePasskey(tx, used.passkey.id, used.counter, clock.now()))) return undefined;
    await store.setLanguage(tx, member.id, caller.language);
    return openSession(tx, deps, { memberId: member.id, caller });
  });
  if (!opened) return refuse('passkey_refused');
  forgetSessions(deps, opened.ended);
  const { token, device } = opened;
  return done({ token, device, userInfo: await userInfo(deps, { ...member, language: caller.language }) });
}

async function verifiedUse(
  deps: Deps,
  response: Readonly<Record<string, unknown>>,
  origin: string,
): Promise<{ readonly passkey: PasskeyRow; readonly counter: number } | undefined> {
  const challenge = await takeChallenge(deps, response);
  if (!challenge || challenge.memberId !== undefined || challenge.origin !== origin) return undefined;
  const { id } = response;
  const passkey = typeof id === 'string' ? await passkeyRows.passkeyByCredential(deps.db, id) : undefined;
  if (!passkey || passkey.rp_id !== domainOf(origin)) return undefined;
  const verified = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON, // the library reads it as it comes
    expectedChallenge: challenge.text,
    expectedOrigin: origin,
    expectedRPID: passkey.rp_id,
    credential: {
      id: passkey.credential_id,
      publicKey: Uint8Array.from(passkey.public_key),
      counter: Number(passkey.counter),
    },
  }).catch(() => undefined);
  return verified?.verified ? { passkey, counter: verified.authenticationInfo.newCounter } : undefined;
}

const newChallenge = ({ random }: Deps): Uint8Array<ArrayBuffer> => Uint8Array.from(random.bytes(CHALLENGE_BYTES));

const keepChallenge = ({ db, clock }: Deps, text: string, challenge: passkeyRows.Challenge): Promise<void> =>
  passkeyRows.insertChallenge(db, text, challenge, clock.now() + CHALLENGE_MS);

const ClientData = z.object({ challenge: z.string() });
const Answer = z.object({ response: z.object({ clientDataJSON: z.string() }) });

/** The challenge that a response names, used up, if it was one of ours. */
async function takeChallenge({ db, clock }: Deps, response: Readonly<Record<string, unknown>>) {
  const answer = z.safeParse(Answer, response);
  if (!answer.success) return undefined;
  const clientData = z.safeParse(ClientData, parsed(answer.data.response.clientDataJSON));
  if (!clientData.success) return undefined;
  const text = clientData.data.challenge;
  const found = await passkeyRows.takeChallenge(db, text, clock.now());
  return found && { ...found, text };
}

function parsed(base64url: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64url, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

async function memberOf({ db }: Deps, id: string) {
  const row = await store.memberById(db, id);
  if (!row) throw new Error('A session or a passkey belongs to no account');
  return row;
}
