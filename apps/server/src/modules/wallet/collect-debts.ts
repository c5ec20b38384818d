import { DECIMALS, min, mulDiv, showDecimal } from '@khara/money';
import * as ledger from '#modules/ledger/index.ts';
import { announce, notify, type SentNotice } from '#modules/notices/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { moneyParam } from '#src/kernel/format-message.ts';
import { readFunds } from './balances.ts';
import { inPaise, inUsdt, ONE_USDT, rateOn } from './conversion-rate.ts';
import { exchange } from './convert.ts';

type CollectDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'keys' | 'market' | 'pushes'>;

/**
 * Takes what members owe out of what they have: of the same money, then of the other, converted at the rate of the
 * date. Tells each once that something is owed, and that it is paid. The member spends nothing meanwhile, so it is
 * enough to look often. Safe to repeat: a payment says how much was owed before it, and the ledger has it once.
 */
export function collectDebts(deps: CollectDeps): () => Promise<void> {
  /** Debts of which notices were sent since the server began: without free money nothing is to do for them. */
  const told = new Set<string>();
  return async () => {
    const failures: unknown[] = [];
    for (const { owner } of await ledger.debtors(deps.db, [...told])) {
      try {
        const { uids, sent, hasPaid } = await deps.db.transaction((tx) => collectFrom(tx, deps, owner));
        for (const uid of uids) told.add(uid);
        announce(deps, ...sent);
        if (!hasPaid) continue;
        const userId = owner.slice(2);
        deps.pushes.changed([
          { userId, kind: 'wallet', currency: 'INR' },
          { userId, kind: 'wallet', currency: 'USDT' },
        ]);
      } catch (error) {
        failures.push(error); // a member whose orders settle at the same moment keeps no other one waiting
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Debts were not collected');
  };
}

async function collectFrom(tx: Tx, deps: CollectDeps, owner: ledger.Owner) {
  const userId = owner.slice(2);
  const sent: SentNotice[] = [];
  let hasPaid = false;
  const debts = await ledger.listDebts(tx, owner);
  for (const { uid, asset, remaining } of debts) {
    const paid = min(remaining, await madeFree(tx, deps, userId, { asset, amount: remaining }));
    if (paid > 0n) await payDebt(tx, deps, userId, { uid, asset, remaining, paid });
    hasPaid ||= paid > 0n;
    const isPaid = paid === remaining;
    const money = moneyParam(asset, showDecimal(isPaid ? paid : remaining - paid, DECIMALS[asset]));
    sent.push(
      await notify(tx, {
        userId,
        category: 'transaction',
        key: isPaid ? 'debtPaid' : 'debtOpen',
        params: { money },
        link: '/pages/personal/bill/index',
        about: `debt:${uid}${isPaid ? ':paid' : ''}`,
        at: deps.clock.now(),
      }),
    );
  }
  return { uids: debts.map(({ uid }) => uid), sent, hasPaid };
}

/** 101 → 220. */
async function payDebt(
  tx: Tx,
  { market }: Pick<Deps, 'market'>,
  userId: string,
  { uid, asset, remaining, paid }: ledger.Debt & { readonly paid: bigint },
): Promise<void> {
  const posted = await ledger.post(tx, {
    kind: 'debt_paid',
    ref: `${uid}:${remaining}`,
    actor: 'system',
    marketDate: market.now().marketDate,
    lines: [
      ledger.move(ledger.available(userId, asset), -paid),
      ledger.move(ledger.platformIn(asset, ledger.CODES.lossesAbsorbed), paid),
    ],
  });
  if (posted.refused !== undefined) throw new Error(`A debt was not paid: ${posted.refused}`);
}

/**
 * What is free of a money once so much of the other is converted as is missing, as far as it goes; the rate's spread
 * is the member's.
 */
async function madeFree(
  tx: Tx,
  deps: CollectDeps,
  userId: string,
  { asset, amount }: { readonly asset: 'INR' | 'USDT'; readonly amount: bigint },
): Promise<bigint> {
  const funds = await readFunds(tx, userId);
  const free = funds[asset].available;
  const from = asset === 'INR' ? 'USDT' : 'INR';
  if (free >= amount || funds[from].available === 0n) return free;
  const rate = rateOn(deps.keys, deps.market.now().marketDate);
  const ratePaise = from === 'INR' ? rate.buyPaise : rate.sellPaise;
  const missing = amount - free;
  const needed =
    from === 'INR' ? mulDiv(missing, ratePaise, ONE_USDT, 'ceil') : mulDiv(missing, ONE_USDT, ratePaise, 'ceil');
  const spent = min(needed, funds[from].available);
  const received = from === 'INR' ? inUsdt(spent, ratePaise) : inPaise(spent, ratePaise);
  if (received === 0n) return free;
  const made = await exchange(tx, deps, userId, { from, to: asset, amount: spent, received, ratePaise, rate });
  if (made.refused !== undefined) throw new Error(`A debt was not paid: ${made.refused}`);
  return free + received;
}
