import * as z from 'zod/mini';
import { Hex, Receipt, RecordProof } from './capital.ts';
import { Count, Id, Instant, Money, Percent, Price } from './wire.ts';

export const OFFERING_KINDS = ['ipo', 'offline_placement', 'private_placement', 'block'] as const;
/**
 * In the order of an offering's life. It may be `withdrawn` before it closes, never after; `lapsed` when too few
 * shares of an issue were asked for, or a draw could not be had for 24 hours.
 */
export const OFFERING_STATES = [
  'coming_soon',
  'in_progress',
  'allotting',
  'pending_listing',
  'listed_today',
  'listed',
  'withdrawn',
  'lapsed',
] as const;
const LAPSE_REASONS = ['undersubscribed', 'entropy_unavailable'] as const;
export const APPLICATION_STATES = [
  'subscribed',
  'winning_lots',
  'failed_lots',
  'signed',
  'lapsed',
  'cancelled',
] as const;
const BOARDS = ['main', 'sme'] as const;
/** How the shares are given out: SEBI's retail rule by draw, in proportion, or first come. */
const LOCK_INS = ['listing', 'settlement', 'exchange_only', 'six_months'] as const;
export const ALLOTMENT_RULES = ['retail_lottery', 'pro_rata', 'first_come'] as const;
const ENTROPY_KINDS = ['none', 'witness', 'drand'] as const;

export const Kind = z.enum(OFFERING_KINDS, { error: 'invalid_input' });
/** Lower-case hex. */

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const Offering = z.object({
  id: Id,
  kind: z.enum(OFFERING_KINDS),
  code: z.string(),
  /** In the language asked for. */
  name: z.string(),
  sector: z.string(),
  board: z.enum(BOARDS),
  /** What the company does and what the money is for, in the language asked for. */
  description: z.string(),
  /** Prices are null while an offering that needs an access key is locked for this reader. */
  issuePrice: z.nullable(Price),
  /** What a subscriber pays for a share: the issue price less the discount. */
  discountedPrice: z.nullable(Price),
  discountRate: z.nullable(Percent),
  /** Of a book-built issue, floor and cap. */
  priceBand: z.nullable(z.tuple([Price, Price])),
  /** Last price in the market; null for a share that is not listed. */
  marketPrice: z.nullable(Price),
  /** Discount against the market price, in per cent; negative when the offer is dearer. */
  discountToMarket: z.nullable(Percent),
  subscriptionCeiling: Count,
  minimumSubscription: Count,
  fixedSubscriptionQuantity: z.nullable(Count),
  sharesPerLot: Count,
  /**
   * Of an offer for sale and a block, which go through the exchange: the market date whose rates its
   * statutory charges have. They are paid beside the price, and blocked with it. Null where there are none.
   */
  chargesOn: z.nullable(z.string()),
  /** For one lot, in rupees, without charges. */
  requiredAmount: z.nullable(Money),
  /** Part of the amount that is blocked on application, in per cent. */
  upfrontRate: Percent,
  opensAt: Instant,
  closesAt: Instant,
  allotmentAt: Instant,
  /** Until when an allotment can be signed; null where there is nothing to sign: an offer for sale, a block. */
  signingEndsAt: z.nullable(Instant),
  listingAt: Instant,
  /** The same in market time, YYYY-MM-DDTHH:MM: what a page shows. */
  opensMarketTime: z.string(),
  closesMarketTime: z.string(),
  allotmentMarketTime: z.string(),
  signingEndsMarketTime: z.nullable(z.string()),
  /** Market dates, YYYY-MM-DD: of allotment, and of listing. */
  issueDate: z.string(),
  listingDate: z.string(),
  /** The full issue, and its part for retail investors. */
  totalShares: Count,
  reservedShares: Count,
  /** Shares on offer here: at most 2,000 lots in this practice market, so that a draw runs on a phone. */
  offeredShares: Count,
  applications: Count,
  appliedLots: Count,
  /** Of a block: lots not taken yet. */
  lotsLeft: z.nullable(Count),
  /** Times that the shares on offer were asked for: "11.40". */
  oversubscription: Percent,
  /** While it is open, for an issue: what is known of the chance. More lots never raise it. */
  odds: z.nullable(
    z.object({
      applications: Count,
      /** Whole minimum applications in the offer: with more applications than that a draw decides. */
      winners: Count,
      /** Chance of getting one minimum application if it closed now, in per cent. */
      oneLotChance: Percent,
      moreLotsHelp: z.literal(false),
    }),
  ),
  state: z.enum(OFFERING_STATES),
  /** Why it has lapsed: less than 90 % of an issue was asked for, or a draw could not be had; null unless it has. */
  lapsedFor: z.nullable(z.enum(LAPSE_REASONS)),
  allotmentRule: z.enum(ALLOTMENT_RULES),
  /**
   * From when on its shares may be sold: its listing, their settlement, the same and within a year on the
   * exchange only, or half a year after the listing date.
   */
  lockIn: z.enum(LOCK_INS),
  /** Bids are at the issue price, whatever it will be; the cap is blocked. */
  cutOff: z.boolean(),
  canRevise: z.boolean(),
  canCancel: z.boolean(),
  needsAccessKey: z.boolean(),
  /** For this reader: the prices are hidden until the key has been entered. */
  locked: z.boolean(),
  /**
   * Hash of everything that the draw depends on, published before the first application (integrity of draws);
   * null for a block.
   */
  drawCommitment: z.nullable(Hash),
  entropy: z.enum(ENTROPY_KINDS),
  myApplicationId: z.nullable(Id),
});

