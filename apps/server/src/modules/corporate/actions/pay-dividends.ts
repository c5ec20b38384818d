import { postBatch } from '#modules/ledger/index.ts';
import { notifyAll } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Day } from '@khara/rules';
import { dividendEntry } from './entries.ts';
import { markPaid, unpaidDividends } from './dividend-store.ts';
import { paidNotice } from './notices.ts';
import { sendNotices } from '#modules/orders/index.ts';

/** Holders in one transaction: as many as commit in a fraction of a second. */
const BATCH_SIZE = 200;

/**
 * At the start of a market day: dividends that are due by it reach the wallets of those who held the share at the
 * close before its ex-date, whatever they have sold since. A suspended account is paid like any other. Safe to repeat,
 * also in the middle: each holder is paid once.
 */
export async function payDividends(
  deps: Pick<Deps, 'db' | 'clock' | 'pushes'>,
  { marketDate }: { readonly marketDate: Day },
): Promise<void> {
  let paid: number;
  do {
    const at = deps.clock.now();
    const [due, sent] = await deps.db.transaction(async (tx) => {
      const due = await unpaidDividends(tx, marketDate, BATCH_SIZE);
      if (due.length === 0) return [due, []] as const;
      await postBatch(
        tx,
        due.map(({ actionId: action, userId, grossPaise, tdsPaise }) =>
          dividendEntry({ ref: `${action}/${userId}`, marketDate, userId, grossPaise, tdsPaise }),
        ),
      );
      await markPaid(tx, due, at);
      return [
        due,
        await notifyAll(
          tx,
          due.map((one) => paidNotice(one, at)),
        ),
      ] as const;
    });
    sendNotices(deps, sent);
    paid = due.length;
  } while (paid === BATCH_SIZE);
}
