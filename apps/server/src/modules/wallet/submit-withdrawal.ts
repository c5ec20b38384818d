import { MAX_OPEN_WITHDRAWALS, type Body, type Data } from '@khara/contract';
import { DECIMALS, parseDecimal, showDecimal } from '@khara/money';
import { isAddress } from '@khara/proof';
import {
  readIdentity,
  isDefaultTransactionPassword,
  transactionPasswordCheck,
  type Identity,
} from '#modules/accounts/index.ts';
import { explainBlock, noteTakeoverSignal } from '#modules/credit/index.ts';
import * as ledger from '#modules/ledger/index.ts';
import { announce, type SentNotice } from '#modules/notices/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { randomId } from '#src/security/random-id.ts';
import type { Member } from '#src/kernel/member.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { requestHash } from '#src/security/request-hash.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { leavesSaleMoney } from './balances.ts';
import { whyNotPayable } from './bank-accounts.ts';
import { presentTarget } from './present-bank-account.ts';
import * as bank from './bank-store.ts';
import { findChannel, type Channel } from './channels.ts';
import { sameName } from './names.ts';
import { answerOnce, earlierAnswer, type MoneyRequest } from './request-store.ts';
import { asFirstAnswered, presentWithdrawal } from './present-withdrawal.ts';
import { notifyOfWithdrawal } from './withdrawal-steps.ts';
import { newestPassed } from './recharge-store.ts';
import * as store from './withdrawal-store.ts';
import type { TargetDto } from './withdrawal-store.ts';

/** Age at which the sandbox decides of a withdrawal; until then it can be given up. */
const SANDBOX_DECIDES_MS = 3000;

type TargetRefusal =
  | 'bank_account_required'
  | 'unknown_account'
  | 'holder_name_mismatch'
  | 'bank_account_stopped'
  | 'bank_account_waits'
  | 'network_required'
  | 'address_required'
  | 'address_invalid';
type PasswordRefusal =
  | 'transaction_password_required'
  | 'transaction_password_wrong'
  | 'transaction_password_paused'
  | 'transaction_password_default'
  | 'withdrawals_wait';
type MoneyRefusal =
  | 'unknown_account'
  | 'bank_account_stopped'
  | 'bank_account_waits'
  | 'too_many_open_withdrawals'
  | 'funds_not_settled'
  | 'insufficient_funds';
type Refusal =
  | 'amount_invalid'
  | 'kyc_required'
  | TargetRefusal
  | PasswordRefusal
  | 'withdrawal_below_minimum'
  | 'amount_above_maximum'
  | 'credit_score_low'
  | 'request_id_reused'
  | MoneyRefusal;

/**
 * Asks to pay money out, and freezes it at once. A repeated requestId is answered as the first time, whatever
 * has happened since. Refuses, in this order: amount_invalid; request_id_reused; kyc_required; where to
 * (bank_account_required, unknown_account, holder_name_mismatch, bank_account_stopped,
 * bank_account_waits; of USDT network_required, address_required, address_invalid); the transaction password
 * (required, paused, wrong, transaction_password_default), withdrawals_wait; withdrawal_below_minimum,
 * amount_above_maximum; credit_score_low; too_many_open_withdrawals; insufficient_funds; funds_not_settled.
 */
