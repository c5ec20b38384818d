import { MAX_OPEN_RECHARGES, type Body, type Data } from '@khara/contract';
import { DECIMALS, parseDecimal } from '@khara/money';
import type { Deps } from '#src/kernel/deps.ts';
import { randomId } from '#src/security/random-id.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import type { SignedPayTo } from '#src/ports/payment-rail.ts';
import { requestHash } from '#src/security/request-hash.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { findChannel } from './channels.ts';
import { presentRecharge } from './present-recharge.ts';
import * as store from './recharge-store.ts';
import type { Recharge } from './recharge-store.ts';
import { HOUR_MS } from '@khara/rules';

/** A recharge waits for its payment within this time; where people decide, within the second one. */
const WAITS_MS = 15 * 60_000;
const WAITS_FOR_PEOPLE_MS = 48 * HOUR_MS;

type Refusals =
  | 'account_not_kept'
  | 'channel_not_available'
  | 'amount_invalid'
  | 'amount_below_minimum'
  | 'amount_above_maximum'
  | 'too_many_open_recharges'
  | 'request_id_reused';

/**
 * Asks a rail for a payment into the wallet; nothing is credited before the rail says that it was paid. A
 * repeated requestId is answered as the first time. Refuses, in this order: account_not_kept (USDT in a
 * practice account), channel_not_available, amount_invalid (more decimals than the currency has),
 * amount_below_minimum, amount_above_maximum, request_id_reused, too_many_open_recharges.
 */
export async function submitRecharge(
  deps: Deps,
  { member, language }: MemberCaller,
  body: Body<'submitRecharge'>,
): Promise<Result<Data<'submitRecharge'>, Refusals>> {
  if (body.currency === 'USDT' && member.deviceOnly) return refuse('account_not_kept', { field: 'currency' });
  const channel = findChannel(body.currency, body.channelType);
  if (!channel) return refuse('channel_not_available', { field: 'channelType' });
  const amount = parseDecimal(body.amount, DECIMALS[channel.currency]);
  if (amount === undefined) return refuse('amount_invalid', { field: 'amount' });
  if (amount < channel.min) return refuse('amount_below_minimum', { field: 'amount' });
  if (amount > channel.max) return refuse('amount_above_maximum', { field: 'amount' });

  const { currency, type } = channel;
  const asked = requestHash({ call: 'submitRecharge', currency, channel: type, amount });
  const answer = async (row: Recharge, isRepeat: boolean): Promise<Result<Data<'submitRecharge'>, Refusals>> => {
    if (isRepeat && !Buffer.from(row.requestHash).equals(asked))
      return refuse('request_id_reused', { field: 'requestId' });
    const payTo = signedPayTo(deps, row) ?? (await askRail(deps, row));
    return done(presentRecharge(asFirstAnswered(row), payTo, language));
  };

  const earlier = await store.rechargeOfRequest(deps.db, member.userId, body.requestId);
  if (earlier) return answer(earlier, true);
  if ((await store.countOpen(deps.db, member.userId)) >= MAX_OPEN_RECHARGES) return refuse('too_many_open_recharges');

  const at = deps.clock.now();
  const expiresAt = at + (deps.rail.waitsForPeople ? WAITS_FOR_PEOPLE_MS : WAITS_MS);
  const row = await deps.db.transaction(async (tx) => {
    const orderNumber = `RC${randomId(deps.random)}`;
    const inserted = await store.insertRecharge(tx, {
      orderNumber,
      memberId: member.userId,
      currency,
      channel: type,
      rail: deps.rail.name,
      amount,
      requestId: body.requestId,
      requestHash: asked,
      at,
      expiresAt,
    });
    if (inserted) await deps.jobs.send(tx, 'recharge_expiry', { orderNumber }, expiresAt);
    return inserted;
  });
  if (row) return answer(row, false);
  // A copy of the request was faster.
  const first = await store.rechargeOfRequest(deps.db, member.userId, body.requestId);
  if (!first) throw new Error('A recharge that was in the way is gone');
  return answer(first, true);
}

/** Asks the rail for the payment, which knows it by its order number: asking twice is asking once. */
export async function askRail(deps: Pick<Deps, 'db' | 'rail'>, row: Recharge): Promise<SignedPayTo> {
  const payTo = await deps.rail.create({ direction: 'in', ...toPayment(row) });
  if (!payTo) throw new Error(`The rail does not say where to pay ${row.orderNumber} to`);
  await store.setPayTo(deps.db, row.orderNumber, payTo);
  return payTo;
}

const toPayment = ({ orderNumber, currency, channel, amount }: Recharge) => ({
  orderNumber,
  currency,
  channel,
  amount,
});

/** Where a recharge is paid to, as the rail has signed it; undefined when it has not been asked, or says otherwise. */
export const signedPayTo = ({ rail, log }: Pick<Deps, 'rail' | 'log'>, row: Recharge): SignedPayTo | undefined => {
  if (row.payTo === undefined || rail.isPayTo(toPayment(row), row.payTo)) return row.payTo;
  log.error({ orderNumber: row.orderNumber }, 'where a recharge is paid to is not what the rail said');
  return undefined;
};

/** A recharge as it stood when it was first answered, whatever has become of it since. */
const asFirstAnswered = (row: Recharge): Recharge => ({
  ...row,
  status: 'in_transfer',
  reason: undefined,
  updatedAt: row.at,
});
