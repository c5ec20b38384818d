import * as ledger from '#modules/ledger/index.ts';
import type { Db } from '#src/ports/database.ts';
import { granted } from './ledger-fixtures.ts';

/** Holds a withdrawal of rupees, and answers what pays it: all but the fee leaves, the fee stays here. */
export async function heldWithdrawal(
  db: Db,
  today: () => string,
  { userId, amount, fee }: { readonly userId: string; readonly amount: bigint; readonly fee: bigint },
): Promise<() => Promise<void>> {
  const hold = `out-${userId}-${today()}`;
  const owner = ledger.userOwner(userId);
  const common = { hold, actor: 'system', asset: 'INR' } as const;
  await granted(ledger.openHold(db, { ...common, kind: 'withdraw_hold', owner, amount, marketDate: today() }));
  return async () => {
    const marketDate = today();
    await ledger.addSources(db, marketDate, [
      { type: 'rail_event', id: hold, purpose: 'withdraw_paid', owner, asset: 'INR', amount: amount - fee },
    ]);
    const lines = [ledger.move(ledger.railOut('INR'), amount - fee), ledger.move(ledger.brokerage, fee)];
    const use = { captured: amount, released: 0n };
    await granted(ledger.captureHold(db, { ...common, ...use, kind: 'withdraw_paid', ref: hold, marketDate, lines }));
  };
}