export async function submitWithdrawal(
  deps: Deps,
  { member, language }: MemberCaller,
  body: Body<'submitWithdrawal'>,
): Promise<Result<Data<'submitWithdrawal'>, Refusal>> {
  const { userId } = member;
  const { currency, bankId, network, address } = body;
  const amount = parseDecimal(body.amount, DECIMALS[currency]);
  if (amount === undefined) return refuse('amount_invalid', { field: 'amount' });
  const at = deps.clock.now();
  const request: MoneyRequest = {
    memberId: userId,
    call: 'submitWithdrawal',
    requestId: body.requestId,
    hash: requestHash({ currency, amount, bankId, network, address }),
    at,
  };
  let answer = await earlierAnswer<MoneyRefusal>(deps.db, request);
  if (!answer) {
    const identity = await readIdentity(deps.db, userId);
    if (identity.status !== 'certified') return refuse('kyc_required', { details: { kycStatus: identity.status } });
    const target = await chooseTarget(deps, userId, identity.name, body);
    if (target.refused !== undefined) return target;
    const allowed = await mayPay(deps, member, body.transactionPassword, target.value);
    if (allowed.refused !== undefined) return allowed;
    const limited = withinLimits(amount, target.value.channel);
    if (limited.refused !== undefined) return limited;
    const block = await explainBlock(deps.db, { userId, language }, at);
    if (block) return refuse('credit_score_low', { details: block });
    let sent: SentNotice;
    answer = await answerOnce(deps.db, request, async (tx) => {
      const opened = await open(tx, deps, { userId, identity, amount, target: target.value, at });
      if (opened.refused !== undefined) return opened;
      const asked = { memberId: userId, orderNumber: opened.value, currency, amount };
      sent = await notifyOfWithdrawal(tx, deps, asked, 'withdrawalAsked');
      return opened;
    });
    if (answer.refused === undefined) {
      announce(deps, sent);
      deps.pushes.changed([{ userId: userId, kind: 'wallet', currency }]);
    }
  }
  if (answer.refused !== undefined) return answer;
  const orderNumber = answer.value;
  const row = await store.findWithdrawal(deps.db, userId, orderNumber);
  if (!row) throw new Error(`Withdrawal ${orderNumber} is gone`);
  const receipt = await ledger.loadReceipt(deps, { kind: 'withdraw_hold', ref: orderNumber });
  return done({ ...presentWithdrawal(asFirstAnswered(row)), receipt });
}

type Target = {
  readonly channel: Channel;
  readonly bankId: string | undefined;
  /** As one text, by which a target is known again. */
  readonly key: string;
  readonly shown: TargetDto;
};

/** Where a withdrawal goes: the bound account in the member's own name, or an address whose checksum is right. */
async function chooseTarget(
  deps: Deps,
  userId: string,
  identityName: string | undefined,
  { currency, bankId, network, address }: Body<'submitWithdrawal'>,
): Promise<Result<Target, TargetRefusal>> {
  if (currency === 'USDT') {
    if (!network) return refuse('network_required', { field: 'network' });
    if (!address) return refuse('address_required', { field: 'address' });
    if (!isAddress(network, address)) return refuse('address_invalid', { field: 'address' });
    return done({
      channel: channelFor('USDT', network),
      bankId: undefined,
      key: `${network}:${address}`,
      shown: { network, address },
    });
  }
  const account = await bank.boundAccount(deps.db, userId);
  if (!account) return refuse('bank_account_required', { field: 'bankId' });
  if (bankId === undefined) return refuse('bank_account_required', { field: 'bankId' });
  if (bankId !== account.id) return refuse('unknown_account', { field: 'bankId' });
  if (identityName === undefined || !sameName(identityName, account.holderName)) {
    return refuse('holder_name_mismatch', { field: 'bankId' });
  }
  const notYet = whyNotPayable(account, deps.clock.now());
  if (notYet) return notYet;
  return done({
    channel: channelFor('INR', account.channel),
    bankId: account.id,
    key: account.id,
    shown: presentTarget(account),
  });
}

function channelFor(currency: 'INR' | 'USDT', type: string): Channel {
  const channel = findChannel(currency, type);
  if (!channel) throw new Error(`There is no channel ${type} of ${currency}`);
  return channel;
}

/** A remembered password does for a target that was paid before. The one made at registration never does. */
async function mayPay(
  deps: Deps,
  member: Member,
  password: string | undefined,
  target: Target,
): Promise<Result<undefined, PasswordRefusal>> {
  if (password === undefined && !(await store.wasPaid(deps.db, member.userId, target.key))) {
    return refuse('transaction_password_required', { field: 'transactionPassword' });
  }
  const checked = await transactionPasswordCheck(deps, member, password);
  if (checked.refused === 'transaction_password_default_expired') {
    return refuse('transaction_password_default', { field: 'transactionPassword' });
  }
  if (checked.refused !== undefined) return { ...checked, refused: checked.refused };
  if (await isDefaultTransactionPassword(deps.db, member.userId)) {
    return refuse('transaction_password_default', { field: 'transactionPassword' });
  }
  const { withdrawalsFrom } = await readIdentity(deps.db, member.userId);
  if (deps.clock.now() < withdrawalsFrom) return refuse('withdrawals_wait', { details: { withdrawalsFrom } });
  return done(undefined);
}

