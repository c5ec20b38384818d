import assert from 'node:assert/strict';
import { MAX_DAY_ORDERS, type Body, type Data, type OwnLimitKind, type RefusalsOf } from '@khara/contract';
import { paise, rupees } from '@khara/money';
import { addDays, DAY_MS, dayInIndia, nextRegularDay } from '@khara/rules';
import { transactionPasswordCheck } from '#modules/accounts/index.ts';
import type { HandlersFor, MemberCaller } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { isPaused, type OwnLimits } from './limits.ts';
import { dayBegin, dayFrom, dayOfPause, nextDate } from './limit-days.ts';
import { countOpenOrders, newestChanges, readOwnLimits, setOwnLimit, type NewestChange } from './limits-store.ts';
import { sumProfit } from './stopped.ts';

/** The largest amount of a limit: a thousand crore rupees. */
const MAX_PAISE = 1_000_00_00_000_00n;
/** Days within which a pause until a date ends. */
const LONGEST_PAUSE = 366;

type LimitsNow = Data<'ownLimits'>;
type Limit = LimitsNow['limits'][number];
type Value = Limit['value'];
type Caller = Pick<MemberCaller, 'member'>;

/** A limit as the wire has it. */
function shown(kind: OwnLimitKind, value: bigint | null): Value {
  if (value === null) return null;
  if (kind === 'no_intraday') return 'on';
  return kind === 'day_orders' ? String(value) : rupees(value);
}

/** All limits of a member, as they are now. */
async function present(deps: Pick<Deps, 'db' | 'market' | 'clock'>, { member }: Caller): Promise<LimitsNow> {
  const { userId } = member;
  const market = deps.market.now();
  const { marketDate, profile } = market;
  const [own, changes, openOrders] = await Promise.all([
    readOwnLimits(deps.db, userId, { all: true }),
    newestChanges(deps.db, userId),
    countOpenOrders(deps.db, userId),
  ]);
  assert(own, 'asked for all, there are the orders of the day at least');
  const now = deps.clock.now();
  const profitPaise = sumProfit(deps, own);
  const of = (kind: OwnLimitKind, used?: Limit['used']): Limit => {
    const change = changes.find((one) => one.kind === kind);
    return {
      kind,
      value: shown(kind, change?.now ?? null),
      ...(used !== undefined && { used }),
      ...presentAsked(deps, kind, change),
    };
  };
  const notBefore = now + DAY_MS;
  return {
    limits: [
      of('day_loss', rupees(profitPaise < 0n ? -profitPaise : 0n)),
      of('day_orders', String(own.orders)),
      of('largest_order'),
      of('no_intraday'),
    ],
    pause: presentPause(own),
    todayProfit: rupees(profitPaise),
    marketDate,
    nextDate: nextDate(market, now),
    looser: { notBefore, fromDate: dayFrom(profile, notBefore, marketDate) },
    pauses: { market_day: nextRegularDay(dayOfPause(market, now)), '24h': now + DAY_MS, '7d': now + 7 * DAY_MS },
    openOrders,
    at: now,
  };
}

function presentAsked(
  deps: Pick<Deps, 'market'>,
  kind: OwnLimitKind,
  change: NewestChange | undefined,
): Pick<Limit, 'asked'> {
  if (!change || change.fromAt === undefined || change.now === change.value) return {};
  const [at, notBefore] = [change.askedAt, change.fromAt];
  const fromDate = dayFrom(deps.market.now().profile, notBefore, change.askedDate);
  return { asked: { value: shown(kind, change.value ?? null), at, notBefore, fromDate } };
}

function presentPause(own: OwnLimits): LimitsNow['pause'] {
  if (!isPaused(own)) return null;
  const { now, marketDate, pausedUntil, pausedThrough } = own;
  return {
    until: pausedUntil !== undefined && now < pausedUntil ? pausedUntil : null,
    untilDate: pausedThrough !== undefined && marketDate <= pausedThrough ? nextRegularDay(pausedThrough) : null,
  };
}

/** Refuses: invalid_input, amount_invalid, amount_above_maximum, own_orders_above_maximum. */
async function setLimit(
  deps: Deps,
  caller: Caller,
  body: Body<'setOwnLimit'>,
): Promise<Result<LimitsNow, RefusalsOf<'setOwnLimit'>>> {
  const read = valueIn(body);
  if (read.refused !== undefined) return read;
  await deps.db.transaction((tx) => setOwnLimit(tx, caller.member.userId, { kind: body.kind, value: read.value }));
  return done(await present(deps, caller));
}

function valueIn({
  kind,
  amount,
  orders,
  isOn,
}: Body<'setOwnLimit'>): Result<bigint | undefined, RefusalsOf<'setOwnLimit'>> {
  const isOf = { amount: amount !== undefined, orders: orders !== undefined, isOn: isOn !== undefined };
  const fits = {
    day_loss: !isOf.orders && !isOf.isOn,
    largest_order: !isOf.orders && !isOf.isOn,
    day_orders: !isOf.amount && !isOf.isOn,
    no_intraday: !isOf.amount && !isOf.orders,
  }[kind];
  if (!fits) return refuse('invalid_input', { field: 'kind' });
  if (orders !== undefined && orders > MAX_DAY_ORDERS)
    return refuse('own_orders_above_maximum', { field: 'orders', details: { maximum: MAX_DAY_ORDERS } });
  if (orders !== undefined) return done(BigInt(orders));
  if (kind === 'no_intraday') return done(isOn === true ? 1n : undefined);
  if (amount === undefined) return done(undefined);
  const value = paise(amount);
  if (value === undefined) return refuse('amount_invalid', { field: 'amount' });
  if (value > MAX_PAISE) return refuse('amount_above_maximum', { field: 'amount' });
  return done(value);
}

/**
 * A session that was left open may stop orders for a day, as it may set any limit; what outlasts that is for
 * the member alone. Refuses, in this order: own_pause_invalid, for a date that is none to come, or is further
 * away than a year; for more than 24 hours the transaction password.
 */
async function pause(
  deps: Deps,
  caller: Caller,
  { span, date, transactionPassword }: Body<'pauseOrders'>,
): Promise<Result<LimitsNow, RefusalsOf<'pauseOrders'>>> {
  const now = deps.clock.now();
  const today = dayInIndia(now);
  const isDate = span === 'date';
  if (isDate && (date === undefined || date <= today || date > addDays(today, LONGEST_PAUSE)))
    return refuse('own_pause_invalid', { field: 'date' });
  const change =
    span === 'market_day'
      ? { value: undefined, through: dayOfPause(deps.market.now(), now) }
      : { value: BigInt(isDate ? dayBegin(date!) : now + (span === '24h' ? DAY_MS : 7 * DAY_MS)) };
  if (change.value !== undefined && change.value > BigInt(now + DAY_MS)) {
    const allowed = await transactionPasswordCheck(deps, caller.member, transactionPassword);
    if (allowed.refused !== undefined) return allowed;
  }
  await deps.db.transaction((tx) => setOwnLimit(tx, caller.member.userId, { kind: 'pause', ...change }));
  return done(await present(deps, caller));
}

export const ownLimitHandlers = {
  ownLimits: async (deps, caller) => done(await present(deps, caller)),
  setOwnLimit: setLimit,
  pauseOrders: pause,
} satisfies HandlersFor<'ownLimits' | 'setOwnLimit' | 'pauseOrders'>;
