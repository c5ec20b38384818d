import { lockedUntil } from '@khara/offerings';
import * as ledger from '#modules/ledger/index.ts';
import { announce, notify, notifyAll, type SentNotice } from '#modules/notices/index.ts';
import { addAllottedShares } from '#modules/portfolio/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { endApplication } from './release-applications.ts';
import { recordsLink } from './records-link.ts';
import { payAllotment, signedNotice } from './sign-placement.ts';
import type { Application, Offering } from './offering.ts';
import * as store from './offering-store.ts';

type CreditDeps = Pick<Deps, 'db' | 'clock' | 'market' | 'pushes' | 'log'>;

/** What follows an allotment: unsigned ones at the end of the window, shares to their accounts, the listing. */
export async function creditAndList(deps: CreditDeps, live: readonly Offering[]): Promise<void> {
  const marketNow = deps.market.now().marketTime.slice(0, 16);
  for (const offering of live) {
    if (offering.kind === 'block' || offering.resolvedAt === undefined || offering.creditedAt !== undefined) continue;
    if (offering.signingMarket !== undefined && marketNow < offering.signingMarket) continue;
    await each(deps, offering, 'winning_lots', (tx, application) => endOfWindow(deps, tx, application, offering));
    await each(deps, offering, 'signed', (tx, application) => creditShares(deps, tx, application, offering));
    await deps.db.query(
      'offerings.credited',
      'UPDATE offerings.offering SET credited_ms = $2 WHERE id = $1 AND credited_ms IS NULL',
      [offering.id, deps.clock.now()],
    );
  }
}

/** Takes the applications of a state one by one, each in a transaction of its own. */
async function each(
  deps: CreditDeps,
  offering: Offering,
  state: 'winning_lots' | 'signed',
  work: (tx: Tx, application: Application) => Promise<SentNotice>,
): Promise<void> {
  const waiting = await deps.db.query<{ id: string; userId: string }>(
    'offerings.waiting_applications',
    `SELECT id, user_id FROM offerings.application WHERE offering_id = $1 AND state = $2 AND credited_ms IS NULL ORDER BY number`,
    [offering.id, state],
  );
  for (const { id, userId } of waiting) {
    const sent = await deps.db.transaction(async (tx) => {
      const application = await store.lockApplication(tx, userId, id);
      if (application?.state !== state || application.creditedAt !== undefined) return undefined;
      return work(tx, application);
    });
    announce(deps, sent);
    deps.pushes.changed([{ userId: userId, kind: 'wallet', currency: 'INR' }]);
  }
}

/**
 * A winner whose money is all blocked is signed without doing anything; an unpaid amount that was not signed
 * for lapses, with everything released.
 */
async function endOfWindow(
  deps: CreditDeps,
  tx: Tx,
  application: Application,
  offering: Offering,
): Promise<SentNotice> {
  if ((application.costPaise ?? 0n) + application.chargesPaise > application.heldPaise) {
    return endApplication(deps, tx, application, offering, 'lapsed');
  }
  const now = deps.clock.now();
  const paid = await payAllotment(tx, application, offering, {
    actor: 'system',
    marketDate: deps.market.now().marketDate,
    now,
  });
  if (paid.refused !== undefined) throw new Error(`${application.id}: what is blocked does not pay for it`);
  return notify(tx, signedNotice(paid.value, offering, now));
}

/** Brings the shares of a signed allotment into its owner's account and positions. The row is locked. */
export async function creditShares(
  deps: Pick<Deps, 'market' | 'clock'>,
  tx: Tx,
  application: Application,
  offering: Offering,
): Promise<SentNotice> {
  const { id, userId, allottedShares: shares, costPaise: cost } = application;
  if (shares === undefined || cost === undefined) throw new Error(`${id} has no shares`);
  const now = deps.clock.now();
  const { marketDate } = deps.market.now();
  const isin = offering.asset.slice('EQ:'.length);
  const until = lockedUntil({
    kind: offering.kind,
    discountBps: offering.discountBps,
    listingDate: offering.listingDate,
    deliveredOn: marketDate,
  });
  const credited = await ledger.post(tx, {
    kind: 'share_credit',
    ref: id,
    actor: 'system',
    marketDate,
    lines: [
      ledger.move(ledger.sharesIssued(isin), -BigInt(shares)),
      ledger.move(ledger.freeShares(userId, isin), BigInt(shares)),
    ],
  });
  if (credited.refused !== undefined) throw new Error(`the ledger refuses shares for ${credited.refused}`);
  await addAllottedShares(tx, {
    userId,
    asset: offering.asset,
    code: offering.code,
    quantity: shares,
    costPaise: cost,
    chargesPaise: application.chargesPaise,
    sttPaise: application.chargesSttPaise,
    at: now,
    marketDate,
    lockedUntil: until,
  });
  await tx.query(
    'offerings.credit',
    'UPDATE offerings.application SET credited_ms = $2, updated_ms = $2 WHERE id = $1',
    [id, now],
  );
  if (offering.kind === 'block') return undefined;
  return notify(tx, {
    userId,
    category: 'transaction',
    key: 'sharesCredited',
    params: { code: offering.code, shares, date: until ?? offering.listingDate },
    link: '/pages/personal/position/index',
    about: `application:${id} credited`,
    at: now,
  });
}

/**
 * Moves listed offerings on with the market date. An issue is listed today once the exchange has it
 * (`takeListings`); shares of a company that is listed already can be sold from their listing date on.
 */
export async function moveListings(deps: CreditDeps): Promise<void> {
  const { marketDate } = deps.market.now();
  const listed = await deps.db.query<Offering>(
    'offerings.list_today',
    `UPDATE offerings.offering SET state = 'listed_today', listed_on = coalesce(listed_on, CASE WHEN closes_at_once THEN listing_date ELSE $1::date END)
     WHERE state = 'pending_listing' AND kind <> 'block' AND credited_ms IS NOT NULL AND listing_date <= $1::date
       AND (kind <> 'ipo' OR listed_on <= $1::date)
     RETURNING *`,
    [marketDate],
  );
  await deps.db.query(
    'offerings.list_before',
    `UPDATE offerings.offering SET state = 'listed' WHERE state = 'listed_today' AND listed_on < $1::date`,
    [marketDate],
  );
  for (const offering of listed) {
    if (offering.kind !== 'ipo') continue;
    const { members } = await store.readList(deps.db, offering.id);
    const at = deps.clock.now();
    const sent = await deps.db.transaction((tx) =>
      notifyAll(
        tx,
        members.map(({ userId, id }) => ({
          userId,
          category: 'transaction',
          key: 'listedToday',
          params: { code: offering.code },
          link: recordsLink(offering),
          about: `application:${id} listed`,
          at,
        })),
      ),
    );
    announce(deps, ...sent);
  }
}
