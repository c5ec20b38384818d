import { forgetAccountAttempts, takeAccountAttempt } from '#modules/accounts/index.ts';
import {
  isStillOpen,
  newRecoveryCodes,
  newSecret,
  stepNow,
  useCode,
  type OwnFactor,
} from '#src/security/second-factor.ts';
import type { SealedTable } from '#src/security/sealed-table.ts';
import { enrolmentDetails } from '#src/security/totp.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import * as store from './factor-store.ts';
import { isStaffAsRecorded, STAFF_FACTORS } from './recorded-staff-store.ts';
import type { ConsoleDeps, Staff } from './types.ts';

/** Codes that may be wrong in a quarter of an hour. */
const ATTEMPT_LIMIT = { kind: 'window', max: 10, windowMs: 15 * 60_000 } as const;

type FactorRequest = { readonly otp?: string | undefined; readonly enrol?: boolean | undefined };
type Refusals = 'second_factor_required' | 'second_factor_setup' | 'try_later' | 'otp_wrong';
/** Recovery codes, when the factor was set up just now. */
type FactorResult = { readonly recoveryCodes: readonly string[] | null };

const belongsTo = (staff: string) => [staff, 'staff totp'];

/** Secrets of staff's authenticators whose keys the vault wraps. */
export const SEALED_STAFF_FACTORS: SealedTable = {
  table: 'console.second_factor',
  id: 'staff',
  columns: [],
  belongsTo: ({ staff = '' }) => belongsTo(staff),
};

/**
 * The second step of a sign-in, after the password. An owner of an authenticator brings a code of it, or a
 * recovery code. Who has none sets one up where the configuration or two others ask for it, or by `enrol`:
 * the secret is in the refusal, and the same sign-in with a first code of it is the end of the setup.
 * Refuses, in this order: second_factor_required, second_factor_setup (`secret`, `url`), try_later,
 * otp_wrong.
 */
export async function checkFactor(
  deps: ConsoleDeps,
  person: Staff,
  asked: FactorRequest,
): Promise<Result<FactorResult, Refusals>> {
  const { config, door } = deps;
  const factor = await store.readFactor(door, person.number);
  // One that was deleted by hand is asked for as before.
  if (!(await isStaffAsRecorded(deps, STAFF_FACTORS, person.number))) return refuse('otp_wrong', { field: 'otp' });
  if (factor?.isConfirmed) {
    if (asked.otp === undefined) return refuse('second_factor_required', { field: 'otp' });
    return limited(deps, person, async () => {
      const isRight = await useCode(deps, staffFactor(deps, person.number), asked.otp!);
      return isRight ? { recoveryCodes: null } : undefined;
    });
  }
  const isDue = factor?.isDue === true || config.CONSOLE_SECOND_FACTOR === 'required' || asked.enrol === true;
  if (!isDue) return done({ recoveryCodes: null });
  if (asked.otp === undefined || !factor?.sealed)
    return refuse('second_factor_setup', { details: await setUp(deps, person) });
  return limited(deps, person, () => confirm(deps, person, asked.otp!));
}

async function limited(
  { db, clock }: ConsoleDeps,
  { number }: Staff,
  check: () => Promise<FactorResult | undefined>,
): Promise<Result<FactorResult, 'try_later' | 'otp_wrong'>> {
  const key = `console-otp:${number}`;
  const waitMs = await takeAccountAttempt(db, key, ATTEMPT_LIMIT, clock.now());
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });
  const passed = await check();
  if (!passed) return refuse('otp_wrong', { field: 'otp' });
  await forgetAccountAttempts(db, key);
  return done(passed);
}

/** A colleague's second factor, for what members and staff have in common. */
const staffFactor = ({ door, clock }: ConsoleDeps, staff: string): OwnFactor => ({
  db: door,
  belongsTo: belongsTo(staff),
  find: (at) => store.readFactor(at, staff),
  useStep: (tx, step) => store.useStep(tx, staff, step),
  recoveryCode: (selector) => store.recoveryCode(door, staff, selector),
  useRecoveryCode: (code) => store.useRecoveryCode(door, { staff, ...code, at: clock.now() }),
});

/** A new secret, in the place of one that was never confirmed. */
async function setUp(deps: ConsoleDeps, { number, name }: Staff) {
  const { secret, sealed } = newSecret(deps, belongsTo(number));
  await store.replaceSecret(deps.door, number, sealed);
  return enrolmentDetails(secret, `${name} (back office)`);
}

async function confirm(deps: ConsoleDeps, { number }: Staff, otp: string): Promise<FactorResult | undefined> {
  const { door, clock } = deps;
  const found = await store.readFactor(door, number);
  const step = found && stepNow(deps, belongsTo(number), found, otp);
  if (!found || step === undefined) return undefined;
  const { shown, hashed } = await newRecoveryCodes(deps);
  return door.transaction(async (tx) => {
    if (!isStillOpen(await store.readFactor(tx, number), found)) return undefined; // another page was faster
    await store.confirmFactor(tx, number, { step, at: clock.now(), codes: hashed });
    return { recoveryCodes: shown };
  });
}
