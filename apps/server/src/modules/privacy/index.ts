import type { Body, Data } from '@khara/contract';
import { hash, hex, signFile, toBase64, utf8 } from '@khara/proof';
import {
  forgetOldIdentities,
  takeAccountAttempt,
  transactionPasswordCheck,
  type PasswordRefusal,
} from '#modules/accounts/index.ts';
import { readSigner } from '#modules/ledger/index.ts';
import { announce, notify } from '#modules/notices/index.ts';
import { makeNotices } from '#modules/orders/index.ts';
import { refusedDebtor } from '#modules/wallet/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { HandlersFor, MemberCaller } from '#src/kernel/call-handler.ts';
import { readCursor, DEFAULT_SIZE, cutPage } from '#src/kernel/page.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import * as store from './store.ts';
import { DAY_MS, HOUR_MS, PRACTICE_DAYS } from '@khara/rules';

/**
 * Between closing an account and erasing it: a mistaken member, or the owner behind a stranger's act, has this long.
 */
const NOTICE_MS = 48 * HOUR_MS;
const EXPORTS = { kind: 'window', max: 5, windowMs: HOUR_MS } as const;

/**
 * The transaction password itself, typed now: what follows is not for a session left open. A practice account has none.
 */
async function typedPassword(
  deps: Deps,
  { member }: MemberCaller,
  password: string | undefined,
): Promise<Result<undefined, PasswordRefusal>> {
  if (member.deviceOnly) return done(undefined);
  if (password === undefined) return refuse('transaction_password_required', { field: 'transactionPassword' });
  return transactionPasswordCheck(deps, member, password);
}

/**
 * Everything that is kept of an account: `archive`, and a signature of this server's key over the SHA-256 of
 * `archive` as it is written in the file, with the text by which the log's key certifies that one. Refuses,
 * in this order: the transaction password, try_later (five an hour).
 */
async function exportData(
  deps: Deps,
  caller: MemberCaller,
  { transactionPassword }: Body<'exportData'>,
): Promise<Result<Data<'exportData'>, PasswordRefusal | 'try_later'>> {
  const { db, clock, keys } = deps;
  const { userId } = caller.member;
  const checked = await typedPassword(deps, caller, transactionPassword);
  if (checked.refused !== undefined) return checked;
  const waitMs = await takeAccountAttempt(db, `export:${userId}`, EXPORTS, clock.now());
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });
  await makeNotices(deps, userId);
  const at = clock.now();
  const parts = await db.snapshot((tx) => store.readEverything(tx, userId));
  const archive = `{${[['exportedAt', String(at)], ['simulated', 'true'], ...parts].map(([name, json]) => `"${name}":${json}`).join(',\n')}}`;
  const digest = hash(utf8(archive));
  const signature = {
    over: 'Ed25519 over LP("khara/file/1") and the SHA-256 of the text of "archive", from its { to its }',
    sha256: hex(digest),
    signature: toBase64(signFile(digest, keys.node.secretSeed)),
    publicKey: hex(keys.node.publicKey),
    certificate: (await readSigner(db, keys.node.publicKey)).certificate?.json ?? null,
    name: keys.log.name,
  };
  const bytes = utf8(`{"archive":${archive},\n"signature":${JSON.stringify(signature)}}\n`);
  return done({ name: `khara-${userId}-${at}.json`, type: 'application/json; charset=utf-8', bytes });
}

/**
 * Closes an account. Refuses, in this order: the transaction password; but for a practice account
 * account_owes (a closed account has no debt, so the same person's next one carries none), account_not_empty
 * (money, shares, or anything under way).
 */
async function closeAccount(
  deps: Deps,
  caller: MemberCaller,
  { transactionPassword }: Body<'closeAccount'>,
): Promise<Result<Data<'closeAccount'>, PasswordRefusal | 'account_owes' | 'account_not_empty'>> {
  const { db, clock } = deps;
  const { userId } = caller.member;
  const checked = await typedPassword(deps, caller, transactionPassword);
  if (checked.refused !== undefined) return checked;
  const closed = await db.transaction(async (tx) => {
    const erasesAt = await store.beginClosing(tx, userId, clock.now() + NOTICE_MS);
    if (erasesAt === undefined) return undefined;
    const notice = {
      userId,
      category: 'system',
      key: 'accountClosing',
      about: `closing:${erasesAt}`,
      at: clock.now(),
    } as const;
    return { erasesAt, notice: await notify(tx, notice) };
  });
  if (!closed) {
    const debt = await refusedDebtor(db, userId);
    return debt ? { ...debt, refused: 'account_owes' } : refuse('account_not_empty');
  }
  announce(deps, closed.notice);
  return done({ erasesAt: closed.erasesAt });
}

/**
 * Erases the accounts whose time has come, practice accounts without a visit for long and of ended classes among them,
 * and what is kept of those closed long ago. Safe to run twice.
 */
export async function eraseClosedAccounts(deps: Deps): Promise<void> {
  const { db, clock, pushes } = deps;
  const now = clock.now();
  const unused = { since: now - PRACTICE_DAYS * DAY_MS, now };
  while ((await db.transaction((tx) => store.closeUnused(tx, unused))) === store.AT_ONCE);
  for (let erased = store.AT_ONCE; erased === store.AT_ONCE;) {
    const due = await db.transaction((tx) => store.eraseDue(tx, deps, clock.now()));
    pushes.endSessions(due.ended);
    erased = due.looked;
  }
  await db.transaction((tx) => forgetOldIdentities(tx, clock.now()));
}

export const handlers = {
  accessLog: async ({ db }, { member }, { cursor, size = DEFAULT_SIZE }) => {
    const rows = await store.listAccesses(db, member.userId, readCursor(cursor) ?? null, size + 1);
    const { shown, nextCursor } = cutPage(rows, size, ({ id }) => id);
    const list = shown.map(({ id, actor, action, reason, at }) => ({
      id: String(id),
      who: actor,
      action,
      reason,
      at: at,
    }));
    return done({ list, nextCursor });
  },
  exportData,
  closeAccount,
  keepAccount: async ({ db }, { member }) => {
    await db.transaction((tx) => store.stopClosing(tx, member.userId));
    return done(null);
  },
  closing: async ({ db }, { member }) => done({ erasesAt: (await store.erasesAt(db, member.userId)) ?? null }),
} satisfies HandlersFor<'accessLog' | 'exportData' | 'closeAccount' | 'keepAccount' | 'closing'>;
