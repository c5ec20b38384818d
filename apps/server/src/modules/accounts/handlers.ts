import type { Body, Data } from '@khara/contract';
import type { HandlersFor, MemberCaller } from '#src/kernel/call-handler.ts';
import { done, type Result } from '#src/kernel/result.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { readCursor, DEFAULT_SIZE, cutPage } from '#src/kernel/page.ts';
import { changePassword } from './change-password.ts';
import { passkeySignIn, passkeySignInSetup } from './passkey-sign-in.ts';
import { forgetPasskey, listPasskeys, passkeyConfirm, passkeySetup } from './passkeys.ts';
import { giveDeviceChallenge } from './device-key.ts';
import { keepPracticeAccount } from './keep-practice.ts';
import { openPracticeAccount, practiceSignIn } from './practice.ts';
import { register } from './register.ts';
import { resetLoginPassword } from './reset-login-password.ts';
import { resetTransactionPassword } from './reset-transaction-password.ts';
import { totpConfirm, totpDisable, totpSetup } from './second-factor.ts';
import { listSessions, revokeOtherSessions, revokeSession } from './session-list.ts';
import { signIn } from './sign-in.ts';
import * as memberStore from './member-store.ts';
import * as sessionStore from './session-store.ts';
import { rememberTransactionPassword, setTransactionPassword } from './transaction-password.ts';
import { userInfo } from './user-info.ts';

/** Who registered with one's own code: a nickname and when, and nothing else of them. */
async function invited(
  { db }: Deps,
  { member }: MemberCaller,
  { cursor, size = DEFAULT_SIZE }: Body<'invited'>,
): Promise<Result<Data<'invited'>, never>> {
  const page = { before: readCursor(cursor) ?? null, size: size + 1 };
  const { rows, total } = await memberStore.invitedBy(db, member.userId, page);
  const { shown, nextCursor } = cutPage(rows, size, (row) => row.number);
  const list = shown.map(({ number, nickname, createdAt: joinedAt }) => ({
    id: String(number),
    nickname,
    joinedAt: joinedAt,
  }));
  return done({ list, total, nextCursor });
}

export const handlers = {
  register,
  practiceChallenge: async (deps) => done({ challenge: await giveDeviceChallenge(deps) }),
  openPracticeAccount,
  practiceSignIn,
  keepPracticeAccount,
  signIn,
  signOut: async (deps, { member }) => {
    const ended = await deps.db.transaction((tx) =>
      sessionStore.endSession(tx, member.sessionId, 'signed_out', deps.clock.now()),
    );
    // Also when another call ended it at the same moment: what is remembered of it must go.
    deps.pushes.endSessions(ended.length > 0 ? ended : [member.tokenHash]);
    return done(null);
  },
  userDetail: async ({ db, clock }, { member }) => {
    const row = await memberStore.memberById(db, member.userId);
    if (!row) throw new Error('A session belongs to no account');
    const { transactionPasswordUntil: until } = member;
    return done({
      userInfo: await userInfo({ db, clock }, row),
      transactionPasswordUntil: until !== undefined && clock.now() < until ? until : null,
    });
  },
  invited,
  setNickname: async (deps, { member }, { nickname }) =>
    done({ userInfo: await userInfo(deps, await memberStore.setNickname(deps.db, member.userId, nickname)) }),
  changePassword,
  resetLoginPassword,
  setTransactionPassword: (deps, { member }, body) => setTransactionPassword(deps, member, body),
  rememberTransactionPassword: (deps, { member }, body) => rememberTransactionPassword(deps, member, body),
  sessions: (deps, caller) => listSessions(deps, caller),
  revokeSession,
  revokeOtherSessions,
  resetTransactionPassword,
  totpSetup,
  totpConfirm,
  totpDisable,
  passkeys: (deps, caller) => listPasskeys(deps, caller),
  passkeySetup,
  passkeyConfirm,
  removePasskey: forgetPasskey,
  passkeySignInSetup: (deps, caller) => passkeySignInSetup(deps, caller),
  passkeySignIn,
} satisfies HandlersFor<
  | 'register'
  | 'practiceChallenge'
  | 'openPracticeAccount'
  | 'practiceSignIn'
  | 'keepPracticeAccount'
  | 'signIn'
  | 'signOut'
  | 'userDetail'
  | 'invited'
  | 'setNickname'
  | 'changePassword'
  | 'resetLoginPassword'
  | 'setTransactionPassword'
  | 'rememberTransactionPassword'
  | 'sessions'
  | 'revokeSession'
  | 'revokeOtherSessions'
  | 'resetTransactionPassword'
  | 'totpSetup'
  | 'totpConfirm'
  | 'totpDisable'
  | 'passkeys'
  | 'passkeySetup'
  | 'passkeyConfirm'
  | 'removePasskey'
  | 'passkeySignInSetup'
  | 'passkeySignIn'
>;
