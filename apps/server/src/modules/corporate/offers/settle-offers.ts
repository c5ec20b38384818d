import { keepOutcome, markSettled, offerDates, offersToSettle, drawOutcome } from '#modules/market/index.ts';
import { allotRights } from './allot-rights.ts';
import { buyBack } from './buy-back.ts';
import * as store from './offer-store.ts';
import { lapseEntitlements } from './lapse-entitlements.ts';
import { offersSeed } from './offers.ts';
import type { MarketDay, SettleDeps } from './settling.ts';

/**
 * At the start of a market day, before anything trades: offers whose result is due are settled. Money and
 * shares of each application change hands in a transaction of their own, so it is safe to repeat, also in the
 * middle.
 */
export async function settleOffers(deps: SettleDeps, day: MarketDay): Promise<void> {
  for (const offer of await offersToSettle(deps.db)) {
    if (offerDates(offer).settlesOn > day.marketDate) continue;
    const unasked = await store.unaskedApplications(deps.db, offer.id);
    if (unasked.length > 0) {
      const what = { offer: offer.id, applications: unasked.map(String) };
      deps.log.fatal(what, 'applications are not what the log says: the offer is not settled');
      continue;
    }
    const { terms } = offer;
    const outcome = drawOutcome(offer.id, terms, offersSeed(deps));
    await deps.db.transaction((tx) => keepOutcome(tx, offer.id, outcome));
    if (terms.kind === 'rights' && outcome.kind === 'rights') {
      await allotRights(deps, { offer, terms, outcome, day });
      await lapseEntitlements(deps, offer, day);
    } else if (terms.kind === 'buyback' && outcome.kind === 'buyback') {
      await buyBack(deps, { offer, terms, outcome, day });
    }
    await deps.db.transaction((tx) => markSettled(tx, offer.id, deps.clock.now()));
  }
}
