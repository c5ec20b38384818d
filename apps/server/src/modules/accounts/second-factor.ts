import { createHmac } from 'node:crypto';
import type { Data } from '@khara/contract';
import { Secret, TOTP } from 'otpauth';
import { cureCredit } from '#modules/credit/index.ts';
import { announce, notify } from '#modules/notices/index.ts';
import type { Tx } from '../../db.ts';
import type { Deps } from '../../deps.ts';
import type { SignedIn } from '../../handler.ts';
import { done, refuse, type Result } from '../../result.ts';
import { seal, unseal } from '../../vault.ts';
import { forgetSessions } from './open-session.ts';
import { maskPhone } from './phone.ts';
import * as factors from './second-factor-store.ts';
import * as store from './store.ts';
import { BUDGETS, forgetTries, takeTry } from './tries.ts';

/** RFC 6238 with what every authenticator app assumes: SHA-1, six digits, 30 s; a code of the step before or after counts too. */
const STEP_MS = 30_000;
const SECRET_BYTES = 20;
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** Without 0, O, 1, I and L, which are read for one another. */
const RECOVERY_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const RECOVERY_LENGTH = 10;

type Wrong = 'try_later' | 'otp_wrong';

/** Draws a secret for an authenticator, answered once. An earlier one that was never confirmed is forgotten. */
export async function totpSetup(
  deps: Deps,
  { member }: SignedIn,
): Promise<Result<Data<'totpSetup'>, 'totp_already_on'>> {
  const { db, random, keys, clock } = deps;
  const row = await store.memberById(db, member.userId);
  if (!row) throw new Error('A session belongs to no account');
  const secret = random.bytes(SECRET_BYTES);
  const sealed = seal(keys.vault, random, secret, belongsTo(member.userId));
  if (!(await factors.replaceTotp(db, member.userId, sealed, clock.now()))) return refuse('totp_already_on');
  const totp = authenticator(secret, maskPhone(row.phone));
  return done({ secret: totp.secret.base32, url: totp.toString() });
}

/** Switches the second factor on by a first code. Refuses, in this order: totp_not_set_up, totp_already_on, try_later, otp_wrong. */
export async function totpConfirm(
  deps: Deps,
  { member, language }: SignedIn,
  { otp }: { readonly otp: string },
): Promise<Result<Data<'totpConfirm'>, 'totp_not_set_up' | 'totp_already_on' | Wrong>> {
  const { db, clock, random } = deps;
  const found = await factors.totpOf(db, member.userId);
  if (!found) return refuse('totp_not_set_up');
  if (found.isConfirmed) return refuse('totp_already_on');
  const waitMs = await takeTry(db, triesKey(member.userId), BUDGETS.secondFactor, clock.now());
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, () => drawRecoveryCode(random));
  const changed = await db.transaction(async (tx) => {
    const totp = await factors.totpOf(tx, member.userId);
    const step = totp && !totp.isConfirmed ? stepOf(deps, member.userId, totp, otp) : undefined;
    if (step === undefined) return undefined;
    await factors.confirmTotp(tx, member.userId, step, clock.now());
    await factors.insertRecoveryCodes(
      tx,
      member.userId,
      recoveryCodes.map((code) => hashOf(deps, code)),
    );
    // Whoever has a second factor has shown who it is.
    const healed = await cureCredit(tx, deps, { userId: member.userId, rule: 'takeover_signals' });
    return { ...(await changeOfFactor(tx, deps, member, 'secondFactorOn')), healed };
  });
  if (!changed) return refuse('otp_wrong', { field: 'otp' });
  await forgetTries(db, triesKey(member.userId));
  forgetSessions(deps, changed.ended);
  announce(deps, changed.notice, language);
  announce(deps, changed.healed, language);
  return done({ recoveryCodes });
}

/** Switches the second factor off, by a code of it. Refuses, in this order: totp_not_set_up, try_later, otp_wrong. */
export async function totpDisable(
  deps: Deps,
  { member, language }: SignedIn,
  { otp }: { readonly otp: string },
): Promise<Result<null, 'totp_not_set_up' | Wrong>> {
  if (!(await isSecondFactorOn(deps, member.userId))) return refuse('totp_not_set_up');
  const checked = await useOtp(deps, member.userId, otp);
  if (checked.refused !== undefined) return checked;
  const changed = await deps.db.transaction(async (tx) => {
    await factors.removeTotp(tx, member.userId);
    return changeOfFactor(tx, deps, member, 'secondFactorOff');
  });
  forgetSessions(deps, changed.ended);
  announce(deps, changed.notice, language);
  return done(null);
}

