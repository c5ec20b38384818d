import type { Deps } from '#src/kernel/deps.ts';
import type { Db, Queryable, Tx } from '#src/ports/database.ts';
import { formatRecoveryCode, generateRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';
import { newTotpSecret, findStep } from './totp.ts';
import { seal, unseal, type SecretScope, type SealedSecret } from './vault.ts';

/** An authenticator as it is stored, a member's or a colleague's. */
export type Factor = {
  /** Null when none was generated, or it was taken back. */
  readonly sealed: SealedSecret | null;
  readonly isConfirmed: boolean;
  /** The 30-second step of the last code that counted: no code counts twice. */
  readonly lastStep: number;
};

/** The second factor of one owner: its rows, and what binds its secret to the owner in the vault. */
export type OwnFactor = {
  readonly db: Db;
  readonly belongsTo: SecretScope;
  /** In a transaction the row stays locked: two calls with the same code follow one another. */
  readonly find: (db: Queryable) => Promise<Factor | undefined>;
  readonly useStep: (tx: Tx, step: number) => Promise<unknown>;
  /** The hash of a recovery code that was not used. */
  readonly recoveryCode: (selector: string) => Promise<string | undefined>;
  /** False when another call was faster. */
  readonly useRecoveryCode: (code: { readonly selector: string; readonly hash: string }) => Promise<boolean>;
};

type FactorDeps = Pick<Deps, 'keys' | 'clock'>;

/** The step that a code is of, if it counts now. */
export const stepNow = (
  { keys, clock }: FactorDeps,
  belongsTo: SecretScope,
  { sealed, lastStep }: Factor,
  otp: string,
): number | undefined =>
  sealed === null ? undefined : findStep(unseal(keys.vault, sealed, belongsTo), otp, clock.now(), lastStep);

/** Whether a code of the authenticator, or a recovery code, is right. It is used up. */
export async function useCode(
  deps: FactorDeps & Pick<Deps, 'passwords'>,
  own: OwnFactor,
  otp: string,
): Promise<boolean> {
  return (await useStep(deps, own, otp)) || (await useRecoveryCode(deps, own, otp));
}

const useStep = (deps: FactorDeps, own: OwnFactor, otp: string): Promise<boolean> =>
  own.db.transaction(async (tx) => {
    const factor = await own.find(tx);
    if (!factor?.isConfirmed) return false;
    const step = stepNow(deps, own.belongsTo, factor, otp);
    if (step !== undefined) await own.useStep(tx, step);
    return step !== undefined;
  });

async function useRecoveryCode(
  { passwords }: Pick<Deps, 'passwords'>,
  own: OwnFactor,
  typed: string,
): Promise<boolean> {
  const code = readRecoveryCode(typed);
  if (!code) return false;
  const hash = await own.recoveryCode(code.selector);
  if (!(await passwords.verify(code.text, hash)) || hash === undefined) return false;
  return own.useRecoveryCode({ selector: code.selector, hash });
}

/** A new secret, and as it is stored. */
export function newSecret({ keys, random }: Pick<Deps, 'keys' | 'random'>, belongsTo: SecretScope) {
  const secret = newTotpSecret(random);
  return { secret, sealed: seal(keys.vault, random, secret, belongsTo) };
}

/** Whether a factor still waits for its first code with the same secret: false when another page was faster. */
export const isStillOpen = (factor: Factor | undefined, before: Factor): boolean =>
  factor?.isConfirmed === false &&
  factor.sealed !== null &&
  before.sealed !== null &&
  factor.sealed.body.equals(before.sealed.body);

/**
 * New recovery codes as their owner reads them once, and as they are stored. `member` is whose share of the
 * hashing they take.
 */
export async function newRecoveryCodes({ random, passwords }: Pick<Deps, 'random' | 'passwords'>, member?: string) {
  const codes = generateRecoveryCodes(random);
  const hashed: { selector: string; hash: string }[] = [];
  // One after the other: ten at once would be more than one owner's share.
  for (const { selector, text } of codes) hashed.push({ selector, hash: await passwords.hash(text, member) });
  return { shown: codes.map(formatRecoveryCode), hashed };
}
