import type { Data, Language } from '@khara/contract';
import { percent, rupees, showDecimal } from '@khara/money';
import { isSigned, lockInOf, objectOf, realInstantOf, sectorKeyOf, UNITS, type MarketStamp } from '@khara/offerings';
import { fill, textsFor } from '@khara/texts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Member } from '#src/kernel/member.ts';
import { chargesDayOf, paidWithCharges } from './offering-charges.ts';
import { foundIssuePrice } from './found-issue-price.ts';
import type { ApplicationRow, LapseReason, OfferingRow } from './offering-rows.ts';
import * as store from './offering-store.ts';

type Offering = Data<'newStocks'>['list'][number];
type Application = Data<'subscriptions'>['list'][number];

export type Reader = { readonly deps: Pick<Deps, 'market' | 'clock'>; readonly language: Language };

/** The real instant of a stamp: what the market clock says now, if it runs on without a break. */
function instantOf({ deps: { market, clock } }: Reader, stamp: MarketStamp): number {
  const { profile, marketTime, speed } = market.now();
  return realInstantOf({ profile, marketTime, speed, realMs: clock.now() }, stamp);
}

const LISTS_AT = 'T09:00';
const latest = (...instants: readonly number[]): number => Math.max(...instants);

export const offeredLots = (offering: Pick<OfferingRow, 'offered_shares' | 'shares_per_lot'>): number =>
  offering.offered_shares / offering.shares_per_lot;

/** The part that one member alone sees: their application, and whether they have entered the key. */
export type MemberPart = { readonly applicationId: string | null; readonly hasKey: boolean };

/** What a reader has to do with each of some offerings. */
export async function ownOf(
  deps: Pick<Deps, 'db' | 'clock'>,
  member: Member | undefined,
  offerings: readonly OfferingRow[],
): Promise<(offering: OfferingRow) => MemberPart> {
  if (!member) return () => ({ applicationId: null, hasKey: false });
  const ids = offerings.map(({ id }) => id);
  const [applications, access] = await Promise.all([
    store.applicationsTo(deps.db, member.userId, ids),
    store.accessOf(deps.db, member.userId, ids),
  ]);
  const now = deps.clock.now();
  return ({ id }) => {
    const applied = applications.find((application) => application.offering_id === id)?.id ?? null;
    return { applicationId: applied, hasKey: applied !== null || now < (access.get(id) ?? 0) };
  };
}

export function presentOffering(reader: Reader, offering: OfferingRow, own: MemberPart): Offering {
  const { kind, state } = offering;
  const isLocked = offering.key_hash !== null && !own.hasKey;
  // The book's price, once it is closed and drawn.
  const issuePaise = (offering.drawn_ms === null ? undefined : foundIssuePrice(offering)) ?? offering.issue_paise;
  const pricePaise = offering.allotment_paise ?? offering.price_paise;
  const lastPrice = reader.deps.market.quote(offering.code)?.lastPrice;
  const fixed = offering.min_lots === offering.max_lots ? offering.min_lots : null;
  // What was over when the market began was really opened and drawn a moment ago: its page tells the past
  // that it stands for.
  const isPast = offering.closes_at_once;
  const real = (ms: bigint | null, stamp: MarketStamp): number =>
    ms === null || isPast ? instantOf(reader, stamp) : Number(ms);
  const closesAt = real(offering.closes_ms, offering.closes_market);
  const drawnFrom = isPast ? 0 : Number(offering.draw_ms ?? 0);
  const allotmentAt = latest(closesAt, instantOf(reader, offering.allotment_market), drawnFrom);
  const offered = offeredLots(offering);
  const open = isOpen(offering);
  const unlocked = <T>(value: T): T | null => (isLocked ? null : value);
  return {
    id: offering.id,
    kind,
    code: offering.code,
    name: offering.names[reader.language],
    sector: sectorOf(offering.sector, reader.language),
    board: offering.board,
    description: descriptionOf(offering, reader.language),
    issuePrice: unlocked(rupees(issuePaise)),
    discountedPrice: unlocked(rupees(pricePaise)),
    discountRate: unlocked(percent(BigInt(offering.discount_bps), 10_000n)),
    priceBand:
      offering.floor_paise !== null && offering.cap_paise !== null
        ? [rupees(offering.floor_paise), rupees(offering.cap_paise)]
        : null,
    marketPrice: lastPrice === undefined ? null : rupees(BigInt(lastPrice)),
    discountToMarket:
      lastPrice === undefined ? null : unlocked(percent(BigInt(lastPrice) - pricePaise, BigInt(lastPrice))),
    subscriptionCeiling: offering.max_lots,
    minimumSubscription: offering.min_lots,
    fixedSubscriptionQuantity: fixed,
    sharesPerLot: offering.shares_per_lot,
    chargesOn: chargesDayOf(offering) ?? null,
    requiredAmount: unlocked(rupees(offering.price_paise * BigInt(offering.shares_per_lot))),
    upfrontRate: percent(BigInt(offering.upfront_bps), 10_000n),
    opensAt: real(offering.opened_ms, offering.opens_market),
    closesAt,
    allotmentAt,
    signingEndsAt: signingEndsAt(reader, offering),
    listingAt: instantOf(reader, `${offering.listing_date}${LISTS_AT}`),
    issueDate: offering.allotment_market.slice(0, 10),
    listingDate: offering.listing_date,
    totalShares: Number(offering.total_shares),
    reservedShares: Number(offering.reserved_shares),
    offeredShares: offering.offered_shares,
    applications: offering.applications,
    appliedLots: Number(offering.lots),
    lotsLeft: kind === 'block' ? offered - Number(offering.lots) : null,
    oversubscription: showDecimal((offering.lots * 100n) / BigInt(offered), 2),
    odds: kind === 'ipo' && open ? oddsOf(offering) : null,
    state,
    lapsedFor: state === 'lapsed' ? lapsedFor(offering) : null,
    allotmentRule: ruleOf(kind),
    lockIn: lockInOf({ kind, discountBps: offering.discount_bps }),
    cutOff: kind === 'ipo' && offering.board === 'main',
    canRevise: open && kind !== 'block' && fixed === null,
    canCancel: open && kind !== 'block' && offering.board !== 'sme',
    needsAccessKey: offering.key_hash !== null,
    locked: isLocked,
    drawCommitment: kind === 'block' || !offering.open_hash ? null : Buffer.from(offering.open_hash).toString('hex'),
    entropy: offering.entropy_kind ?? 'none',
    myApplicationId: own.applicationId,
  };
}

