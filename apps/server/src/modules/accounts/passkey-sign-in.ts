import type { Body, Data } from '@khara/contract';
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
} from '@simplewebauthn/server';
import { isAsRecorded } from '#modules/ledger/index.ts';
import { announce } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Guest } from '#src/kernel/call-handler.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { deviceKnownTo, notifyOfNewDevice } from './devices.ts';
import { toNetwork } from './network.ts';
import { openSession } from './open-session.ts';
import { originDomain, keepChallenge, newChallenge, takeChallenge } from './challenges.ts';
import * as passkeyRows from './passkey-store.ts';
import type { Passkey } from './passkey-store.ts';
import * as memberStore from './member-store.ts';
import { ATTEMPT_LIMITS, giveBackAttempt, takeAttempt } from './attempt-store.ts';
import { userInfo } from './user-info.ts';

export async function passkeySignInSetup(
  deps: Deps,
  { origin }: Guest,
): Promise<Result<Data<'passkeySignInSetup'>, 'passkey_origin'>> {
  if (origin === undefined) return refuse('passkey_origin');
  const options = await generateAuthenticationOptions({
    rpID: originDomain(origin),
    challenge: newChallenge(deps, { memberId: undefined, origin }),
    userVerification: 'required',
  });
  await keepChallenge(deps, options.challenge, { memberId: undefined, origin });
  return done({ options: { ...options } });
}

/**
 * Signs in with a passkey whose owner the device has recognised. Refuses, in this order: passkey_origin,
 * try_later (30 failures of one network in 15 minutes), passkey_refused.
 */
export async function passkeySignIn(
  deps: Deps,
  caller: Guest,
  { response }: Body<'passkeySignIn'>,
): Promise<Result<Data<'passkeySignIn'>, 'passkey_origin' | 'passkey_refused' | 'try_later'>> {
  const { db, clock } = deps;
  const { origin } = caller;
  if (origin === undefined) return refuse('passkey_origin');
  const key = `network:${toNetwork(caller.address)}`;
  const waitMs = await takeAttempt(db, key, ATTEMPT_LIMITS.network, clock.now());
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });

  const used = await verifiedUse(deps, response, origin);
  if (!used) return refuse('passkey_refused');
  await giveBackAttempt(db, key);
  const member = await memberStore.memberById(db, used.passkey.memberId);
  if (!member) throw new Error('A passkey belongs to no account');
  const knownDevice = await deviceKnownTo(deps, member, caller.device);
  const opened = await db.transaction(async (tx) => {
    const { passkey, counter, challenge } = used;
    if (!(await passkeyRows.usePasskey(tx, { id: passkey.id, counter, challenge, now: clock.now() }))) return undefined;
    await memberStore.setLanguage(tx, member.id, caller.language);
    const session = await openSession(tx, deps, { memberId: member.id, caller, knownDevice, openedBy: 'passkey' });
    return {
      ...session,
      notice: knownDevice === undefined ? await notifyOfNewDevice(tx, deps, member.id, caller) : undefined,
    };
  });
  if (!opened) return refuse('passkey_refused');
  deps.pushes.endSessions(opened.ended);
  announce(deps, opened.notice);
  const { token, device } = opened;
  return done({ token, device, userInfo: await userInfo(deps, { ...member, language: caller.language }) });
}

async function verifiedUse(
  deps: Deps,
  response: Readonly<Record<string, unknown>>,
  origin: string,
): Promise<{ readonly passkey: Passkey; readonly counter: number; readonly challenge: string } | undefined> {
  const challenge = await takeChallenge(deps, response);
  if (!challenge || challenge.memberId !== undefined || challenge.origin !== origin) return undefined;
  const { id } = response;
  const passkey = typeof id === 'string' ? await passkeyRows.passkeyByCredential(deps.db, id) : undefined;
  if (!passkey || passkey.rpId !== originDomain(origin)) return undefined;
  const verified = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON, // the library reads it as it comes
    expectedChallenge: challenge.text,
    expectedOrigin: origin,
    expectedRPID: passkey.rpId,
    credential: {
      id: passkey.credentialId,
      publicKey: Uint8Array.from(passkey.publicKey),
      counter: Number(passkey.counter),
    },
  }).catch(() => undefined);
  if (!verified?.verified || !(await isAsRecorded(deps, passkeyRows.PASSKEYS, passkey.id))) return undefined;
  return { passkey, counter: verified.authenticationInfo.newCounter, challenge: challenge.text };
}
