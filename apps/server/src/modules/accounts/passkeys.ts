import type { Body, Data } from '@khara/contract';
import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { cureCredit } from '#modules/credit/index.ts';
import { announce, notify } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { randomId } from '#src/security/random-id.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { reauthenticate, type ReauthenticationRefusal } from './reauthenticate.ts';
import { SECURITY_PAGE } from './devices.ts';
import { originDomain, keepChallenge, newChallenge, takeChallenge } from './challenges.ts';
import * as passkeyRows from './passkey-store.ts';
import type { Passkey } from './passkey-store.ts';
import { maskPhone } from './phone.ts';
import * as memberStore from './member-store.ts';

const MAX_PASSKEYS = 10;

const shown = (row: Passkey): Data<'passkeyConfirm'> => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt ?? null,
});

export async function listPasskeys({ db }: Deps, { member }: MemberCaller): Promise<Result<Data<'passkeys'>, never>> {
  return done({ list: (await passkeyRows.listPasskeys(db, member.userId)).map(shown), nextCursor: null });
}

/**
 * What a browser needs to make a passkey for this account on this domain, where it has none of the account's
 * yet. Refuses, in this order: passkey_origin, what shows that the caller is no owner (reauthenticate.ts; the
 * second factor too, since a passkey goes in without it), too_many_passkeys.
 */
export async function passkeySetup(
  deps: Deps,
  { member, origin }: MemberCaller,
  proof: Body<'passkeySetup'>,
): Promise<Result<Data<'passkeySetup'>, 'passkey_origin' | 'too_many_passkeys' | ReauthenticationRefusal>> {
  if (origin === undefined) return refuse('passkey_origin');
  const owner = await reauthenticate(deps, member, proof, { factor: true });
  if (owner.refused !== undefined) return owner;
  const known = await passkeyRows.listPasskeys(deps.db, member.userId);
  if (known.length >= MAX_PASSKEYS) return refuse('too_many_passkeys');
  const row = await readMember(deps, member.userId);
  const options = await generateRegistrationOptions({
    rpName: 'Khara',
    rpID: originDomain(origin),
    userName: maskPhone(row.phone),
    userDisplayName: row.nickname,
    userID: Uint8Array.from(Buffer.from(member.userId)),
    challenge: newChallenge(deps, { memberId: member.userId, origin }),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credentialId: id }) => ({ id })),
  });
  await keepChallenge(deps, options.challenge, { memberId: member.userId, origin });
  return done({ options: { ...options } });
}

/**
 * Keeps a passkey. Refuses, in this order: passkey_origin, passkey_refused (no challenge of ours, or it does
 * not verify), too_many_passkeys.
 */
export async function passkeyConfirm(
  deps: Deps,
  { member, origin, userAgent }: MemberCaller,
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
    expectedRPID: originDomain(origin),
  }).catch(() => undefined);
  if (!verified?.verified) return refuse('passkey_refused');
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  const now = clock.now();
  const passkey = {
    id: `K${randomId(random)}`,
    memberId: member.userId,
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    counter: BigInt(counter),
    transports,
    rpId: originDomain(origin),
    name: name?.trim() || userAgent.slice(0, 60) || 'Passkey',
    createdAt: now,
  };
  const kept = await db.transaction(async (tx) => {
    const row = await passkeyRows.insertPasskey(tx, passkey, MAX_PASSKEYS);
    return (
      row && {
        row,
        notice: await notify(tx, {
          userId: member.userId,
          category: 'system',
          key: 'passkeyAdded',
          link: SECURITY_PAGE,
          at: now,
        }),
        // An owner of a second factor is authenticated.
        healed: await cureCredit(tx, deps, { userId: member.userId, rule: 'takeover_signals' }),
      }
    );
  });
  if (!kept) return refuse('too_many_passkeys');
  announce(deps, kept.notice);
  announce(deps, kept.healed);
  return done(shown(kept.row));
}

/**
 * Forgets a passkey. One that is not there is no reason to refuse. Refuses what shows that the caller is no
 * owner (reauthenticate.ts).
 */
export async function forgetPasskey(
  deps: Deps,
  { member }: MemberCaller,
  { id, ...proof }: Body<'removePasskey'>,
): Promise<Result<null, ReauthenticationRefusal>> {
  const owner = await reauthenticate(deps, member, proof, { factor: true });
  if (owner.refused !== undefined) return owner;
  const notice = await deps.db.transaction(async (tx) => {
    if (!(await passkeyRows.removePasskey(tx, member.userId, id))) return undefined;
    return notify(tx, {
      userId: member.userId,
      category: 'system',
      key: 'passkeyRemoved',
      link: SECURITY_PAGE,
      at: deps.clock.now(),
    });
  });
  announce(deps, notice);
  return done(null);
}

async function readMember({ db }: Deps, id: string) {
  const row = await memberStore.memberById(db, id);
  if (!row) throw new Error('A session or a passkey belongs to no account');
  return row;
}
