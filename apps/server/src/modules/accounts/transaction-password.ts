import { isAsRecorded } from '#modules/ledger/index.ts';
import { announce, completeTask, notify } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Random } from '#src/kernel/random.ts';
import type { Member } from '#src/kernel/member.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { TryLater } from '#src/kernel/try-later.ts';
import { LIFE_MS } from './sessions.ts';
import * as memberStore from './member-store.ts';
import * as secretStore from './secret-store.ts';
import * as sessionStore from './session-store.ts';
import type { MemberAccount } from './member-store.ts';
import { forgiveFailures, giveBack, MAX_WRONG, pausePassword, takeAttempt } from './password-attempt-store.ts';
import { HOUR_MS } from '@khara/rules';

/**
 * How long the password made at registration is good for, except for withdrawals (never) and for setting
 * another one (for ever).
 */
const DEFAULT_LIFE_MS = 72 * HOUR_MS;

/** Six random digits, each combination as likely as any other. */
export function generateTransactionPassword(random: Random): string {
  for (;;) {
    const bytes = random.bytes(4);
    const generated = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0);
    // The last, incomplete million would make small numbers likelier.
    if (generated < 4_294_000_000) return String(generated % 1_000_000).padStart(6, '0');
  }
}

type AttemptRefusal = 'transaction_password_wrong' | 'transaction_password_paused';
export type PasswordRefusal = AttemptRefusal | 'transaction_password_required' | 'transaction_password_default_expired';

/**
 * Whether a member may do what the transaction password protects: with the password, or without it while a
 * correct one is remembered in this session. Refuses, in this order: transaction_password_required,
 * transaction_password_paused (five wrong in 15 minutes; `pausedUntil`), transaction_password_wrong
 * (`triesLeft`), transaction_password_default_expired. An attempt counts at once and for good, whatever
 * becomes of the caller's own transaction.
 */
export async function transactionPasswordCheck(
  deps: Deps,
  member: Member,
  password: string | undefined,
): Promise<Result<undefined, PasswordRefusal>> {
  if (password === undefined) {
    const { transactionPasswordUntil: until } = member;
    if (until !== undefined && deps.clock.now() < until) return done(undefined);
    return refuse('transaction_password_required', { field: 'transactionPassword' });
  }
  const checked = await checkGood(deps, member.userId, password);
  return checked.refused === undefined ? done(undefined) : checked;
}

/** Checks a password that has to protect something now: a default one does so for its life only. */
async function checkGood(
  deps: Deps,
  memberId: string,
  password: string,
): Promise<Result<MemberAccount, AttemptRefusal | 'transaction_password_default_expired'>> {
  const checked = await checkPassword(deps, memberId, password, 'transactionPassword');
  if (checked.refused === undefined && deps.clock.now() >= validUntil(checked.value)) {
    return refuse('transaction_password_default_expired', { field: 'transactionPassword' });
  }
  return checked;
}

const validUntil = (row: MemberAccount): number =>
  row.transactionPasswordIsDefault ? row.transactionPasswordSetAt + DEFAULT_LIFE_MS : Number.POSITIVE_INFINITY;

async function checkPassword(
  deps: Deps,
  memberId: string,
  password: string,
  field: string,
): Promise<Result<MemberAccount, AttemptRefusal>> {
  const { db, clock } = deps;
  const taken = await takeAttempt(db, memberId, clock.now());
  if (taken.kind === 'paused') {
    return refuse('transaction_password_paused', { field, details: { pausedUntil: taken.until } });
  }
  const row = await readMember(deps, memberId);
  const isSame = await deps.passwords.verify(password, row.transactionPasswordHash, memberId).catch(async (error) => {
    // Nothing was learnt of the password: it is no guess.
    if (error instanceof TryLater) await giveBack(db, memberId);
    throw error;
  });
  if (isSame && (await isAsRecorded(deps, secretStore.SECRETS, memberId))) {
    await forgiveFailures(db, memberId, clock.now());
    return done(row);
  }
  if (taken.number >= MAX_WRONG) {
    const until = await pausePassword(db, memberId, clock.now());
    return refuse('transaction_password_paused', { field, details: { pausedUntil: until } });
  }
  return refuse('transaction_password_wrong', { field, details: { triesLeft: MAX_WRONG - taken.number } });
}

