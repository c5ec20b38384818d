import { rupees } from '@khara/money';
import { languagesOf } from '#modules/accounts/index.ts';
import * as ledger from '#modules/ledger/index.ts';
import { announce, notify, type NoticeKey, type SentNotice } from '#modules/notices/index.ts';
import type { Tx } from '../../db.ts';
import type { Deps } from '../../deps.ts';
import type { RailReport } from '../../ports.ts';
import * as store from './store.ts';
import type { Effect, RechargeRow } from './store.ts';

type Needs = Pick<Deps, 'db' | 'clock' | 'market' | 'pushes' | 'log'>;

/**
 * Takes a rail's report of a payment. Safe to run any number of times, for the same report and for different reports of the same payment: the ledger has
 * one `recharge` and one `recharge_return` per order number. Everything it does commits together; devices are told afterwards.
 */
export async function receiveReport(deps: Needs, report: RailReport): Promise<void> {
  const settled = await settleOnce(deps, report);
  if (!settled) return;
  const { row, effect, notice } = settled;
  deps.log.info({ orderNumber: report.orderNumber, outcome: report.outcome, effect }, 'rail report');
  if (effect === 'unmatched' || effect === 'none') return;
  const languages = await languagesOf(deps.db, [row.member_id]);
  announce(deps, notice, languages.get(row.member_id) ?? 'en');
  deps.pushes.toUser(row.member_id, { type: 'wallet', data: { currency: row.currency } });
}

type Settled = { readonly row: RechargeRow; readonly effect: Effect; readonly notice: SentNotice };

/** How often a return is tried anew when the owner spends at the same moment. */
const ATTEMPTS = 5;

async function settleOnce(deps: Needs, report: RailReport): Promise<Settled | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await deps.db.transaction((tx) => settle(tx, deps, report));
    } catch (error) {
      if (!(error instanceof BalanceMoved) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function settle(tx: Tx, deps: Needs, report: RailReport): Promise<Settled | undefined> {
  const row = await store.lockRecharge(tx, report.orderNumber);
  if (!row) {
    deps.log.error({ orderNumber: report.orderNumber }, 'a rail reports a payment that nobody asked for');
    return undefined;
  }
  const at = deps.clock.now();
  const effect = effectOf(row, report);
  if (!(await store.insertReport(tx, { ...report, effect, at }))) return undefined;
  const tell = (key: NoticeKey): Promise<SentNotice> =>
    notify(tx, {
      userId: row.member_id,
      category: 'transaction',
      key,
      params: { amount: rupees(row.amount), orderNumber: row.order_number, channel: row.channel },
      link: '/pages/wallet/recharge/records',
      about: `recharge:${row.order_number}:${key}`,
      at,
    });
  switch (effect) {
    case 'credited':
      await credit(tx, deps, row);
      await store.setStatus(tx, row.order_number, { status: 'passed', at });
      return { row, effect, notice: await tell('rechargePassed') };
    case 'failed':
      await store.setStatus(tx, row.order_number, { status: 'failed', reason: 'rail_refused', at });
      return { row, effect, notice: await tell('rechargeFailed') };
    case 'returned':
      await takeBack(tx, deps, row);
      await store.setStatus(tx, row.order_number, { status: 'failed', reason: 'reversed', at });
      return { row, effect, notice: await tell('rechargeReversed') };
    case 'unmatched':
      deps.log.error({ orderNumber: report.orderNumber, status: row.status }, 'a rail reports what cannot be');
      return { row, effect, notice: undefined };
    case 'none':
      return { row, effect, notice: undefined };
  }
}

/** What a report means for a recharge in its present state. */
function effectOf(row: RechargeRow, { outcome }: RailReport): Effect {
  const { status, reason } = row;
  if (outcome === 'paid') {
    if (status === 'in_transfer') return 'credited';
    return status === 'passed' || reason === 'reversed' ? 'none' : 'unmatched';
  }
  if (outcome === 'failed') {
    if (status === 'in_transfer') return 'failed';
    return status === 'failed' || status === 'revoked' ? 'none' : 'unmatched';
  }
  if (status === 'passed') return 'returned';
  return reason === 'reversed' ? 'none' : 'unmatched';
}

const asset = (row: RechargeRow): 'INR' | 'USDT' => row.currency;

/** 301 → 101. */
async function credit(tx: Tx, deps: Needs, row: RechargeRow): Promise<void> {
  const { marketDate } = deps.market.now();
  const ref = row.order_number;
  await ledger.addSources(tx, marketDate, [
    {
      type: 'rail_event',
      id: ref,
      purpose: 'recharge',
      owner: ledger.userOwner(row.member_id),
      asset: asset(row),
      amount: row.amount,
    },
  ]);
  const posted = await ledger.post(tx, {
    kind: 'recharge',
    ref,
    actor: 'system',
    marketDate,
    lines: [
      ledger.move(ledger.railIn(asset(row)), -row.amount),
      ledger.move(ledger.available(row.member_id, asset(row)), row.amount),
    ],
  });
  if (posted.refused !== undefined) throw new Error(`The credit of ${ref} was refused: ${posted.refused}`);
}

/** The owner spent between the look at the balance and the entry. */
class BalanceMoved extends Error {
  override readonly name = 'BalanceMoved';
}

/** 101 → 301, as far as there is money; what is no longer there is the platform's loss (220), since no user ever owes. */
async function takeBack(tx: Tx, deps: Needs, row: RechargeRow): Promise<void> {
  const { marketDate } = deps.market.now();
  const owner = ledger.userOwner(row.member_id);
  const ref = returnRef(row);
  const balances = await ledger.balancesOf(tx, owner);
  const there =
    balances.find(({ asset: held, code }) => held === row.currency && code === ledger.CODES.available)?.amount ?? 0n;
  const taken = there < row.amount ? there : row.amount;
  const lost = row.amount - taken;
  await ledger.addSources(tx, marketDate, [
    { type: 'rail_event', id: ref, purpose: 'recharge_return', owner, asset: asset(row), amount: row.amount },
  ]);
  const lines = [
    ledger.move(ledger.railIn(asset(row)), row.amount),
    ledger.move(ledger.available(row.member_id, asset(row)), -taken),
    ledger.move(ledger.lossesAbsorbed, -lost),
  ];
  const posted = await ledger.post(tx, {
    kind: 'recharge_return',
    ref,
    actor: 'system',
    marketDate,
    lines: lines.filter((line) => line.amount !== 0n),
  });
  if (posted.refused !== undefined) throw new BalanceMoved(posted.refused);
}

/** A return is a source of its own beside the recharge that it takes back. */
const RETURN = ':return';
const returnRef = (row: RechargeRow): string => `${row.order_number}${RETURN}`;
/** The order number in a ledger reference of this module. */
export const orderNumberOf = (ref: string): string => (ref.endsWith(RETURN) ? ref.slice(0, -RETURN.length) : ref);
