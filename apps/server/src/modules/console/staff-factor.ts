import { forgetAccountTries, takeAccountTry } from '#modules/accounts/index.ts';
import { generateRecoveryCodes, readRecoveryCode, formatRecoveryCode } from '#src/security/recovery-codes.ts';
import { newTotpSecret, enrolmentDetails, stepOf } from '#src/security/totp.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { seal, unseal, type Sealed } from '#src/security/vault.ts';
import * as store from './factor-store.ts';
import type { ConsoleDeps, Staff } from './types.ts';

/** Codes that may be wrong in a quarter of an hour. */
const TRIES = { kind: 'window', max: 10, windowMs: 15 * 60_000 } as const;

type Asked = { readonly otp?: string | undefined; readonly enrol?: boolean | undefined };
type Refusals = 'second_factor_required' | 'second_factor_setup' | 'try_later' | 'otp_wrong';
/** Recovery codes, when the factor was set up just now. */
type Passed = { readonly recoveryCodes: readonly string[] | null };

const belongsTo = (staff: string) => [staff, 'staff totp'];

/**
 * The second step of a sign-in, after the password. An owner of an authenticator brings a code of it, or a recovery code. Who has none sets one up where the
 * configuration or two others ask for it, or by `enrol`: the secret is in the refusal, and the same sign-in with a first code of it is the end of the setup.
 * Refuses, in this order: second_factor_required, second_factor_setup (`secret`, `url`), try_later, otp_wrong.
 */
export async function checkFactor(deps: ConsoleDeps, person: Staff, asked: Asked): Promise<Result<Passed, Refusals>> {
  const { config, door } = deps;
  const factor = await store.factorOf(door, person.number);
  if (factor?.isConfirmed) {
    if (asked.otp === undefined) return refuse('second_factor_required', { field: 'otp' });
    return limited(deps, person, async () => {
      const isRight = (await useStep(deps, person, asked.otp!)) || (await useRecoveryCode(deps, person, asked.otp!));
      return isRight ? { recoveryCodes: null } : undefined;
    });
  }
  const isDue = factor?.isDue === true || config.CONSOLE_SECOND_FACTOR === 'required' || asked.enrol === true;
  if (!isDue) return done({ recoveryCodes: null });
  if (asked.otp === undefined || !factor?.sealed)
    return refuse('second_factor_setup', { details: await draw(deps, person) });
  return limited(deps, person, () => confirm(deps, person, asked.otp!));
}

async function limited(
  { db, clock }: ConsoleDeps,
  { number }: Staff,
  check: () => Promise<Passed | undefined>,
): Promise<Result<Passed, 'try_later' | 'otp_wrong'>> {
  const key = `console-otp:${number}`;
  const waitMs = await takeAccountTry(db, key, TRIES, clock.now());
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });
  const passed = await check();
  if (!passed) return refuse('otp_wrong', { field: 'otp' });
  await forgetAccountTries(db, key);
  return done(passed);
}

/** A new secret, in the place of one that was never confirmed. */
async function draw({ door, keys, random }: ConsoleDeps, { number, name }: Staff) {
  const secret = newTotpSecret(random);
  await store.replaceSecret(door, number, seal(keys.vault, random, secret, belongsTo(number)));
  return enrolmentDetails(secret, `${name} (back office)`);
}

async function confirm(deps: ConsoleDeps, { number }: Staff, otp: string): Promise<Passed | undefined> {
  const { door, clock, random, passwords } = deps;
  const found = await store.factorOf(door, number);
  const step = stepAt(deps, number, found, otp);
  if (step === undefined) return undefined;
  const drawn = generateRecoveryCodes(random);
  const codes = await Promise.all(
    drawn.map(async ({ selector, text }) => ({ selector, hash: await passwords.hash(text) })),
  );
  return door.transaction(async (tx) => {
    const factor = await store.factorOf(tx, number);
    if (factor?.isConfirmed !== false || !isSame(factor.sealed, found?.sealed)) return undefined; // another page was faster
    await store.confirm(tx, number, { step, at: clock.now(), codes });
    return { recoveryCodes: drawn.map(formatRecoveryCode) };
  });
}

const isSame = (one: Sealed | null, other: Sealed | null | undefined): boolean =>
  one !== null && other != null && Buffer.from(one.body).equals(other.body);

async function useStep(deps: ConsoleDeps, { number }: Staff, otp: string): Promise<boolean> {
  return deps.door.transaction(async (tx) => {
    const step = stepAt(deps, number, await store.factorOf(tx, number), otp);
    if (step !== undefined) await store.useStep(tx, number, step);
    return step !== undefined;
  });
}

async function useRecoveryCode({ door, clock, passwords }: ConsoleDeps, { number }: Staff, typed: string) {
  const code = readRecoveryCode(typed);
  if (!code) return false;
  const hash = await store.recoveryCode(door, number, code.selector);
  if (!(await passwords.verify(code.text, hash))) return false;
  return store.useRecoveryCode(door, number, code.selector, clock.now());
}

/** The step that a code is of, if it counts now. */
function stepAt(
  { keys, clock }: ConsoleDeps,
  number: string,
  factor: store.FactorRow | undefined,
  otp: string,
): number | undefined {
  if (!factor?.sealed) return undefined;
  return stepOf(unseal(keys.vault, factor.sealed, belongsTo(number)), otp, clock.now(), factor.lastStep);
}