/**
 * Changes the transaction password; the default one is good as the old one for ever. It is no longer
 * remembered in any session afterwards.
 */
export async function setTransactionPassword(
  deps: Deps,
  member: Member,
  { oldPassword, newPassword }: { readonly oldPassword: string; readonly newPassword: string },
): Promise<Result<null, AttemptRefusal | 'password_unchanged'>> {
  const checked = await checkPassword(deps, member.userId, oldPassword, 'oldPassword');
  if (checked.refused !== undefined) return checked;
  if (newPassword === oldPassword) return refuse('password_unchanged', { field: 'newPassword' });
  const hash = await deps.passwords.hash(newPassword);
  const changed = await deps.db.transaction(async (tx) => {
    const replaced = await secretStore.replaceTransactionPassword(tx, {
      memberId: member.userId,
      checked: checked.value.transactionPasswordHash,
      hash,
      now: deps.clock.now(),
    });
    if (!replaced) return undefined;
    const at = deps.clock.now();
    await completeTask(tx, [member.userId], 'password', at);
    return {
      forgotten: await sessionStore.forgetTransactionPassword(tx, member.userId, at),
      notice: await notify(tx, { userId: member.userId, category: 'system', key: 'transactionPasswordChanged', at }),
    };
  });
  // It changed between the check and here: the password that was checked is no longer the old one.
  if (!changed) return refuse('transaction_password_wrong', { field: 'oldPassword' });
  deps.pushes.forgetSessions(changed.forgotten);
  announce(deps, changed.notice);
  return done(null);
}

/** Minutes that a correct transaction password may be remembered: not, a quarter of an hour, this session. */
const CHOICES: ReadonlySet<number> = new Set([0, 15, -1]);

/**
 * Remembers a correct transaction password in this session's row, or forgets it; the client keeps nothing. A
 * default one is not remembered beyond its life.
 */
export async function rememberTransactionPassword(
  deps: Deps,
  member: Member,
  { minutes, transactionPassword }: { readonly minutes: number; readonly transactionPassword?: string | undefined },
): Promise<Result<{ until: number | null }, PasswordRefusal | 'invalid_input'>> {
  if (!CHOICES.has(minutes)) return refuse('invalid_input', { field: 'minutes' });
  if (minutes === 0) {
    await deps.db.transaction((tx) => sessionStore.forgetTransactionPasswordIn(tx, member.sessionId, deps.clock.now()));
    deps.pushes.forgetSessions([member.tokenHash]);
    return done({ until: null });
  }
  if (transactionPassword === undefined) {
    return refuse('transaction_password_required', { field: 'transactionPassword' });
  }
  const checked = await checkGood(deps, member.userId, transactionPassword);
  if (checked.refused !== undefined) return checked;
  const life = minutes === -1 ? LIFE_MS : minutes * 60_000;
  const until = Math.min(deps.clock.now() + life, validUntil(checked.value));
  const given = {
    memberId: member.userId,
    sessionId: member.sessionId,
    checked: checked.value.transactionPasswordHash,
    until,
  };
  const remembered = await deps.db.transaction((tx) => sessionStore.rememberTransactionPassword(tx, given));
  // It changed between the check and here: what was checked is not what is to be remembered.
  if (!remembered) return refuse('transaction_password_wrong', { field: 'transactionPassword' });
  deps.pushes.forgetSessions([member.tokenHash]);
  return done({ until });
}

async function readMember(deps: Deps, memberId: string): Promise<MemberAccount> {
  const row = await memberStore.memberById(deps.db, memberId);
  if (!row) throw new Error('A session belongs to no account');
  return row;
}
