import { orderCharges } from '@khara/broker';
import { rupees } from '@khara/money';
import {
  acceptTenders,
  acceptedShares,
  buybackEntitlement,
  buybackPayment,
  holderCategory,
  taxYearStart,
  type Tendered,
} from '@khara/rules';
import {
  addSources,
  available,
  captureHold,
  clearing,
  move,
  sharesIssued,
  taxesAndCharges,
  userOwner,
} from '#modules/ledger/index.ts';
import type { HolderOffer } from '#modules/market/index.ts';
import { notify, type SentNotice } from '#modules/notices/index.ts';
import { takeFromPosition } from '#modules/portfolio/index.ts';
import { toAsset } from '#modules/settlement/index.ts';
import { pageOfOffers } from './offer-notices.ts';
import { begin, must, release, tell, type MarketDay, type SettleDeps, type Settling } from './settling.ts';
import * as store from './offer-store.ts';

/**
 * Entitlements in full, of the rest the part that the category has; the company pays for it, and the others are free.
 */
export async function buyBack(deps: SettleDeps, { offer, terms, outcome, day }: Settling<'buyback'>): Promise<void> {
  const all = await store.countedApplications(deps.db, offer.id);
  const held = await store.heldOnRecord(
    deps.db,
    offer.id,
    all.map(({ userId }) => userId),
  );
  const tenders = all.map((application) => {
    const shares = held.get(application.userId) ?? 0;
    const category = holderCategory(shares, terms.cumPrice ?? terms.price);
    const sure = Math.min(application.shares, buybackEntitlement(shares, category, terms));
    const tendered: Tendered = { entitled: sure, additional: application.shares - sure };
    return { application, category, tendered };
  });
  const sumTenders = (category: 'small' | 'general'): Tendered =>
    tenders
      .filter((one) => one.category === category)
      .reduce(
        (sum, { tendered }) => ({
          entitled: sum.entitled + tendered.entitled,
          additional: sum.additional + tendered.additional,
        }),
        outcome[category],
      );
  const parts = acceptTenders(terms, { small: sumTenders('small'), general: sumTenders('general') });
  for (const { application, category, tendered } of tenders) {
    if (application.state !== 'open') continue;
    await payFor(deps, { offer, application, got: acceptedShares(tendered, parts[category]), day });
  }
}

async function payFor(
  deps: SettleDeps,
  of: {
    readonly offer: HolderOffer;
    readonly application: store.OfferApplication;
    readonly got: number;
    readonly day: MarketDay;
  },
): Promise<void> {
  const { offer, application, got, day } = of;
  const { id, userId, code, asset, shares, pricePaise } = application;
  const { marketDate } = day;
  const at = deps.clock.now();
  const sent = await deps.db.transaction(async (tx): Promise<SentNotice> => {
    if (!(await begin(tx, application))) return undefined;
    const ref = store.sharesHold(id);
    const head = { ref, actor: 'system', marketDate } as const;
    const paidThisYearPaise = await store.dividendsSince(tx, userId, asset, taxYearStart(marketDate));
    const { grossPaise, tdsPaise } = buybackPayment({ shares: got, pricePaise, paidThisYearPaise, day: marketDate });
    // What is accepted is a sale through the exchange.
    const sale = { side: 'sell', product: 'delivery', asset, marketDate } as const;
    const sttPaise = got > 0 ? orderCharges(sale, grossPaise).stt : 0n;
    let positionId: bigint | null = null;
    if (got > 0) {
      await addSources(tx, marketDate, [
        {
          type: 'buyback',
          id: ref,
          purpose: 'buyback',
          owner: userOwner(userId),
          asset: toAsset({ asset }),
          amount: BigInt(got),
          valuePaise: grossPaise,
        },
      ]);
      must(
        await captureHold(tx, {
          ...head,
          kind: 'buyback',
          hold: ref,
          captured: BigInt(got),
          released: BigInt(shares - got),
          lines: [
            move(sharesIssued(asset.slice(3)), BigInt(got)),
            move(clearing(), -grossPaise),
            move(available(userId), grossPaise - tdsPaise - sttPaise),
            move(taxesAndCharges, tdsPaise + sttPaise),
          ].filter(({ amount }) => amount !== 0n),
        }),
      );
      const sold = { userId, asset, code, marketDate, shares: got, proceedsPaise: grossPaise, at };
      positionId = await takeFromPosition(deps, tx, { ...sold, chargesPaise: sttPaise });
      await store.sellLots(tx, { ...sold, sttPaise, onDate: marketDate, actionId: offer.id });
    } else await release(tx, { ...head, kind: 'corporate_release' }, ref);
    await store.endSettled(tx, id, { got, paidPaise: grossPaise, tdsPaise, sttPaise, positionId, at });
    return notify(tx, {
      userId,
      category: 'transaction',
      key: 'buybackSettled',
      params: {
        code,
        shares: got,
        tendered: shares,
        amount: rupees(grossPaise - tdsPaise - sttPaise),
        stt: rupees(sttPaise),
        tds: rupees(tdsPaise),
        back: shares - got,
      },
      link: pageOfOffers,
      about: `offer:${id} settled`,
      at,
    });
  });
  tell(deps, userId, sent);
}