const application = {
  id: Id,
  offeringId: Id,
  kind: z.enum(OFFERING_KINDS),
  code: z.string(),
  name: z.string(),
  lots: Count,
  sharesPerLot: Count,
  /** Price at which money is blocked, and the price at which it was allotted. */
  price: Price,
  allotmentPrice: z.nullable(Price),
  /** All that the lots applied for cost, in rupees, without charges. */
  amount: Money,
  /** Statutory charges beside it: of what was applied for, from the allotment on of what was allotted. */
  charges: Money,
  /** Blocked now. */
  frozenAmount: Money,
  /** Charges included, as in what is blocked and unpaid. */
  paidAmount: Money,
  /** Of a placement that was allotted: what is still to be paid by signing. */
  unpaidAmount: Money,
  winningLots: Count,
  lotsFailed: Count,
  allottedShares: Count,
  state: z.enum(APPLICATION_STATES),
  offeringState: z.enum(OFFERING_STATES),
  at: Instant,
  marketDate: z.string(),
  signingEndsAt: z.nullable(Instant),
  signingEndsMarketTime: z.nullable(z.string()),
  listingAt: Instant,
  listingDate: z.string(),
  /** Position in the draw, from 1. */
  rank: z.nullable(Count),
  canRevise: z.boolean(),
  canCancel: z.boolean(),
  /** The client's request id: with it the reader finds this application in the published list. */
  requestId: z.string(),
};
export const Application = z.object(application);
export const WithReceipt = z.object({ ...application, receipt: Receipt });
export const WithReceiptIfAny = z.object({ ...application, receipt: z.nullable(Receipt) });

/** Everything needed to run a draw again: packages/lottery checks it, in the browser and in `npm run verify-draw`. */
export const DrawProofData = z.object({
  version: z.enum(['khara/draw/1', 'khara/prorata/1']),
  open: z.object({
    offeringId: Id,
    shares: Count,
    sharesPerLot: Count,
    minLots: Count,
    maxLots: Count,
    closesAt: Instant,
    entropy: z.object({ kind: z.enum(ENTROPY_KINDS), chain: z.string(), round: Count }),
    seedHash: Hash,
  }),
  openHash: Hash,
  /** Null for the second until a checkpoint covers the record. */
  openProof: z.nullable(RecordProof),
  /** From the close on. */
  seed: z.nullable(Hash),
  /**
   * From the close on all of them; before, the reader's own. `sim` is the number of a simulated applicant,
   * whose commitment is public.
   */
  applications: z.array(z.object({ applicationId: Id, lots: Count, who: Hash, sim: z.optional(Count) })),
  count: Count,
  listRoot: z.nullable(Hash),
  closeProof: z.nullable(RecordProof),
  /** Real instant from which the draw can be run. */
  drawAt: z.nullable(Instant),
  entropyValue: z.nullable(Hash),
  drandSignature: z.nullable(Hex),
  /** draw_of_lots | minimum_lot_to_all_then_prorata | full_allotment | pro_rata */
  mode: z.nullable(z.string()),
  /** Shares by application id. */
  allotted: z.nullable(z.record(z.string(), Count)),
  resultProof: z.nullable(RecordProof),
  /**
   * Whose log that is, so that a file can be checked without the server. That the key is ours is seen on the
   * certificate page.
   */
  log: z.object({ name: z.string(), publicKey: Hash }),
  /**
   * `independent`: the operator could not know the outcome. `tamper_evident`: seed and list were fixed
   * before, but the operator knew the seed.
   */
  assurance: z.enum(['independent', 'tamper_evident']),
  state: z.enum(OFFERING_STATES),
  myApplicationId: z.nullable(Id),
});
