import { createHmac, hkdfSync } from 'node:crypto';
import type { Body, Data } from '@khara/contract';
import { isBankAccount } from '@khara/rules';
import { identityOf } from '#modules/accounts/index.ts';
import { cureCredit, noteTakeoverSignal } from '#modules/credit/index.ts';
import { announce, notify, type SentNotice } from '#modules/notices/index.ts';
import type { Tx } from '../../db.ts';
import type { Deps } from '../../deps.ts';
import { drawId } from '../../draw-id.ts';
import type { SignedIn } from '../../handler.ts';
import { done, refuse, type Result } from '../../result.ts';
import { seal, unseal } from '../../vault.ts';
import * as store from './bank-store.ts';
import type { BankChannel, BankRow } from './bank-store.ts';
import { channelOf } from './channels.ts';
import { branchOf } from './ifsc.ts';
import { sameName } from './names.ts';

type Account = Data<'saveBankAccount'>;
const BANK_PAGE = '/pages/wallet/bindcard/mycard';

/**
 * Binds a bank account. The same one again is answered as it is. Refuses, in this order: channel_not_available, account_number_invalid, ifsc_invalid,
 * bank_already_bound.
 */
export async function saveBankAccount(
  deps: Deps,
  { member, language }: SignedIn,
  body: Body<'saveBankAccount'>,
): Promise<
  Result<Account, 'channel_not_available' | 'account_number_invalid' | 'ifsc_invalid' | 'bank_already_bound'>
> {
  const channel = channelOf('INR', body.channelType);
  if (!channel) return refuse('channel_not_available', { field: 'channelType' });
  const number = body.accountNumber.replace(/[\s-]/g, '');
  if (!isBankAccount(number)) return refuse('account_number_invalid', { field: 'accountNumber' });
  const branch = branchOf(body.ifsc);
  if (!branch) return refuse('ifsc_invalid', { field: 'ifsc' });

  const { userId } = member;
  const id = `BA${drawId(deps.random)}`;
  const account = {
    id,
    member_id: userId,
    channel: channel.type as BankChannel, // a channel of rupees
    number_hash: numberHash(deps, number, branch.ifsc),
    last_four: number.slice(-4),
    holder_name: body.holderName.replace(/\s+/g, ' '),
    ifsc: branch.ifsc,
    bank_name: branch.bankName,
    bank_address: body.bankAddress ?? '',
    branch_name: body.branchName || branch.branchName,
    company_name: body.companyName ?? '',
  };
  const sealed = seal(deps.keys.vault, deps.random, Buffer.from(number), belonging(userId, id));
  const identity = await identityOf(deps.db, userId);
  const matches = identity.name !== undefined && sameName(identity.name, account.holder_name);
  const notices = await deps.db.transaction(async (tx) => {
    const isFirst = !(await store.hadAccount(tx, userId));
    if (!(await store.insertAccount(tx, { ...account, sealed, at: deps.clock.now() }))) return undefined;
    const sent = [await tellOwner(tx, userId, 'bankBound', account, deps.clock.now())];
    if (!isFirst) sent.push(await noteTakeoverSignal(tx, deps, { userId, ...identity, signal: 'payout_target' }));
    // A payout that came back for the holder's name is healed by an account in the right one.
    if (matches) sent.push(await cureCredit(tx, deps, { userId, rule: 'name_mismatch' }));
    return sent;
  });
  const bound = await store.boundAccount(deps.db, userId);
  if (!bound || (!notices && !isSame(bound, account))) return refuse('bank_already_bound');
  for (const notice of notices ?? []) announce(deps, notice, language);
  return done(shownAccount(bound, identity.name));
}

const isSame = (
  bound: BankRow,
  account: { readonly number_hash: Uint8Array; readonly channel: string; readonly holder_name: string },
): boolean =>
  Buffer.from(bound.number_hash).equals(account.number_hash) &&
  bound.channel === account.channel &&
  bound.holder_name === account.holder_name;

export async function bankAccounts(deps: Pick<Deps, 'db'>, userId: string): Promise<Account[]> {
  const [bound, identity] = await Promise.all([store.boundAccount(deps.db, userId), identityOf(deps.db, userId)]);
  return bound ? [shownAccount(bound, identity.name)] : [];
}

/** Refuses, in this order: unknown_bank_account (also somebody else's), bank_account_in_use. Repeatable. */
export async function deleteBankAccount(
  deps: Pick<Deps, 'db' | 'clock' | 'pushes'>,
  { member: { userId }, language }: SignedIn,
  id: string,
): Promise<Result<null, 'unknown_bank_account' | 'bank_account_in_use'>> {
  const { became, notice } = await deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const bound = await store.boundAccount(tx, userId);
    const became = await store.deleteAccount(tx, userId, id, at);
    const isNews = became === 'deleted' && bound?.id === id;
    return { became, notice: isNews ? await tellOwner(tx, userId, 'bankRemoved', bound, at) : undefined };
  });
  if (became === 'absent') return refuse('unknown_bank_account', { field: 'id' });
  if (became === 'in_use') return refuse('bank_account_in_use', { field: 'id' });
  announce(deps, notice, language);
  return done(null);
}

/** Where money can go is news to its owner, whoever changed it. */
const tellOwner = (
  tx: Tx,
  userId: string,
  key: 'bankBound' | 'bankRemoved',
  { bank_name: bank, last_four: lastFour }: Pick<BankRow, 'bank_name' | 'last_four'>,
  at: number,
): Promise<SentNotice> =>
  notify(tx, { userId, category: 'system', key, params: { bank, account: masked(lastFour) }, link: BANK_PAGE, at });

const masked = (lastFour: string): string => `XXXX XXXX ${lastFour}`;

export const shownTarget = (row: BankRow) => ({
  holderName: row.holder_name,
  bankName: row.bank_name,
  ifsc: row.ifsc,
  accountNumber: masked(row.last_four),
});

const shownAccount = (row: BankRow, identityName: string | undefined): Account => ({
  id: row.id,
  channelType: row.channel,
  ...shownTarget(row),
  bankAddress: row.bank_address,
  branchName: row.branch_name,
  companyName: row.company_name,
  holderMatches: identityName === undefined ? null : sameName(identityName, row.holder_name),
  deletable: !row.in_use,
  at: Number(row.at),
});

/** The whole number, for the rail that pays to it. */
export const numberOf = ({ keys }: Pick<Deps, 'keys'>, row: BankRow): string =>
  unseal(
    keys.vault,
    { keyId: row.key_id, wrappedKey: row.wrapped_key, body: row.body },
    belonging(row.member_id, row.id),
  ).toString();

const belonging = (userId: string, id: string) => [userId, 'bank account', id];

/** Tells the same number from another without knowing it; without the installation's secret it cannot be tried out. */
function numberHash({ keys }: Pick<Deps, 'keys'>, number: string, ifsc: string): Uint8Array {
  const key = Buffer.from(hkdfSync('sha256', keys.installSecret, '', 'khara/bank-account', 32));
  return createHmac('sha256', key).update(`${ifsc}:${number}`).digest();
}
