import { createHmac } from 'node:crypto';
import {
  acceptTenders,
  acceptedShares,
  adjustPrice,
  buybackEntitlement,
  rightsFactor,
  reservedFor,
  type AdditionalShares,
  type BuybackTerms,
  type HolderCategory,
  type RightsTerms,
  type Tendered,
} from '@khara/rules';
import type { Issuer } from '@khara/universe';

/*
 * Offers of a company to its holders: a rights issue and a buyback by tender, as the market's seed makes them, and what
 * the simulated holders do with them (decision 16). Pure.
 */

/** `cumPrice` is the close before the ex-date, in paise, once that is known. */
export type RightsIssue = RightsTerms & {
  readonly kind: 'rights';
  /** All new shares. */
  readonly shares: number;
  readonly cumPrice?: number;
};

export type Buyback = BuybackTerms & {
  readonly kind: 'buyback';
  /** Paise a share. */
  readonly price: number;
  readonly cumPrice?: number;
};

/** What the simulated holders did with an offer, once it has closed. */
export type OfferOutcome =
  | ({ readonly kind: 'rights' } & AdditionalShares)
  | ({ readonly kind: 'buyback' } & Readonly<Record<HolderCategory, Tendered>>);

/** Shares cheaper than this make no offer to their holders. */
const MIN_PRICE = 60_00;

const RATIOS = [
  [1, 5],
  [1, 4],
  [2, 7],
  [1, 10],
  [3, 10],
  [1, 3],
] as const;

/** New shares at 15 to 30 % below the market, in whole rupees. */
export function rightsTerms(
  { sharesOutstanding }: Pick<Issuer, 'sharesOutstanding'>,
  price: number,
  random: number,
): RightsIssue | undefined {
  if (price < MIN_PRICE) return undefined;
  const [a, b] = RATIOS[random % RATIOS.length]!;
  const percent = 70 + (Math.floor(random / RATIOS.length) % 16);
  return {
    kind: 'rights',
    a,
    b,
    price: Math.floor((price * percent) / 10_000) * 100,
    shares: Math.floor((sharesOutstanding / b) * a),
  };
}

/** 1 to 2.5 % of all shares, 8 to 20 % above the market, in whole rupees. Small holders have 5 to 10 % of them. */
export function buybackTerms(
  { sharesOutstanding }: Pick<Issuer, 'sharesOutstanding'>,
  price: number,
  random: number,
): Buyback | undefined {
  if (price < MIN_PRICE) return undefined;
  const percent = 108 + (random % 13);
  const part = 100 + (Math.floor(random / 13) % 151);
  const small = Math.floor((sharesOutstanding * (500 + (Math.floor(random / 2_000) % 501))) / 10_000);
  return {
    kind: 'buyback',
    price: Math.ceil((price * percent) / 10_000) * 100,
    shares: Math.floor((sharesOutstanding * part) / 10_000),
    held: { small, general: sharesOutstanding - small },
  };
}

/** In thousandths: new shares that holders leave, and holdings whose owners ask for more. A choice. */
const LEFT = { least: 10, spread: 21 } as const;
const ASKING = { least: 200, spread: 201 } as const;
/** In thousandths of their shares: how much the holders of a category tender. A choice. */
const TENDERED = { small: { least: 200, spread: 251 }, general: { least: 350, spread: 351 } } as const;

type Range = { readonly least: number; readonly spread: number };
const drawn = ({ least, spread }: Range, random: number) => least + (random % spread);
const usual = ({ least, spread }: Range) => least + (spread - 1) / 2;

/** What the simulated holders do, by the market's seed: known when the offer has closed, and not before. */
export function drawOutcome(id: string, terms: RightsIssue | Buyback, seed: Uint8Array): OfferOutcome {
  const digest = createHmac('sha256', seed).update(`khara/holder-offer/1\n${id}`).digest();
  const [first, second] = [digest.readUInt32BE(0), digest.readUInt32BE(4)];
  return terms.kind === 'rights'
    ? rightsOutcome(terms, drawn(LEFT, first), drawn(ASKING, second))
    : buybackOutcome(terms, { small: drawn(TENDERED.small, first), general: drawn(TENDERED.general, second) });
}

const rightsOutcome = ({ shares, a, b }: RightsIssue, left: number, asking: number) =>
  ({
    kind: 'rights',
    unclaimed: Math.floor((shares * left) / 1_000),
    heldByOthers: Math.max(1, Math.floor(((shares / a) * b * asking) / 1_000)),
  }) as const;

function buybackOutcome(terms: Buyback, tendering: Readonly<Record<HolderCategory, number>>) {
  const of = (category: HolderCategory): Tendered => {
    const all = Math.floor((terms.held[category] * tendering[category]) / 1_000);
    const within = Math.floor((reservedFor(category, terms) * tendering[category]) / 1_000);
    return { entitled: within, additional: all - within };
  };
  return { kind: 'buyback', small: of('small'), general: of('general') } as const;
}

/**
 * What a share is worth to the participants on the other side of an offer's ex-date, in thousandths of a
 * paisa: less what a holder who uses the offer gains by it in the usual case. So the offer is no gain for a
 * buyer of the day before.
 */
export function valueAfter(value: number, terms: RightsIssue | Buyback): number {
  if (terms.kind === 'rights') {
    const price = terms.price * 1_000;
    const ex = value <= price ? value : adjustPrice(value, rightsFactor({ ...terms, price }, value));
    const { unclaimed, heldByOthers } = rightsOutcome(terms, usual(LEFT), usual(ASKING));
    return Math.round(ex - (unclaimed / heldByOthers) * Math.max(0, ex - price));
  }
  const outcome = buybackOutcome(terms, { small: usual(TENDERED.small), general: usual(TENDERED.general) });
  const held = 1_000_000;
  const entitled = buybackEntitlement(held, 'small', terms);
  const accepted = acceptedShares({ entitled, additional: held - entitled }, acceptTenders(terms, outcome).small);
  return Math.round(value - (accepted / held) * Math.max(0, terms.price * 1_000 - value));
}