export async function isSecondFactorOn({ db }: Pick<Deps, 'db'>, memberId: string): Promise<boolean> {
  return (await factors.totpOf(db, memberId))?.isConfirmed === true;
}

/**
 * Checks a code of the second factor, or a recovery code, and uses it up: no code counts twice. Passes without one where the factor is off. Refuses, in
 * this order: second_factor_required, try_later (`from` has a budget of its own, so that nobody elsewhere keeps the owner out), otp_wrong.
 */
export async function checkSecondFactor(
  deps: Deps,
  memberId: string,
  otp: string | undefined,
  from = 'member',
): Promise<Result<undefined, 'second_factor_required' | Wrong>> {
  if (!(await isSecondFactorOn(deps, memberId))) return done(undefined);
  if (otp === undefined || otp === '') return refuse('second_factor_required', { field: 'otp' });
  return useOtp(deps, memberId, otp, from);
}

async function useOtp(deps: Deps, memberId: string, otp: string, from = 'member'): Promise<Result<undefined, Wrong>> {
  const { db, clock } = deps;
  const key = triesKey(memberId, from);
  const waitMs = await takeTry(db, key, BUDGETS.secondFactor, clock.now());
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });
  const isRight = await db.transaction(async (tx) => {
    const totp = await factors.totpOf(tx, memberId);
    if (!totp?.isConfirmed) return false;
    const step = stepOf(deps, memberId, totp, otp);
    if (step !== undefined) {
      await factors.useStep(tx, memberId, step);
      return true;
    }
    return factors.useRecoveryCode(tx, memberId, hashOf(deps, otp), clock.now());
  });
  if (!isRight) return refuse('otp_wrong', { field: 'otp' });
  await forgetTries(db, key);
  return done(undefined);
}

const triesKey = (memberId: string, from = 'member'): string => `otp:${memberId}:${from}`;
const belongsTo = (memberId: string) => [memberId, 'totp'];

const authenticator = (secret: Uint8Array, label: string): TOTP =>
  new TOTP({ issuer: 'Khara', label, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });

/** The 30-second step that a code is of, if it is right and newer than every code that was used. */
function stepOf(
  { keys, clock }: Pick<Deps, 'keys' | 'clock'>,
  memberId: string,
  totp: factors.TotpRow,
  otp: string,
): number | undefined {
  const token = otp.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const secret = unseal(keys.vault, totp, belongsTo(memberId));
  const timestamp = clock.now();
  const delta = authenticator(secret, '').validate({ token, timestamp, window: WINDOW });
  if (delta === null) return undefined;
  const step = Math.floor(timestamp / STEP_MS) + delta;
  return step > totp.lastStep ? step : undefined;
}

/** "ABCDE-FGHJK": some 49 random bits, each letter as likely as any other. */
function drawRecoveryCode(random: Deps['random']): string {
  const usable = 256 - (256 % RECOVERY_ALPHABET.length); // beyond it some letters would be likelier
  let code = '';
  while (code.length < RECOVERY_LENGTH) {
    for (const byte of random.bytes(RECOVERY_LENGTH)) {
      if (byte < usable && code.length < RECOVERY_LENGTH) code += RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length];
    }
  }
  return `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`;
}

/** What is kept of a recovery code: useless without the pepper. */
const hashOf = ({ keys }: Pick<Deps, 'keys'>, code: string): Buffer =>
  createHmac('sha256', keys.passwordPepper.key)
    .update('recovery code\0')
    .update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
    .digest();

/** What follows each change of the second factor: the other sessions end, and the owner is told. */
async function changeOfFactor(
  tx: Tx,
  { clock }: Deps,
  { userId, sessionId }: SignedIn['member'],
  key: 'secondFactorOn' | 'secondFactorOff',
) {
  const now = clock.now();
  const ended = await store.endOtherSessions(tx, {
    memberId: userId,
    keep: sessionId,
    reason: 'second_factor_changed',
    now,
  });
  return { ended, notice: await notify(tx, { userId, category: 'system', key, at: now }) };
}
