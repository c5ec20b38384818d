import { rupees } from '@khara/money';
import { blockBand, nextRegularDay } from '@khara/rules';
import { asRecorded } from '#modules/ledger/index.ts';
import { announce, notify, type SentNotice } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { paidWithCharges } from './offering-charges.ts';
import { creditShares } from './credit-and-list.ts';
import { endApplication } from './release-applications.ts';
import { recordsLink } from './records-link.ts';
import { payAllotment } from './sign-placement.ts';
import type { Application, Offering } from './offering.ts';
import * as store from './offering-store.ts';

type BlockDeps = Pick<Deps, 'db' | 'clock' | 'market' | 'pushes' | 'log'>;

/**
 * Settles what was taken of blocks while a block window is on: money and shares move at once, delivery only.
 * A block whose price has left the 3 % around the window's reference cannot be settled, nor one of a
 * suspended share: it lapses, with everything released.
 */
export async function settleBlocks(
  deps: BlockDeps,
  live: readonly Offering[],
  isOn: boolean = deps.market.now().blockWindow !== undefined,
): Promise<void> {
  const blocks = live.filter(({ kind, state }) => kind === 'block' && state !== 'coming_soon');
  if (isOn) for (const block of blocks) await settle(deps, block);
  await deps.db.query(
    'offerings.blocks_done',
    `UPDATE offerings.offering o SET state = 'listed', resolved_ms = $1, credited_ms = $1
     WHERE o.kind = 'block' AND o.state = 'pending_listing'
       AND NOT EXISTS (SELECT FROM offerings.application a WHERE a.offering_id = o.id AND a.state = 'subscribed')`,
    [deps.clock.now()],
  );
}

async function settle(deps: BlockDeps, block: Offering): Promise<void> {
  const waiting = await deps.db.query<{ id: string; userId: string }>(
    'offerings.blocks_waiting',
    `SELECT id, user_id FROM offerings.application WHERE offering_id = $1 AND state = 'subscribed' ORDER BY number`,
    [block.id],
  );
  const asked = await asRecorded(
    deps.db,
    store.APPLICATIONS,
    waiting.map(({ id }) => id),
  );
  const isSuspended = deps.market.instrument(block.code)?.tradable === false;
  const inBand = !isSuspended && isInBand(deps, block);
  for (const { id, userId } of waiting) {
    if (!asked.has(id)) {
      deps.log.fatal({ application: id }, 'the log has no such application of a block: nothing is done by it');
      continue;
    }
    const sent = await deps.db.transaction(async (tx): Promise<SentNotice> => {
      const application = await store.lockApplication(tx, userId, id);
      if (application?.state !== 'subscribed') return undefined;
      if (!inBand) return endApplication(deps, tx, application, block, 'lapsed');
      const now = deps.clock.now();
      const { marketDate } = deps.market.now();
      const shares = application.lots * block.sharesPerLot;
      const [allotted] = await tx.query<Application>(
        'offerings.block_allotted',
        `UPDATE offerings.application SET allotted_shares = $2, cost_paise = amount_paise, resolved_ms = $3 WHERE id = $1 RETURNING *`,
        [id, shares, now],
      );
      if (!allotted) throw new Error('an application is gone');
      const paid = await payAllotment(tx, allotted, block, { actor: 'system', marketDate, now });
      if (paid.refused !== undefined) throw new Error(`${id}: what is blocked does not pay for it`);
      await creditShares(deps, tx, paid.value, block);
      return notify(tx, {
        userId,
        category: 'transaction',
        key: 'blockSettled',
        params: {
          code: block.code,
          shares,
          amount: rupees(paidWithCharges(paid.value)),
          date: nextRegularDay(marketDate),
        },
        link: recordsLink(block),
        about: `application:${id} settled`,
        at: now,
      });
    });
    announce(deps, sent);
    deps.pushes.changed([{ userId: userId, kind: 'wallet', currency: 'INR' }]);
  }
}

/**
 * Whether a block's price is within the rule's distance from the reference of the window that is on. Source:
 * docs/sources.md N4.
 */
function isInBand({ market }: BlockDeps, { code, pricePaise: price }: Offering): boolean {
  const reference = market.blockReference(code);
  const tick = market.instrument(code)?.tick;
  if (reference === undefined || tick === undefined) return true;
  const band = blockBand({ reference, tick, day: market.now().marketDate });
  return price >= BigInt(band.lower) && price <= BigInt(band.upper);
}
