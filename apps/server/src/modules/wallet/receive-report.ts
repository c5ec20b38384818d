import { DECIMALS, showDecimal } from '@khara/money';
import { addCreditEvent } from '#modules/credit/index.ts';
import * as ledger from '#modules/ledger/index.ts';
import { toChanges, completeTask, notify, type NoticeKey, type SentNotice } from '#modules/notices/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { RailReport } from '#src/ports/payment-rail.ts';
import { moneyParam } from '#src/kernel/format-message.ts';
import { readFunds, worthPaise } from './balances.ts';
import { inPaise, rateOn } from './conversion-rate.ts';
import { MAX_LOSSES_PAISE, owedPaise } from './debts.ts';
import { receivePayoutReport } from './pay-out.ts';
import * as store from './recharge-store.ts';
import type { Effect, Recharge, ReportIn } from './recharge-store.ts';
import { returnRef } from './withdrawal-steps.ts';

/** What taking a report needs. */
export type ReportDeps = Pick<
  Deps,
  'db' | 'clock' | 'random' | 'keys' | 'jobs' | 'market' | 'venue' | 'moneyHolders' | 'pushes' | 'log'
>;

/**
 * Takes a rail's report of a payment. Safe to run any number of times, for the same report and for different
 * reports of the same payment, and in any order: the ledger has one `recharge` and one `recharge_return` per
 * order number. Everything it does commits together; devices hear of it afterwards. What the rail has not signed is no
 * report, whatever table or queue it came out of.
 */
export async function receiveReport(deps: ReportDeps & Pick<Deps, 'rail'>, report: RailReport): Promise<void> {
  if (!deps.rail.isReport(report)) {
    deps.log.error(
      { report: report.id, orderNumber: report.orderNumber },
      'a report is not the rail’s: nothing is done',
    );
    return;
  }
  if (report.direction === 'out') return receivePayoutReport(deps, report);
  (await settleOnce(deps, { ...report, reportedBy: 'rail' }))?.tell();
}

/**
 * From when on a recharge may be credited, in ms: once its rail can take it back no more, where it has taken back one
 * of this member before, or where it could take back more than `MAX_LOSSES_PAISE`. So such money is not spent again and
 * again, and no large sum is lost to another account meanwhile. Undefined: at once.
 */
export async function creditedFrom(
  { db, rail, keys, market }: Pick<Deps, 'db' | 'rail' | 'keys' | 'market'>,
  { direction, outcome, orderNumber }: Pick<RailReport, 'direction' | 'outcome' | 'orderNumber'>,
): Promise<number | undefined> {
  if (direction !== 'in' || outcome !== 'paid') return undefined;
  const risk = await store.atRiskWith(db, orderNumber, rail.takesBackWithinMs);
  if (!risk) return undefined;
  const riskPaise = owedPaise(keys, { INR: risk.inr, USDT: risk.usdt }, market.now().marketDate);
  if (!risk.wasTakenBack && riskPaise <= MAX_LOSSES_PAISE) return undefined;
  return risk.at + rail.takesBackWithinMs;
}

/** What a report did, and how to tell the member's devices of it after the commit. */
export type SettledReport = { readonly effect: Effect; readonly tell: () => void };

/** How often a return is tried anew when the owner spends at the same moment. */
const ATTEMPTS = 5;

