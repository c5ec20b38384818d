import type { Body } from '@khara/contract';
import { DAY_MS, isBankAccount, plainDigits } from '@khara/rules';
import { confirmPayoutAccount, readIdentity, type PayoutUnproved } from '#modules/accounts/index.ts';
import { cureCredit, noteTakeoverSignal } from '#modules/credit/index.ts';
import { announce } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { randomId } from '#src/security/random-id.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { done, refuse, type Refused, type Result } from '#src/kernel/result.ts';
import { seal } from '#src/security/vault.ts';
import { notifyOfHold, notifyOwner } from './bank-notices.ts';
import { numberScope, numberHash } from './bank-number.ts';
import * as store from './bank-store.ts';
import type { BankChannel, BankAccount } from './bank-store.ts';
import { findChannel } from './channels.ts';
import { findBranch } from './ifsc.ts';
import { presentBankAccount, type Account } from './present-bank-account.ts';
import { sameName } from './names.ts';

/**
 * How long payouts to an account that replaces another wait, in real ms: long enough for its owner to read of
 * it. The sandbox pays nothing real, and has a wait that can be watched.
 */
const waitMs = ({ config }: Pick<Deps, 'config'>): number => (config.RAILS === 'sandbox' ? 5 * 60_000 : DAY_MS);

/**
 * Binds a bank account. The same one again is answered as it is. One that replaces another needs what shows
 * that it is the owner, and is paid to only after a wait, of which a notice tells. Refuses, in this order:
 * channel_not_available, account_number_invalid, ifsc_invalid, bank_already_bound; of a replacement what
 * `confirmPayoutAccount` refuses.
 */
export async function saveBankAccount(
  deps: Deps,
  { member }: MemberCaller,
  body: Body<'saveBankAccount'>,
): Promise<
  Result<
    Account,
    'channel_not_available' | 'account_number_invalid' | 'ifsc_invalid' | 'bank_already_bound' | PayoutUnproved
  >
> {
  const channel = findChannel('INR', body.channelType);
  if (!channel) return refuse('channel_not_available', { field: 'channelType' });
  const number = plainDigits(body.accountNumber).replace(/[\s\p{Pd}]/gu, '');
  if (!isBankAccount(number)) return refuse('account_number_invalid', { field: 'accountNumber' });
  const branch = findBranch(body.ifsc);
  if (!branch) return refuse('ifsc_invalid', { field: 'ifsc' });

  const { userId } = member;
  const id = `BA${randomId(deps.random)}`;
  const account = {
    id,
    memberId: userId,
    channel: channel.type as BankChannel, // a channel of rupees
    numberHash: numberHash(deps, number, branch.ifsc),
    lastFour: number.slice(-4),
    holderName: body.holderName.replace(/\s+/g, ' '),
    ifsc: branch.ifsc,
    bankName: branch.bankName,
    bankAddress: body.bankAddress ?? '',
    branchName: body.branchName || branch.branchName,
    companyName: body.companyName ?? '',
  };
  const sealed = seal(deps.keys.vault, deps.random, Buffer.from(number), numberScope(userId, id));
  const identity = await readIdentity(deps.db, userId);
  const matches = identity.name !== undefined && sameName(identity.name, account.holderName);
  const known = await store.boundAccount(deps.db, userId);
  if (known)
    return isSame(known, account)
      ? done(presentBankAccount(deps, known, identity.name))
      : refuse('bank_already_bound', { field: 'accountNumber' });

  const at = deps.clock.now();
  const numbered = { memberId: userId, numberHash: account.numberHash, at };
  const asksForProof = await store.isReplacement(deps.db, numbered);
  if (asksForProof) {
    const proved = await confirmPayoutAccount(deps, member, body);
    if (proved.refused !== undefined) return proved;
  }
  const notices = await deps.db.transaction(async (tx) => {
    const replaces = await store.isReplacement(tx, numbered);
    // Another request bound and removed an account since, and no proof was asked for.
    if (replaces && !asksForProof) return undefined;
    const payableFrom = replaces ? at + waitMs(deps) : 0;
    if (!(await store.insertAccount(tx, { ...account, sealed, at, payableFrom }))) return undefined;
    const sent = [
      replaces
        ? await notifyOfHold(tx, { ...account, payableFrom }, at)
        : await notifyOwner(tx, userId, 'bankBound', account, at),
    ];
    if (replaces) sent.push(await noteTakeoverSignal(tx, deps, { userId, ...identity, signal: 'payout_target' }));
    // A payout that came back for the holder's name is healed by an account in the right one.
    if (matches) sent.push(await cureCredit(tx, deps, { userId, rule: 'name_mismatch' }));
    return sent;
  });
  const bound = await store.boundAccount(deps.db, userId);
  if (!bound || (!notices && !isSame(bound, account))) return refuse('bank_already_bound', { field: 'accountNumber' });
  announce(deps, ...(notices ?? []));
  return done(presentBankAccount(deps, bound, identity.name));
}