/** A boundary: what `lapseOffering` wrote. */
const lapsedFor = ({ state_reason: reason }: OfferingRow) => reason as LapseReason;

/** A sector in the reader's language. */
function sectorOf(sector: string, language: Language): string {
  const key = sectorKeyOf(sector);
  return key === undefined ? sector : textsFor(language).sectors[key];
}

/** How shares of a kind are given out. */
export const ruleOf = (kind: OfferingRow['kind']): Offering['allotmentRule'] =>
  kind === 'ipo' ? 'retail_lottery' : kind === 'block' ? 'first_come' : 'pro_rata';

const isOpen = (offering: Pick<OfferingRow, 'state'>): boolean => offering.state === 'in_progress';

const signingEndsAt = (reader: Reader, offering: OfferingRow): number | null =>
  offering.signing_market === null || !isSigned(offering.kind) ? null : instantOf(reader, offering.signing_market);

/**
 * The chance of a minimum application if the list closed now. A draw gives every winner the minimum: asking
 * for more never raises it.
 */
function oddsOf(offering: OfferingRow): NonNullable<Offering['odds']> {
  const winners = Math.floor(offeredLots(offering) / offering.min_lots);
  const { applications } = offering;
  const isDrawn = offering.lots > BigInt(offeredLots(offering)) && applications > winners;
  return {
    applications,
    winners,
    oneLotChance: isDrawn ? percent(BigInt(winners), BigInt(applications)) : '100.00',
    moreLotsHelp: false,
  };
}

/** What the company does: the story it came with, else sentences in the reader's language. */
export function descriptionOf(
  { id, stories, unit, kind, names }: Pick<OfferingRow, 'id' | 'stories' | 'unit' | 'kind' | 'names'>,
  language: Language,
): string {
  const { about, objects, unitRisk } = textsFor(language).offerings;
  if (unit) {
    const known = UNITS.find(({ key }) => key === unit.key);
    const what = known?.names[language] ?? unit.key;
    const sentences = [fill(about.unit, { what, parent: unit.parent[language] }), objects[objectOf(id)]];
    return [...sentences, ...(known ? [unitRisk[known.key]] : [])].join(language.startsWith('zh') ? '' : ' ');
  }
  return stories?.[language] ?? fill(about[kind], { name: names[language] });
}

export function presentApplication(
  reader: Reader,
  application: ApplicationRow,
  offering: OfferingRow,
  unpaidPaise: bigint,
): Application {
  const { kind } = offering;
  const allotted = application.allotted_shares ?? 0;
  const winningLots = Math.floor(allotted / offering.shares_per_lot);
  const isChangeable = isOpen(offering) && application.state === 'subscribed' && kind !== 'block';
  return {
    id: application.id,
    offeringId: offering.id,
    kind,
    code: offering.code,
    name: offering.names[reader.language],
    lots: application.lots,
    sharesPerLot: offering.shares_per_lot,
    price: rupees(application.price_paise),
    allotmentPrice: offering.allotment_paise === null ? null : rupees(offering.allotment_paise),
    amount: rupees(application.amount_paise),
    charges: rupees(application.charges_paise),
    frozenAmount: rupees(application.held_paise),
    paidAmount: rupees(paidWithCharges(application)),
    unpaidAmount: rupees(unpaidPaise),
    winningLots,
    lotsFailed: application.resolved_ms === null ? 0 : application.lots - winningLots,
    allottedShares: allotted,
    state: application.state,
    offeringState: offering.state,
    at: Number(application.at_ms),
    marketDate: application.market_date,
    signingEndsAt: signingEndsAt(reader, offering),
    listingAt: instantOf(reader, `${offering.listing_date}${LISTS_AT}`),
    listingDate: offering.listing_date,
    rank: application.resolved_ms === null ? null : application.rank,
    canRevise: isChangeable && offering.min_lots !== offering.max_lots,
    canCancel: isChangeable && offering.board !== 'sme',
    requestId: application.request_id,
  };
}

/** Applications with their offerings, as the wire has them. */
export async function presentApplications(
  deps: Pick<Deps, 'db' | 'market' | 'clock'>,
  language: Language,
  applications: readonly ApplicationRow[],
): Promise<Application[]> {
  if (applications.length === 0) return [];
  const [offerings, unpaid] = await Promise.all([
    store.offeringsById(deps.db, [...new Set(applications.map((application) => application.offering_id))]),
    store.obligationsOf(
      deps.db,
      applications.map(({ id }) => id),
    ),
  ]);
  const byId = new Map(offerings.map((offering) => [offering.id, offering]));
  return applications.map((application) => {
    const offering = byId.get(application.offering_id);
    if (!offering) throw new Error(`${application.id} has no offering`);
    return presentApplication({ deps, language }, application, offering, unpaid.get(application.id) ?? 0n);
  });
}
