import * as z from 'zod/mini';
import { call } from './call.ts';
import { authority } from './order-fields.ts';
import { password, repeated } from './refusal-groups.ts';
import { Count, Id, IdIn, Instant, Money, Price, Shares } from './wire.ts';

const OFFER_KINDS = ['rights', 'buyback'] as const;
/** `coming`: it has not opened; `closed`: what came of it is not known yet. */
const OFFER_STAGES = ['coming', 'open', 'closed', 'done'] as const;

/** What a member asked for in an offer. Amounts in rupees. */
const OfferApplication = z.object({
  shares: Count,
  additional: Count,
  at: Instant,
  marketDate: z.string(),
  /** What is blocked for it in the wallet while it is open. */
  blocked: Money,
  /** Shares that were allotted or bought back, and what was paid for them; null until the offer is settled. */
  got: z.nullable(Count),
  paid: z.nullable(Money),
  /** Tax deducted at source. */
  tds: z.nullable(Money),
});

/** An offer of a company to the holders of its shares, and what of it is the member's. */
const HolderOffer = z.object({
  /** That of the corporate action. */
  id: Id,
  kind: z.enum(OFFER_KINDS),
  code: z.string(),
  name: z.string(),
  /** Of a rights issue: how many new shares are offered for how many held. */
  ratio: z.nullable(z.tuple([z.int(), z.int()])),
  price: Price,
  /** Of the share, now. */
  lastPrice: z.nullable(Price),
  stage: z.enum(OFFER_STAGES),
  exDate: z.string(),
  opensOn: z.string(),
  closesOn: z.string(),
  /** Shares are allotted, or paid for, before this market date trades. */
  settlesOn: z.string(),
  /** Shares held on the record date. */
  held: Count,
  /** Of a rights issue: the entitlements that the holding gave. Of a buyback: shares that are surely bought. */
  entitled: Count,
  /** Of a rights issue. */
  entitlements: z.nullable(
    z.object({
      code: z.string(),
      /** Received and not blocked: to be used or sold. */
      free: Count,
      /** Bought and not received yet. */
      unsettled: Count,
      /** What one is worth by the last price, in rupees. */
      worth: Money,
      tradesUntil: z.string(),
      tradable: z.boolean(),
      /** Those that were worth nothing in the end. */
      lapsed: Count,
    }),
  ),
  /** Of a buyback: whether the holding was that of a small shareholder on the record date. */
  category: z.nullable(z.enum(['small', 'general'])),
  /** Shares that may be used or tendered now. */
  most: Count,
  /** How what is paid by a buyback is taxed. */
  tax: z.nullable(z.enum(['company', 'dividend', 'capital_gains'])),
  application: z.nullable(OfferApplication),
});

/** Rights issues and buybacks by tender (decision 16). */
export const holderOfferCalls = {
  holderOffers: call({
    path: '/app/order/holderOffers',
    method: 'POST',
    access: 'member',
    doc: 'Rights issues and buybacks of shares that the member held on the record date, or has entitlements of; the newest first.',
    body: {},
    data: z.object({ list: z.array(HolderOffer) }),
    refusals: [],
    specified: false,
  }),
  takeHolderOffer: call({
    path: '/app/order/holderOffers/take',
    method: 'POST',
    access: 'member',
    doc: 'Applies for new shares of a rights issue with entitlements (`shares`), and for `additional` ones; or tenders shares to a buyback. Money and shares are blocked until the offer is settled.',
    body: { id: IdIn, shares: Shares, additional: z.optional(Shares), ...authority },
    data: HolderOffer,
    refusals: [
      ...password,
      'unknown_holder_offer',
      'holder_offer_not_open',
      'holder_offer_taken',
      'holder_offer_nothing',
      'above_entitlement',
      'additional_not_allowed',
      'above_tenderable',
      'insufficient_funds',
      ...repeated,
    ],
    movesMoney: true,
    specified: false,
  }),
  withdrawFromHolderOffer: call({
    path: '/app/order/holderOffers/withdraw',
    method: 'POST',
    access: 'member',
    doc: 'Takes an application or a tender back while the offer is open: what was blocked for it is free again. It is no new movement, and works while money is stopped.',
    body: { id: IdIn, transactionPassword: authority.transactionPassword },
    data: HolderOffer,
    refusals: [...password, 'unknown_holder_offer', 'holder_offer_not_open', 'holder_offer_not_taken'],
    specified: false,
  }),
};
