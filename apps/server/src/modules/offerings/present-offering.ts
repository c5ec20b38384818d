import type { Data, Language } from '@khara/contract';
import { percent, rupees, showDecimal } from '@khara/money';
import {
  isSigned,
  lockInFor,
  pickObject,
  toRealInstant,
  findSectorKey,
  UNITS,
  type MarketStamp,
} from '@khara/offerings';
import { fill, textsFor } from '@khara/texts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Member } from '#src/kernel/member.ts';
import { chargesDay, paidWithCharges } from './offering-charges.ts';
import { foundIssuePrice } from './found-issue-price.ts';
import type { Application, LapseReason, Offering } from './offering.ts';
import * as store from './offering-store.ts';

type OfferingDto = Data<'newStocks'>['list'][number];
type ApplicationDto = Data<'subscriptions'>['list'][number];

export type Reader = { readonly deps: Pick<Deps, 'market' | 'clock'>; readonly language: Language };

/** The real instant of a stamp: what the market clock says now, if it runs on without a break. */
function toInstant({ deps: { market, clock } }: Reader, stamp: MarketStamp): number {
  const { profile, marketTime, speed } = market.now();
  return toRealInstant({ profile, marketTime, speed, realMs: clock.now() }, stamp);
}

const LISTS_AT = 'T09:00';
const latest = (...instants: readonly number[]): number => Math.max(...instants);

export const offeredLots = (offering: Pick<Offering, 'offeredShares' | 'sharesPerLot'>): number =>
  offering.offeredShares / offering.sharesPerLot;

/** The part that one member alone sees: their application, and whether they have entered the key. */
export type MemberPart = { readonly applicationId: string | null; readonly hasKey: boolean };

/** What a reader has to do with each of some offerings. */
export async function readOwn(
  deps: Pick<Deps, 'db' | 'clock'>,
  member: Member | undefined,
  offerings: readonly Offering[],
): Promise<(offering: Offering) => MemberPart> {
  if (!member) return () => ({ applicationId: null, hasKey: false });
  const ids = offerings.map(({ id }) => id);
  const [applications, access] = await Promise.all([
    store.applicationsTo(deps.db, member.userId, ids),
    store.readAccess(deps.db, member.userId, ids),
  ]);
  const now = deps.clock.now();
  return ({ id }) => {
    const applied = applications.find((application) => application.offeringId === id)?.id ?? null;
    return { applicationId: applied, hasKey: applied !== null || now < (access.get(id) ?? 0) };
  };
}

export function presentOffering(reader: Reader, offering: Offering, own: MemberPart): OfferingDto {
  const { kind, state } = offering;
  const isLocked = offering.keyHash !== undefined && !own.hasKey;
  // The book's price, once it is closed and drawn.
  const issuePaise = (offering.drawnAt === undefined ? undefined : foundIssuePrice(offering)) ?? offering.issuePaise;
  const pricePaise = offering.allotmentPaise ?? offering.pricePaise;
  const lastPrice = reader.deps.market.quote(offering.code)?.lastPrice;
  const fixed = offering.minLots === offering.maxLots ? offering.minLots : null;
  // What was over when the market began was really opened and drawn a moment ago: its page tells the past
  // that it stands for.
  const isPast = offering.closesAtOnce;
  const real = (at: number | undefined, stamp: MarketStamp): number =>
    at === undefined || isPast ? toInstant(reader, stamp) : at;
  const closesAt = real(offering.closesAt, offering.closesMarket);
  const drawnFrom = isPast ? 0 : (offering.drawAt ?? 0);
  const allotmentAt = latest(closesAt, toInstant(reader, offering.allotmentMarket), drawnFrom);
  const offered = offeredLots(offering);
  const open = isOpen(offering);
  const unlocked = <T>(value: T): T | null => (isLocked ? null : value);
  return {
    id: offering.id,
    kind,
    code: offering.code,
    name: offering.names[reader.language],
    sector: presentSector(offering.sector, reader.language),
    board: offering.board,
    description: describeOffering(offering, reader.language),
    issuePrice: unlocked(rupees(issuePaise)),
    discountedPrice: unlocked(rupees(pricePaise)),
    discountRate: unlocked(percent(BigInt(offering.discountBps), 10_000n)),
    priceBand:
      offering.floorPaise !== undefined && offering.capPaise !== undefined
        ? [rupees(offering.floorPaise), rupees(offering.capPaise)]
        : null,
    marketPrice: lastPrice === undefined ? null : rupees(BigInt(lastPrice)),
    discountToMarket:
      lastPrice === undefined ? null : unlocked(percent(BigInt(lastPrice) - pricePaise, BigInt(lastPrice))),
    subscriptionCeiling: offering.maxLots,
    minimumSubscription: offering.minLots,
    fixedSubscriptionQuantity: fixed,
    sharesPerLot: offering.sharesPerLot,
    chargesOn: chargesDay(offering) ?? null,
    requiredAmount: unlocked(rupees(offering.pricePaise * BigInt(offering.sharesPerLot))),
    upfrontRate: percent(BigInt(offering.upfrontBps), 10_000n),
    opensAt: real(offering.openedAt, offering.opensMarket),
    closesAt,
    allotmentAt,
    signingEndsAt: signingEndsAt(reader, offering),
    listingAt: toInstant(reader, `${offering.listingDate}${LISTS_AT}`),
    opensMarketTime: offering.opensMarket,
    closesMarketTime: offering.closesMarket,
    allotmentMarketTime: offering.allotmentMarket,
    signingEndsMarketTime: signingMarket(offering) ?? null,
    issueDate: offering.allotmentMarket.slice(0, 10),
    listingDate: offering.listingDate,
    totalShares: Number(offering.totalShares),
    reservedShares: Number(offering.reservedShares),
    offeredShares: offering.offeredShares,
    applications: offering.applications,
    appliedLots: Number(offering.lots),
    lotsLeft: kind === 'block' ? offered - Number(offering.lots) : null,
    oversubscription: showDecimal((offering.lots * 100n) / BigInt(offered), 2),
    odds: kind === 'ipo' && open ? estimateOdds(offering) : null,
    state,
    lapsedFor: state === 'lapsed' ? lapsedFor(offering) : null,
    allotmentRule: allotmentRule(kind),
    lockIn: lockInFor({ kind, discountBps: offering.discountBps }),
    cutOff: kind === 'ipo' && offering.board === 'main',
    canRevise: open && kind !== 'block' && fixed === null,
    canCancel: open && kind !== 'block' && offering.board !== 'sme',
    needsAccessKey: offering.keyHash !== undefined,
    locked: isLocked,
    drawCommitment: kind === 'block' || !offering.openHash ? null : Buffer.from(offering.openHash).toString('hex'),
    entropy: offering.entropyKind ?? 'none',
    myApplicationId: own.applicationId,
  };
}

