import type { Body, Data } from '@khara/contract';
import { DECIMALS, parseDecimal, rupees, showDecimal } from '@khara/money';
import { transactionPasswordCheck, type PasswordRefusal } from '#modules/accounts/index.ts';
import * as ledger from '#modules/ledger/index.ts';
import { announce, notify, type SentNotice } from '#modules/notices/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { randomId } from '#src/security/random-id.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { requestHash } from '#src/security/request-hash.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { moneyParam } from '#src/kernel/format-message.ts';
import { leavesSaleMoney } from './balances.ts';
import { inPaise, inUsdt, rateOn, type Rate } from './conversion-rate.ts';
import { answerOnce, earlierAnswer, type MoneyRequest } from './request-store.ts';
import * as store from './conversion-store.ts';
import type { Conversion } from './conversion-store.ts';

type Refusal =
  | PasswordRefusal
  | 'currencies_alike'
  | 'amount_invalid'
  | 'amount_below_minimum'
  | 'amount_above_maximum'
  | 'rate_moved'
  | 'request_id_reused'
  | MoneyRefusal;
type MoneyRefusal = 'insufficient_funds' | 'funds_not_settled';

/** Of what is changed, in minor units: at least a rupee or a hundredth of a USDT, which buys something. */
const LIMITS = { INR: { min: 100n, max: 100_000_000n }, USDT: { min: 10_000n, max: 10_000_000_000n } } as const;

/**
 * Changes rupees into USDT or back at the rate of the market date, or says what that would give. A repeated
 * requestId is answered as the first time. Refuses, in this order: the transaction password, but of a quote;
 * currencies_alike, amount_invalid,
 * amount_below_minimum, amount_above_maximum, request_id_reused, rate_moved, insufficient_funds,
 * funds_not_settled: as much rupees must stay as sales brought that have not settled, for else they could
 * leave as USDT at once.
 */
export async function convert(
  deps: Deps,
  { member }: MemberCaller,
  body: Body<'convert'>,
): Promise<Result<Data<'convert'>, Refusal>> {
  if (body.quoteOnly !== true) {
    const allowed = await transactionPasswordCheck(deps, member, body.transactionPassword);
    if (allowed.refused !== undefined) return allowed;
  }
  const { from, to } = body;
  if (from === to) return refuse('currencies_alike', { field: 'to' });
  const amount = parseDecimal(body.amount, DECIMALS[from]);
  if (amount === undefined) return refuse('amount_invalid', { field: 'amount' });
  if (amount < LIMITS[from].min) return refuse('amount_below_minimum', { field: 'amount' });
  if (amount > LIMITS[from].max) return refuse('amount_above_maximum', { field: 'amount' });
  const expected = body.rate === undefined ? undefined : parseDecimal(body.rate, DECIMALS.INR);
  if (body.rate !== undefined && expected === undefined) return refuse('amount_invalid', { field: 'rate' });

  const { marketDate } = deps.market.now();
  const rate = rateOn(deps.keys, marketDate);
  const ratePaise = from === 'INR' ? rate.buyPaise : rate.sellPaise;
  const received = from === 'INR' ? inUsdt(amount, ratePaise) : inPaise(amount, ratePaise);
  const at = deps.clock.now();
  if (body.quoteOnly) {
    const quote = { fromCurrency: from, toCurrency: to, amount, received, ratePaise };
    return done(shown({ ...quote, middlePaise: rate.middlePaise, marketDate }, null));
  }

  const request: MoneyRequest = {
    memberId: member.userId,
    call: 'convert',
    requestId: body.requestId,
    hash: requestHash({ from, to, amount, rate: expected }),
    at,
  };
  let answer = await earlierAnswer<MoneyRefusal>(deps.db, request);
  if (!answer) {
    if (expected !== undefined && expected !== ratePaise) return refuse('rate_moved', { field: 'rate' });
    const terms = { from, to, amount, received, ratePaise, rate };
    let sent: SentNotice;
    answer = await answerOnce(deps.db, request, async (tx) => {
      const made = await exchange(tx, deps, member.userId, terms, 'user');
      if (made.refused !== undefined) return made;
      // The entry has locked what belongs to the member: what is read now stays so until the commit.
      if (from === 'INR' && !(await leavesSaleMoney(tx, member.userId, deps.market.now().marketTime)))
        return refuse('funds_not_settled', { field: 'amount' });
      sent = await notifyConverted(tx, deps, member.userId, terms, made.value);
      return made;
    });
    if (answer.refused === undefined) {
      announce(deps, sent);
      for (const currency of [from, to]) deps.pushes.changed([{ userId: member.userId, kind: 'wallet', currency }]);
    }
  }
  if (answer.refused !== undefined) return answer;
  const row = await store.readConversion(deps.db, member.userId, answer.value);
  return done(shown(row, await ledger.loadReceipt(deps, { kind: 'convert', ref: row.orderNumber })));
}

