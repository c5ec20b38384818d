import { cashForParts, type Day } from '@khara/rules';
import { rupees } from '@khara/money';
import { addSources, postBatch, userOwner } from '#modules/ledger/index.ts';
import { demergersToPay, markSettled } from '#modules/market/index.ts';
import { notifyAll, type NoticeToSend } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { partEntry } from './entries.ts';
import { sendNotices } from '#modules/orders/index.ts';
import * as store from './part-store.ts';

/** Holders in one transaction: as many as commit in a fraction of a second. */
const BATCH_SIZE = 200;

type PayDeps = Pick<Deps, 'db' | 'clock' | 'pushes'>;

/**
 * At the start of a market day: parts of new shares are paid for at the close of the first day on which the share
 * traded. All parts are sold together, as a trustee does it; simulated holders have what is left of the last whole
 * share. Safe to repeat, also in the middle: each holder is paid once.
 */
export async function payParts(deps: PayDeps, { marketDate }: { readonly marketDate: Day }): Promise<void> {
  for (const { id, terms } of await demergersToPay(deps.db)) {
    const close = await store.firstClose(deps.db, { code: terms.into, from: terms.listsOn, before: marketDate });
    if (close === undefined) continue;
    const all = await store.listParts(deps.db, id);
    const parts = all.map((one) => one.parts);
    const others = terms.b - (parts.reduce((sum, part) => sum + part, 0) % terms.b);
    const cash = cashForParts([...parts, others], {
      b: terms.b,
      netProceedsPaise: (shares) => BigInt(shares) * close,
    });
    const due = all.flatMap((one, at) => (one.paidAt === undefined ? [{ userId: one.userId, cash: cash[at]! }] : []));
    for (let from = 0; from < due.length; from += BATCH_SIZE)
      await pay(deps, { actionId: id, marketDate, due: due.slice(from, from + BATCH_SIZE) });
    await deps.db.transaction((tx) => markSettled(tx, id, deps.clock.now()));
  }
}

async function pay(
  deps: PayDeps,
  {
    actionId,
    marketDate,
    due,
  }: {
    readonly actionId: string;
    readonly marketDate: Day;
    readonly due: readonly { readonly userId: string; readonly cash: bigint }[];
  },
): Promise<void> {
  const at = deps.clock.now();
  const cashOf = new Map(due.map(({ userId, cash }) => [userId, cash]));
  const sent = await deps.db.transaction(async (tx) => {
    const unpaid = await store.unpaidParts(tx, actionId, [...cashOf.keys()]);
    const paid = unpaid.map((of) => ({ of, cash: cashOf.get(of.userId)! }));
    const some = paid.filter(({ cash }) => cash > 0n);
    const ref = (userId: string) => `${actionId}/${userId}`;
    await addSources(
      tx,
      marketDate,
      some.map(({ of, cash }) => ({
        type: 'dividend',
        id: ref(of.userId),
        purpose: 'share_part',
        owner: userOwner(of.userId),
        asset: 'INR',
        amount: cash,
      })),
    );
    await postBatch(
      tx,
      some.map(({ of: { userId }, cash }) => partEntry({ ref: ref(userId), marketDate, userId, paise: cash })),
    );
    await store.sellParts(tx, actionId, paid, { marketDate, at });
    return notifyAll(
      tx,
      some.map(({ of, cash }): NoticeToSend => ({
        userId: of.userId,
        category: 'transaction',
        key: 'partPaid',
        params: { code: of.code, amount: rupees(cash) },
        link: '/pages/personal/bill/index?businessType=share_part',
        about: `part:${actionId}`,
        at,
      })),
    );
  });
  sendNotices(deps, sent);
}