/**
 * Its owner says that an account which still waits is not theirs: nothing is paid to it until
 * `confirmBankAccount`. A session is enough, since it only holds money back. Repeatable. Refuses, in this
 * order: unknown_account, bank_account_not_waiting.
 */
export async function stopBankAccount(
  deps: Deps,
  { member: { userId } }: MemberCaller,
  id: string,
): Promise<Result<Account, 'unknown_account' | 'bank_account_not_waiting'>> {
  const at = deps.clock.now();
  const { bound, notice } = await deps.db.transaction(async (tx) => {
    const stopped = await store.stopAccount(tx, { memberId: userId, id, at });
    const bound = await store.boundAccount(tx, userId);
    return { bound, notice: stopped && bound ? await notifyOwner(tx, userId, 'bankStopped', bound, at) : undefined };
  });
  if (bound?.id !== id) return refuse('unknown_account', { field: 'id' });
  if (bound.stoppedAt === undefined) return refuse('bank_account_not_waiting', { field: 'id' });
  announce(deps, notice);
  return done(presentBankAccount(deps, bound, (await readIdentity(deps.db, userId)).name));
}

/**
 * Takes the stop of an account back, with all that shows its owner; its wait begins again, with another
 * notice. One that is not stopped is answered as it is. Refuses, in this order: unknown_account; what
 * `confirmPayoutAccount` refuses.
 */
export async function confirmBankAccount(
  deps: Deps,
  { member }: MemberCaller,
  { id, ...proof }: Body<'confirmBankAccount'>,
): Promise<Result<Account, 'unknown_account' | PayoutUnproved>> {
  const { userId } = member;
  const { name } = await readIdentity(deps.db, userId);
  const known = await store.boundAccount(deps.db, userId);
  if (known?.id !== id) return refuse('unknown_account', { field: 'id' });
  if (known.stoppedAt === undefined) return done(presentBankAccount(deps, known, name));
  const proved = await confirmPayoutAccount(deps, member, proof, { wants: 'everything' });
  if (proved.refused !== undefined) return proved;
  const at = deps.clock.now();
  const payableFrom = at + waitMs(deps);
  const notice = await deps.db.transaction(async (tx) => {
    const resumed = await store.resumeAccount(tx, { memberId: userId, id, payableFrom });
    return resumed ? notifyOfHold(tx, { ...known, payableFrom }, at) : undefined;
  });
  const bound = await store.boundAccount(deps.db, userId);
  if (bound?.id !== id) return refuse('unknown_account', { field: 'id' });
  announce(deps, notice);
  return done(presentBankAccount(deps, bound, name));
}

/** Why nothing can be paid to an account now; undefined when it can. */
export function whyNotPayable(
  { payableFrom: from, stoppedAt }: Pick<BankAccount, 'payableFrom' | 'stoppedAt'>,
  at: number,
): Refused<'bank_account_stopped' | 'bank_account_waits'> | undefined {
  if (stoppedAt !== undefined) return refuse('bank_account_stopped', { field: 'bankId' });
  if (from <= at) return undefined;
  return refuse('bank_account_waits', { field: 'bankId', details: { payableFrom: Number(from) } });
}

const isSame = (
  bound: BankAccount,
  account: { readonly numberHash: Uint8Array; readonly channel: string; readonly holderName: string },
): boolean =>
  Buffer.from(bound.numberHash).equals(account.numberHash) &&
  bound.channel === account.channel &&
  bound.holderName === account.holderName;

export async function bankAccounts(deps: Pick<Deps, 'db' | 'clock'>, userId: string): Promise<Account[]> {
  const [bound, identity] = await Promise.all([store.boundAccount(deps.db, userId), readIdentity(deps.db, userId)]);
  return bound ? [presentBankAccount(deps, bound, identity.name)] : [];
}

/**
 * Deletes one's own account. Refuses: unknown_account (another's is one that is not there), bank_account_in_use.
 * Repeatable.
 */
export async function deleteBankAccount(
  deps: Pick<Deps, 'db' | 'clock' | 'pushes'>,
  { member: { userId } }: MemberCaller,
  id: string,
): Promise<Result<null, 'unknown_account' | 'bank_account_in_use'>> {
  const { became, notice } = await deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const bound = await store.boundAccount(tx, userId);
    const became = await store.deleteAccount(tx, userId, id, at);
    const isNews = became === 'deleted' && bound?.id === id;
    return { became, notice: isNews ? await notifyOwner(tx, userId, 'bankRemoved', bound, at) : undefined };
  });
  if (became === 'absent') return refuse('unknown_account', { field: 'id' });
  if (became === 'in_use') return refuse('bank_account_in_use', { field: 'id' });
  announce(deps, notice);
  return done(null);
}