async function settleOnce(deps: ReportDeps, report: ReportIn): Promise<SettledReport | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await deps.db.transaction((tx) => settleReport(tx, deps, report));
    } catch (error) {
      if (!(error instanceof BalanceMoved) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** The same in the caller's transaction. Undefined when the report had been taken before. */
export async function settleReport(tx: Tx, deps: ReportDeps, report: ReportIn): Promise<SettledReport | undefined> {
  const { orderNumber, outcome } = report;
  const row = await store.lockRecharge(tx, orderNumber);
  if (!row) await store.lockUnknown(tx, orderNumber);
  const at = deps.clock.now();
  const effect = decideEffect(row, report, await store.readSuspense(tx, orderNumber));
  if (!(await store.insertReport(tx, { ...report, effect, at }))) return undefined;
  const applied = await applyEffect(tx, deps, row, report, effect);
  if (effect === 'unmatched' || effect === 'suspended') {
    deps.log.error({ orderNumber, outcome, effect, status: row?.status }, 'a rail reports what no recharge waits for');
  }
  return {
    effect,
    tell: () => {
      deps.log.info({ orderNumber, outcome, effect }, 'rail report');
      if (!row || applied === undefined) return;
      for (const tell of applied.letGo ?? []) tell();
      deps.pushes.changed([
        ...toChanges(applied.notices),
        { userId: row.memberId, kind: 'wallet', currency: row.currency },
      ]);
    },
  };
}

/** What a report means for a recharge in its present state, or for an order number that no recharge has. */
function decideEffect(row: Recharge | undefined, report: ReportIn, suspense: store.Suspense): Effect {
  const { outcome } = report;
  const asAsked = row?.amount === report.amount && row.currency === report.currency;
  if (outcome === 'paid') {
    if (row?.status === 'in_transfer' && asAsked) return 'credited';
    // Money for nothing that waits for it, or not as much as was asked for: it is not lost, and not credited either.
    return row?.status === 'passed' || row?.reason === 'reversed' || suspense !== 'none' ? 'none' : 'suspended';
  }
  if (outcome === 'failed') {
    if (row?.status === 'in_transfer') return 'failed';
    return row?.status === 'failed' || row?.status === 'revoked' ? 'none' : 'unmatched';
  }
  if (row?.status === 'passed' && (asAsked || suspense !== 'held')) return 'returned';
  // What was kept apart is what goes back; the recharge itself may still be paid.
  if (suspense === 'held') return 'sent_back';
  // Taken back before it was reported as paid: whatever comes after this finds it ended.
  if (row?.status === 'in_transfer') return 'failed';
  return row?.reason === 'reversed' || suspense === 'sent_back' ? 'none' : 'unmatched';
}

/** `letGo`: what is to be done after the commit for each part that let money go. */
type Applied = { readonly notices: readonly SentNotice[]; readonly letGo?: readonly (() => void)[] };

/** Undefined when nothing changed for the member. */
async function applyEffect(
  tx: Tx,
  deps: ReportDeps,
  row: Recharge | undefined,
  report: ReportIn,
  effect: Effect,
): Promise<Applied | undefined> {
  if (effect === 'suspended' || effect === 'sent_back') await suspend(tx, deps, report, effect);
  if (!row || effect === 'none' || effect === 'unmatched') return undefined;
  const at = deps.clock.now();
  const tell = (key: NoticeKey, money = moneyText(row)): Promise<SentNotice> =>
    notify(tx, {
      userId: row.memberId,
      category: 'transaction',
      key,
      params: { money, orderNumber: row.orderNumber, channel: row.channel },
      link: '/pages/wallet/recharge/records',
      about: `recharge:${row.orderNumber}:${key}`,
      at,
    });
  switch (effect) {
    // The member of the recharge hears what came of the money, although it is not theirs.
    case 'suspended':
      return { notices: [await tell('rechargeUnmatched', moneyText(report))] };
    case 'sent_back':
      return { notices: [await tell('rechargeSentBack', moneyText(report))] };
    case 'credited':
      await credit(tx, deps, row);
      await store.setStatus(tx, row.orderNumber, { status: 'passed', at });
      await completeTask(tx, [row.memberId], 'recharge', at);
      return { notices: [await tell('rechargePassed')] };
    case 'failed': {
      const reason =
        report.outcome === 'reversed' ? 'reversed' : report.reportedBy === 'people' ? 'declined' : 'rail_refused';
      await store.setStatus(tx, row.orderNumber, { status: 'failed', reason, at });
      return { notices: [await tell('rechargeFailed')] };
    }
    case 'returned': {
      const letGo = await letMoneyGo(tx, deps, row);
      const lost = await takeBack(tx, deps, row);
      await store.setStatus(tx, row.orderNumber, { status: 'failed', reason: 'reversed', at });
      const event = await addCreditEvent(tx, deps, {
        userId: row.memberId,
        rule: 'recharge_reversed',
        about: row.orderNumber,
        facts: {
          money: moneyText(row),
          orderNumber: row.orderNumber,
          lost: String(lost),
          marketDate: deps.market.now().marketDate,
        },
      });
      return { notices: [await tell('rechargeReversed'), event], letGo };
    }
  }
}

const moneyText = ({ currency, amount }: Pick<Recharge, 'currency' | 'amount'>): string =>
  moneyParam(currency, showDecimal(amount, DECIMALS[currency]));

/** 301 → 101. */
async function credit(tx: Tx, deps: ReportDeps, row: Recharge): Promise<void> {
  const { marketDate } = deps.market.now();
  const { currency, amount, orderNumber: ref } = row;
  await ledger.addSources(tx, marketDate, [
    {
      type: 'rail_event',
      id: ref,
      purpose: 'recharge',
      owner: ledger.userOwner(row.memberId),
      asset: currency,
      amount,
    },
  ]);
  const posted = await ledger.post(tx, {
    kind: 'recharge',
    ref,
    actor: 'system',
    marketDate,
    lines: [
      ledger.move(ledger.railIn(currency), -amount),
      ledger.move(ledger.available(row.memberId, currency), amount),
    ],
  });
  if (posted.refused !== undefined) throw new Error(`The credit of ${ref} was refused: ${posted.refused}`);
}

/** The owner spent between the look at the balance and the entry. */
class BalanceMoved extends Error {
  override readonly name = 'BalanceMoved';
}

/**
 * What a bank takes back and is frozen for something buys nothing: where the member's free money does not cover it, the
 * newest orders and applications that rest on money end, as many as are needed. Answers what to do after the commit.
 */
async function letMoneyGo(tx: Tx, deps: ReportDeps, row: Recharge): Promise<readonly (() => void)[]> {
  const { currency, amount, memberId: userId } = row;
  const rate = rateOn(deps.keys, deps.market.now().marketDate);
  const asked = currency === 'INR' ? amount : inPaise(amount, rate.middlePaise);
  let missing = asked - worthPaise(await readFunds(tx, userId), rate).available;
  const after: (() => void)[] = [];
  for (const holder of missing > 0n ? deps.moneyHolders : []) {
    const { paise, tell } = await holder.letGo(tx, deps, { userId, paise: missing });
    missing -= paise;
    after.push(tell);
    if (missing <= 0n) break;
  }
  return after;
}

/**
 * 101 → 301, as far as there is money; the platform bears what is no longer there (220), and its member owes it.
 * Answers how much that was.
 */
async function takeBack(tx: Tx, deps: ReportDeps, row: Recharge): Promise<bigint> {
  const { marketDate } = deps.market.now();
  const { currency, amount, memberId: userId } = row;
  const owner = ledger.userOwner(userId);
  const ref = returnRef(row.orderNumber);
  const balances = await ledger.readBalances(tx, owner);
  const there = balances.find(({ asset, code }) => asset === currency && code === ledger.CODES.available)?.amount ?? 0n;
  const taken = there < amount ? there : amount;
  const lost = amount - taken;
  await ledger.addSources(tx, marketDate, [
    { type: 'rail_event', id: ref, purpose: 'recharge_return', owner, asset: currency, amount },
  ]);
  const lines = [
    ledger.move(ledger.railIn(currency), amount),
    ledger.move(ledger.available(userId, currency), -taken),
    ledger.move(ledger.platformIn(currency, ledger.CODES.lossesAbsorbed), -lost),
  ];
  const posted = await ledger.post(tx, {
    kind: 'recharge_return',
    ref,
    actor: 'system',
    marketDate,
    lines: lines.filter((line) => line.amount !== 0n),
  });
  if (posted.refused !== undefined) throw new BalanceMoved(posted.refused);
  return lost;
}

/** 301 → 303, or back: money without an owner until the rail takes it back. */
async function suspend(tx: Tx, deps: ReportDeps, report: ReportIn, effect: 'suspended' | 'sent_back'): Promise<void> {
  const { marketDate } = deps.market.now();
  const { currency, amount, id: ref } = report;
  const kind = effect === 'suspended' ? 'rail_unmatched' : 'rail_unmatched_return';
  const change = effect === 'suspended' ? amount : -amount;
  await ledger.addSources(tx, marketDate, [
    { type: 'rail_event', id: ref, purpose: kind, owner: 'x', asset: currency, amount },
  ]);
  const posted = await ledger.post(tx, {
    kind,
    ref,
    actor: 'system',
    marketDate,
    lines: [ledger.move(ledger.railIn(currency), -change), ledger.move(ledger.railSuspense(currency), change)],
  });
  if (posted.refused !== undefined) throw new Error(`Suspense of ${ref} was refused: ${posted.refused}`);
}
