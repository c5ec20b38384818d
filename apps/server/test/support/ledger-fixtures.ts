import { randomInt } from 'node:crypto';
import type { Queryable } from '#src/ports/database.ts';
import type { Result } from '#src/kernel/result.ts';
import * as ledger from '#modules/ledger/index.ts';

/** Ready-made movements for tests that need a user with money or shares. */
export const DAY = '2026-01-02';
export const ISIN = 'INE000000001';

/** Throws on a refusal: for steps that a test takes for granted. */
export async function granted<T>(result: Promise<Result<T>>): Promise<T> {
  const got = await result;
  if (got.refused !== undefined) throw new Error(`refused: ${got.refused}`);
  return got.value;
}

/** The bank takes back a recharge of a user, who has spent it: the platform bears it. */
export async function takenBack(db: Queryable, user: string, paise: bigint, marketDate: string): Promise<void> {
  const id = `RC-${user}:return`;
  await ledger.addSources(db, marketDate, [
    {
      type: 'rail_event',
      id,
      purpose: 'recharge_return',
      owner: ledger.userOwner(user),
      asset: 'INR',
      amount: paise,
    },
  ]);
  await granted(
    ledger.post(db, {
      kind: 'recharge_return',
      ref: id,
      actor: 'system',
      marketDate,
      lines: [ledger.move(ledger.railIn('INR'), paise), ledger.move(ledger.lossesAbsorbed, -paise)],
    }),
  );
}

/** A user with `paise` more, by a recharge of that id. */
export async function recharge(db: Queryable, user: string, paise: bigint, id = `RC-${user}`): Promise<ledger.Receipt> {
  const source = {
    type: 'rail_event',
    id,
    purpose: 'recharge',
    owner: ledger.userOwner(user),
    asset: 'INR',
    amount: paise,
  } as const;
  await ledger.addSources(db, DAY, [source]);
  return granted(
    ledger.post(db, {
      kind: 'recharge',
      ref: id,
      actor: 'system',
      marketDate: DAY,
      lines: [ledger.move(ledger.railIn('INR'), -paise), ledger.move(ledger.available(user), paise)],
    }),
  );
}

/** A user with more settled shares, by an allotment of that id. */
export async function credit(db: Queryable, user: string, shares: bigint, id = `AL-${user}`): Promise<ledger.Receipt> {
  await ledger.addSources(db, DAY, [
    { type: 'allotment', id, asset: ledger.equity(ISIN), amount: shares, valuePaise: shares * 100n },
  ]);
  return granted(
    ledger.post(db, {
      kind: 'share_credit',
      ref: id,
      actor: 'system',
      marketDate: DAY,
      lines: [ledger.move(ledger.sharesIssued(ISIN), -shares), ledger.move(ledger.freeShares(user, ISIN), shares)],
    }),
  );
}

export const freeze = (db: Queryable, user: string, paise: bigint, hold: string) =>
  ledger.openHold(db, {
    kind: 'order_hold',
    hold,
    owner: ledger.userOwner(user),
    asset: 'INR',
    amount: paise,
    actor: 'user',
    marketDate: DAY,
  });

export const freezeShares = (db: Queryable, user: string, shares: bigint, hold: string) =>
  ledger.openHold(db, {
    kind: 'sell_hold',
    hold,
    owner: ledger.userOwner(user),
    asset: ledger.equity(ISIN),
    amount: shares,
    actor: 'user',
    marketDate: DAY,
  });

export const trade = (id: string, shares: bigint, valuePaise: bigint): ledger.Source => ({
  type: 'trade',
  id,
  asset: ledger.equity(ISIN),
  amount: shares,
  valuePaise,
});

/** The buyer's side of a trade: `released` is what the hold kept too much. Noted as a source by the caller. */
export const buyFill = (
  user: string,
  id: string,
  fill: { hold: string; shares: bigint; value: bigint; brokerage: bigint; charges: bigint; released?: bigint },
): ledger.BatchEntry & { use: NonNullable<ledger.BatchEntry['use']> } => ({
  kind: 'buy_fill',
  ref: id,
  actor: 'system',
  marketDate: DAY,
  use: { hold: fill.hold, captured: fill.value + fill.brokerage + fill.charges, released: fill.released ?? 0n },
  lines: [
    ledger.move(ledger.clearing(), fill.value),
    ledger.move(ledger.brokerage, fill.brokerage),
    ledger.move(ledger.taxesAndCharges, fill.charges),
    ledger.move(ledger.clearing(ledger.equity(ISIN)), -fill.shares),
    ledger.move(ledger.unsettledShares(user, ISIN), fill.shares),
  ],
});

/** The seller's side of a trade. */
export const sellFill = (
  user: string,
  id: string,
  fill: { hold: string; shares: bigint; value: bigint; brokerage: bigint; charges: bigint },
): ledger.BatchEntry & { use: NonNullable<ledger.BatchEntry['use']> } => ({
  kind: 'sell_fill',
  ref: id,
  actor: 'system',
  marketDate: DAY,
  use: { hold: fill.hold, captured: fill.shares, released: 0n },
  lines: [
    ledger.move(ledger.clearing(ledger.equity(ISIN)), fill.shares),
    ledger.move(ledger.clearing(), -fill.value),
    ledger.move(ledger.available(user), fill.value - fill.brokerage - fill.charges),
    ledger.move(ledger.brokerage, fill.brokerage),
    ledger.move(ledger.taxesAndCharges, fill.charges),
  ],
});

/** Code to amount, of one asset: what is zero is left out. */
export async function balances(
  db: Queryable,
  user: string,
  asset: ledger.Asset = 'INR',
): Promise<Record<number, bigint>> {
  const all = await ledger.readBalances(db, ledger.userOwner(user));
  return Object.fromEntries(
    all.filter((one) => one.asset === asset && one.amount !== 0n).map((one) => [one.code, one.amount]),
  );
}

/** The row of an account, which records in the log are salted by. */
export const insertAccount = (db: Queryable, userId: string): Promise<unknown> =>
  db.query(
    'test.register',
    `INSERT INTO accounts.member (id, phone, nickname, language, invite_code, password_hash,
       transaction_password_hash, transaction_password_is_default, transaction_password_set_at, created_at)
     VALUES ($1, '+919' || $2, 'Trader', 'en', $1, '', '', false, 0, 0)`,
    [userId, String(randomInt(1_000_000_000)).padStart(9, '0')],
  );