type Terms = {
  readonly from: 'INR' | 'USDT';
  readonly to: 'INR' | 'USDT';
  readonly amount: bigint;
  readonly received: bigint;
  readonly ratePaise: bigint;
  readonly rate: Rate;
};

/** 101 ↔ 212 in both currencies. */
export async function exchange(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'random'>,
  userId: string,
  { from, to, amount, received, ratePaise, rate }: Terms,
  actor: 'user' | 'system' = 'system',
): Promise<Result<string, 'insufficient_funds'>> {
  const orderNumber = `CV${randomId(deps.random)}`;
  const { marketDate, middlePaise } = rate;
  await ledger.addSources(tx, marketDate, [
    {
      type: 'conversion',
      id: orderNumber,
      purpose: 'convert',
      owner: ledger.userOwner(userId),
      asset: from,
      amount,
      otherAsset: to,
      otherAmount: received,
    },
  ]);
  const posted = await ledger.post(tx, {
    kind: 'convert',
    ref: orderNumber,
    actor,
    marketDate,
    lines: [
      ledger.move(ledger.available(userId, from), -amount),
      ledger.move(ledger.conversionDesk(from), amount),
      ledger.move(ledger.conversionDesk(to), -received),
      ledger.move(ledger.available(userId, to), received),
    ],
  });
  if (posted.refused !== undefined) {
    if (posted.refused !== 'insufficient_funds') throw new Error(`A conversion was refused: ${posted.refused}`);
    return refuse('insufficient_funds', { field: 'amount' });
  }
  await store.insertConversion(tx, {
    orderNumber,
    memberId: userId,
    from,
    to,
    amount,
    received,
    ratePaise,
    middlePaise,
    marketDate,
    at: deps.clock.now(),
  });
  return done(orderNumber);
}

const notifyConverted = (
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  userId: string,
  { from, to, amount, received, ratePaise }: Terms,
  orderNumber: string,
): Promise<SentNotice> =>
  notify(tx, {
    userId,
    category: 'transaction',
    key: 'converted',
    params: {
      money: moneyParam(from, showDecimal(amount, DECIMALS[from])),
      received: moneyParam(to, showDecimal(received, DECIMALS[to])),
      price: rupees(ratePaise),
      orderNumber,
    },
    link: '/pages/personal/bill/index',
    about: `conversion:${orderNumber}`,
    at: clock.now(),
  });

function shown(row: Omit<Conversion, 'orderNumber'>, receipt: ledger.SignedReceipt | null): Data<'convert'> {
  const { fromCurrency: from, toCurrency: to, amount, received, ratePaise: rate, middlePaise: middle } = row;
  const usdt = from === 'USDT' ? amount : received;
  const difference = rate > middle ? rate - middle : middle - rate;
  return {
    from,
    to,
    amount: showDecimal(amount, DECIMALS[from]),
    received: showDecimal(received, DECIMALS[to]),
    rate: rupees(rate),
    middleRate: rupees(middle),
    spreadPercent: showDecimal((difference * 10_000n) / middle, 2),
    spreadCost: rupees(inPaise(usdt, difference)),
    marketDate: row.marketDate,
    receipt,
    simulated: true,
  };
}
