import type { Body } from '@khara/contract';
import type { Deps } from '#src/kernel/deps.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import type { Random } from '#src/kernel/random.ts';
import { ATTEMPT_LIMITS, giveBackAttempt, takeAttempt, type AttemptLimit } from './attempt-store.ts';
import { isTooCommon } from './common-passwords.ts';
import * as memberStore from './member-store.ts';
import { lastDigits, readPhone } from './phone.ts';
import { plainDigits } from '@khara/rules';
import { SANDBOX_INVITE_CODE } from '#modules/config/index.ts';
import type { Config } from '#src/config.ts';
import { randomText } from '#src/security/random-id.ts';

const LENGTH = 8;

/** A member's own code. */
const generateInviteCode = (random: Random): string => randomText(random, LENGTH);

/** A code as it is compared; empty for none. */
const tidyCode = (typed: string | undefined): string =>
  plainDigits(typed ?? '')
    .trim()
    .toUpperCase();

/**
 * Whether a tidied code is the one that this installation publishes, or none where none is needed: such an
 * account has no inviter, and no try is spent.
 */
const isOpen = (config: Config, code: string): boolean =>
  code === SANDBOX_INVITE_CODE || (code === '' && config.INVITE_CODE === 'optional');

/** A name for a member without one, "Khara 40271": the inviter reads it, so it says nothing of the phone. */
export const generateNickname = (random: Random): string =>
  `Khara ${10_000 + (Buffer.from(random.bytes(4)).readUInt32BE() % 90_000)}`;

/** New accounts of one network in an hour: as many in a class as for programs of this machine. */
const registrationLimit = ({ config }: Pick<Deps, 'config'>): AttemptLimit =>
  config.PROFILE === 'school' || config.MARKET_PROFILE === 'stepped'
    ? ATTEMPT_LIMITS.classRegistrations
    : ATTEMPT_LIMITS.registrations;

/** Counts a new account of a network, with a phone or of a device alone. Answers ms to wait: 0, it may be opened. */
export const countNewAccount = (
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  kind: 'register' | 'practice',
  network: string,
): Promise<number> => takeAttempt(deps.db, `${kind}:${network}`, registrationLimit(deps), deps.clock.now());

type Asked = Pick<Body<'register'>, 'inviteCode' | 'agree' | 'password' | 'confirmPassword' | 'phone'>;
export type RegistrationFlaw =
  | 'invite_code_required'
  | 'invite_code_invalid'
  | 'agreement_required'
  | 'passwords_differ'
  | 'phone_invalid'
  | 'password_too_common'
  | 'try_later';

/**
 * What an account with a phone is opened with, or a practice account kept with. Refuses, in this order: the invitation
 * code (first, so that a caller without one learns nothing; try_later after twenty wrong ones an hour from one
 * network, but never for the published code), agreement_required, passwords_differ, phone_invalid,
 * password_too_common.
 */
export async function readRegistration(
  deps: Deps,
  network: string,
  { inviteCode, agree, password, confirmPassword, phone: typed }: Asked,
): Promise<Result<{ readonly phone: string; readonly invitedBy: string | undefined }, RegistrationFlaw>> {
  const invited = await tryInviteCode(deps, network, inviteCode);
  if (invited.refused !== undefined) return invited;
  if (agree !== true) return refuse('agreement_required', { field: 'agree' });
  if (confirmPassword !== undefined && confirmPassword !== password)
    return refuse('passwords_differ', { field: 'confirmPassword' });
  const phone = readPhone(typed);
  if (phone === undefined) return refuse('phone_invalid', { field: 'phone' });
  if (isTooCommon(password, lastDigits(phone))) return refuse('password_too_common', { field: 'password' });
  return done({ phone, invitedBy: invited.value });
}

/**
 * Who invited; undefined for no member. A wrong code costs a try: which codes are in use cannot be found out
 * by trying. The published code costs none: wrong ones of one guest do not close registration for a whole
 * network.
 */
async function tryInviteCode(
  { db, config, clock }: Deps,
  network: string,
  typed: string | undefined,
): Promise<Result<string | undefined, 'invite_code_required' | 'invite_code_invalid' | 'try_later'>> {
  const code = tidyCode(typed);
  if (isOpen(config, code)) return done(undefined);
  if (code === '') return refuse('invite_code_required', { field: 'inviteCode' });
  const key = `invitation:${network}`;
  const waitMs = await takeAttempt(db, key, ATTEMPT_LIMITS.invitations, clock.now());
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });
  const inviter = await memberStore.memberIdByInviteCode(db, code);
  if (inviter === undefined) return refuse('invite_code_invalid', { field: 'inviteCode' });
  await giveBackAttempt(db, key);
  return done(inviter);
}

/** Two members may get the same invitation code, once in a very long while: then another is generated. */
export async function withFreshInviteCode<T>({ random }: Deps, work: (inviteCode: string) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(generateInviteCode(random));
    } catch (error) {
      if (!memberStore.isInviteCodeClash(error) || attempt === 3) throw error;
    }
  }
}