/** A boundary: what `lapseOffering` wrote. */
const lapsedFor = ({ stateReason: reason }: Offering) => reason as LapseReason;

/** A sector in the reader's language. */
function presentSector(sector: string, language: Language): string {
  const key = findSectorKey(sector);
  return key === undefined ? sector : textsFor(language).sectors[key];
}

/** How shares of a kind are given out. */
export const allotmentRule = (kind: Offering['kind']): OfferingDto['allotmentRule'] =>
  kind === 'ipo' ? 'retail_lottery' : kind === 'block' ? 'first_come' : 'pro_rata';

const isOpen = (offering: Pick<Offering, 'state'>): boolean => offering.state === 'in_progress';

const signingMarket = ({ kind, signingMarket: stamp }: Offering): MarketStamp | undefined =>
  isSigned(kind) ? stamp : undefined;

function signingEndsAt(reader: Reader, offering: Offering): number | null {
  const stamp = signingMarket(offering);
  return stamp === undefined ? null : toInstant(reader, stamp);
}

/**
 * The chance of a minimum application if the list closed now. A draw gives every winner the minimum: asking
 * for more never raises it.
 */
function estimateOdds(offering: Offering): NonNullable<OfferingDto['odds']> {
  const winners = Math.floor(offeredLots(offering) / offering.minLots);
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
export function describeOffering(
  { id, stories, unit, kind, names }: Pick<Offering, 'id' | 'stories' | 'unit' | 'kind' | 'names'>,
  language: Language,
): string {
  const { about, objects, unitRisk } = textsFor(language).offerings;
  if (unit) {
    const known = UNITS.find(({ key }) => key === unit.key);
    const what = known?.names[language] ?? unit.key;
    const sentences = [fill(about.unit, { what, parent: unit.parent[language] }), objects[pickObject(id)]];
    return [...sentences, ...(known ? [unitRisk[known.key]] : [])].join(language.startsWith('zh') ? '' : ' ');
  }
  return stories?.[language] ?? fill(about[kind], { name: names[language] });
}

export function presentApplication(
  reader: Reader,
  application: Application,
  offering: Offering,
  unpaidPaise: bigint,
): ApplicationDto {
  const { kind } = offering;
  const allotted = application.allottedShares ?? 0;
  const winningLots = Math.floor(allotted / offering.sharesPerLot);
  const isChangeable = isOpen(offering) && application.state === 'subscribed' && kind !== 'block';
  return {
    id: application.id,
    offeringId: offering.id,
    kind,
    code: offering.code,
    name: offering.names[reader.language],
    lots: application.lots,
    sharesPerLot: offering.sharesPerLot,
    price: rupees(application.pricePaise),
    allotmentPrice: offering.allotmentPaise === undefined ? null : rupees(offering.allotmentPaise),
    amount: rupees(application.amountPaise),
    charges: rupees(application.chargesPaise),
    frozenAmount: rupees(application.heldPaise),
    paidAmount: rupees(paidWithCharges(application)),
    unpaidAmount: rupees(unpaidPaise),
    winningLots,
    lotsFailed: application.resolvedAt === undefined ? 0 : application.lots - winningLots,
    allottedShares: allotted,
    state: application.state,
    offeringState: offering.state,
    at: application.at,
    marketDate: application.marketDate,
    signingEndsAt: signingEndsAt(reader, offering),
    signingEndsMarketTime: signingMarket(offering) ?? null,
    listingAt: toInstant(reader, `${offering.listingDate}${LISTS_AT}`),
    listingDate: offering.listingDate,
    rank: application.resolvedAt === undefined ? null : (application.rank ?? null),
    canRevise: isChangeable && offering.minLots !== offering.maxLots,
    canCancel: isChangeable && offering.board !== 'sme',
    requestId: application.requestId,
  };
}

/** Applications with their offerings, as the wire has them. */
export async function presentApplications(
  deps: Pick<Deps, 'db' | 'market' | 'clock'>,
  language: Language,
  applications: readonly Application[],
): Promise<ApplicationDto[]> {
  if (applications.length === 0) return [];
  const [offerings, unpaid] = await Promise.all([
    store.offeringsById(deps.db, [...new Set(applications.map((application) => application.offeringId))]),
    store.readObligations(
      deps.db,
      applications.map(({ id }) => id),
    ),
  ]);
  const byId = new Map(offerings.map((offering) => [offering.id, offering]));
  return applications.map((application) => {
    const offering = byId.get(application.offeringId);
    if (!offering) throw new Error(`${application.id} has no offering`);
    return presentApplication({ deps, language }, application, offering, unpaid.get(application.id) ?? 0n);
  });
}
