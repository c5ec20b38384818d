import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, onTestFinished, vi } from 'vitest';
import { KnownStanding } from '#modules/placing/known-standing.ts';
import { beginOrders, checkOrders } from '#modules/placing/place-store.ts';
import { loadBefore } from '#modules/settlement/index.ts';
import type { Db, Tx } from '#src/ports/database.ts';
import { provesTheBooks } from './database.ts';
import { provesTheTrading, type Trader, type Trading } from './trading.ts';

/** A member with ten crore rupees. */
export async function richMember(trading: Trading): Promise<Trader> {
  const member = await trading.registered();
  await member.deposit(10_00_00_000_00n);
  return member;
}

/** Stops the market, when books and trading are as `npm run verify` wants them. */
export async function provesAll(app: Db, trading: Trading): Promise<void> {
  await provesTheBooks(app);
  await provesTheTrading(app);
  await trading.venue.stop();
}

/** A database whose transactions of sessions can be found from within. */
export function traced(app: Db): { readonly db: Db; readonly current: AsyncLocalStorage<Tx> } {
  const current = new AsyncLocalStorage<Tx>();
  const db: Db = {
    ...app,
    session: (release, work) =>
      app.session(release, (session) =>
        work({
          ...session,
          transaction: (inside) => session.transaction((tx) => current.run(tx, () => inside(tx))),
        }),
      ),
  };
  return { db, current };
}

/** Compares what is known of a member with what is read anew in the same transaction, whenever it decides. */
export function comparing(current: AsyncLocalStorage<Tx>) {
  const compared: Promise<void>[] = [];
  const original = KnownStanding.prototype.standing;
  const spy = vi.spyOn(KnownStanding.prototype, 'standing').mockImplementation(function (this: KnownStanding, order) {
    const known = original.call(this, order);
    const { positions, dues, dpOfDay } = this.before(order);
    const tx = current.getStore()!;
    const { userId, asset, marketDate, product } = order;
    const anew = Promise.all([
      checkOrders(tx, [order]),
      beginOrders(tx, [order]),
      loadBefore(tx, {
        orderIds: [],
        holdings: [{ userId, asset, product }],
        most: { positions: 0, fills: 0 },
        marketDate,
      }),
    ]);
    const compares = anew.then(([[answer], [standing], loaded]) => {
      if (answer!.checked.earlier) return;
      // What of the positions of the day counts is in `kept`.
      expect(plain({ ...known, ofDay: [] })).toEqual(plain({ ...standing, ofDay: [] }));
      expect(sorted(positions)).toEqual(sorted(loaded.positions));
      expect(sorted(dues)).toEqual(sorted(loaded.dues));
      expect(sorted(dpOfDay)).toEqual(sorted(loaded.dpOfDay));
    });
    compares.catch(() => undefined); // looked at in the end
    compared.push(compares);
    return known;
  });
  onTestFinished(() => void spy.mockRestore());
  return { compared };
}

/** All of its fields as text, in the order of their names. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, of]) => [name, plain(of)]),
  );
}

const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(plain(row))).toSorted();

/** Numbers below `count`, the same in each run. */
export function numbers(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * count);
  };
}