function withinLimits(
  amount: bigint,
  { currency, minWithdrawal, maxWithdrawal }: Channel,
): Result<undefined, 'withdrawal_below_minimum' | 'amount_above_maximum'> {
  const show = (limit: bigint): string => showDecimal(limit, DECIMALS[currency]);
  if (amount < minWithdrawal) {
    return refuse('withdrawal_below_minimum', { field: 'amount', details: { minimum: show(minWithdrawal) } });
  }
  if (amount > maxWithdrawal) {
    return refuse('amount_above_maximum', { field: 'amount', details: { maximum: show(maxWithdrawal) } });
  }
  return done(undefined);
}

/** 101 → 104, and everything that follows from it is on its way. */
async function open(
  tx: Tx,
  deps: Deps,
  {
    userId,
    identity,
    amount,
    target: { channel, bankId, key, shown },
    at,
  }: {
    readonly userId: string;
    readonly identity: Identity;
    readonly amount: bigint;
    readonly target: Target;
    readonly at: number;
  },
): Promise<Result<string, MoneyRefusal>> {
  // From here on it can be neither deleted nor stopped; it may have been a moment ago.
  if (bankId !== undefined) {
    const account = await bank.keepAccount(tx, userId, bankId);
    if (!account) return refuse('unknown_account', { field: 'bankId' });
    const notYet = whyNotPayable(account, at);
    if (notYet) return notYet;
  }
  const { currency, type, fee, tax } = channel;
  const { marketDate, marketTime } = deps.market.now();
  const orderNumber = `WD${randomId(deps.random)}`;
  const owner = ledger.userOwner(userId);
  const held = await ledger.openHold(tx, {
    kind: 'withdraw_hold',
    hold: orderNumber,
    owner,
    asset: currency,
    amount,
    actor: 'user',
    marketDate,
  });
  if (held.refused !== undefined) {
    if (held.refused !== 'insufficient_funds') throw new Error(`The hold of a withdrawal was refused: ${held.refused}`);
    return refuse('insufficient_funds', { field: 'amount' });
  }
  // The hold has locked what belongs to the member: what is read now stays so until the commit.
  if ((await store.countUnderWay(tx, userId)) >= MAX_OPEN_WITHDRAWALS) return refuse('too_many_open_withdrawals');
  if (currency === 'INR' && !(await leavesSaleMoney(tx, userId, marketTime))) {
    return refuse('funds_not_settled', { field: 'amount' });
  }
  // A bank account counts as a new target when it is bound, an address when money first goes there.
  if (currency === 'USDT' && (await store.isAnotherTarget(tx, userId, key))) {
    await noteTakeoverSignal(tx, deps, { userId, ...identity, signal: 'payout_target' });
  }
  // People decide within this time: undecided by then, it is approved. Not before the rail can no longer take back what
  // was paid in.
  const waits = deps.rail.waitsForPeople ? deps.config.WITHDRAWAL_HOLD_SECONDS * 1000 : SANDBOX_DECIDES_MS;
  const isPaidIn = (await newestPassed(tx, userId)) + deps.rail.takesBackWithinMs;
  const decidesBy = Math.max(at + waits, isPaidIn);
  await store.insertWithdrawal(tx, {
    orderNumber,
    memberId: userId,
    currency,
    channel: type,
    bankAccountId: bankId,
    target: key,
    shownTo: shown,
    amount,
    fee,
    tax,
    rail: deps.rail.name,
    at,
    decidesBy,
  });
  await deps.jobs.send(tx, 'withdrawal_decision', { orderNumber }, decidesBy);
  return done(orderNumber);
}
