import { createHmac } from 'node:crypto';
import {
  addDays,
  adjustPrice,
  bonusFactor,
  buybackDates,
  DIVIDENDS,
  nextRegularDay,
  ratio,
  rightsDates,
  rightsFactor,
  SAME_SHARES,
  splitFactor,
  type Day,
  type Ratio,
} from '@khara/rules';
import type { FactorState } from '@khara/exchange';
import { isCompany, type Issuer } from '@khara/universe';
import { demergerFactor, demergerTerms, valuesAfter, type Demerger } from './demergers.ts';
import { buybackTerms, rightsTerms, valueAfter, type Buyback, type RightsIssue } from './holder-offers.ts';

/**
 * The effect of a company on all holders of its shares when the ex-date begins. With settlement a day after
 * the trade the ex-date is the record date: the holder at the end of the day before, settled or not, is
 * entitled.
 */
export type CorporateAction = {
  /** `<code>-<ex-date>` */
  readonly id: string;
  readonly code: string;
  readonly exDate: Day;
  readonly announcedOn: Day;
  readonly terms: ActionTerms;
};

export type ActionTerms =
  /** `paysOn` is the market date on which it reaches the wallet. */
  | { readonly kind: 'dividend'; readonly perSharePaise: number; readonly paysOn: Day }
  /** A share of the old face value becomes several of the new one. */
  | { readonly kind: 'split'; readonly oldFace: number; readonly newFace: number }
  /** `a` new shares for every `b` held. */
  | { readonly kind: 'bonus'; readonly a: number; readonly b: number }
  /** Holders may buy new shares, or sell theirs to the company. */
  | RightsIssue
  | Buyback
  /** A part of the company becomes another one, whose shares holders get. */
  | Demerger;

/** An offer to holders: each of them decides what to do with it. */
export type HolderOffer = CorporateAction & { readonly terms: RightsIssue | Buyback };

/** When an offer opens and closes, and when what came of it reaches holders. */
export function offerDates({ exDate, terms }: Pick<HolderOffer, 'exDate' | 'terms'>): {
  readonly opensOn: Day;
  readonly closesOn: Day;
  readonly settlesOn: Day;
} {
  if (terms.kind === 'rights') {
    const { opensOn, closesOn, allottedOn } = rightsDates(exDate);
    return { opensOn, closesOn, settlesOn: allottedOn };
  }
  const { opensOn, closesOn, settledOn } = buybackDates(exDate);
  return { opensOn, closesOn, settlesOn: settledOn };
}

export const isDemerger = (action: CorporateAction): action is CorporateAction & { readonly terms: Demerger } =>
  action.terms.kind === 'demerger';

export const isOffer = (action: CorporateAction): action is HolderOffer =>
  action.terms.kind === 'rights' || action.terms.kind === 'buyback';

/**
 * Shares after the action for each share before. For a rights issue it is by what prices are divided: so an index goes
 * on without a step, as if that many shares had been given. A demerger's divides prices alone: its shares stay as many.
 */
export function shareFactor(terms: ActionTerms): Ratio {
  switch (terms.kind) {
    case 'dividend':
    case 'buyback':
      return SAME_SHARES;
    case 'rights':
      return terms.cumPrice === undefined ? SAME_SHARES : rightsFactor(terms, terms.cumPrice);
    case 'split':
      return splitFactor(terms.oldFace, terms.newFace);
    case 'bonus':
      return bonusFactor(terms.a, terms.b);
    case 'demerger':
      return demergerFactor(terms);
  }
}

/** To nine digits where the exact one is too long: some rights issues of one share one after the other. */
export function timesRatio(a: Ratio, b: Ratio): Ratio {
  const [numerator, denominator] = [a.numerator * b.numerator, a.denominator * b.denominator];
  if (Number.isSafeInteger(numerator) && Number.isSafeInteger(denominator)) return ratio(numerator, denominator);
  return ratio(Math.round((numerator / denominator) * 1e9), 1e9);
}

/**
 * A price of the day before on the other side of the ex-date: divided by the factor, never below a paisa. An ordinary
 * dividend adjusts nothing: the share falls by it, and the day's change shows that. Source: docs/sources.md A2.
 */
export const exPrice = (price: number, { terms }: Pick<CorporateAction, 'terms'>): number =>
  Math.max(
    1,
    adjustPrice(price, terms.kind === 'rights' ? rightsFactor(terms, terms.cumPrice ?? price) : shareFactor(terms)),
  );

/**
 * What the simulated participants think a share is worth, on the other side of the ex-date; without it they
 * would trade it back to where it was.
 */
export function exValues(state: FactorState, actions: readonly CorporateAction[]): FactorState {
  if (actions.length === 0) return state;
  const stocks = { ...state.stocks };
  for (const { code, terms } of actions) {
    const stock = stocks[code];
    if (!stock) continue;
    // In thousandths of a paisa.
    const value = valueAfterAction(stock.value, terms);
    stocks[code] = { ...stock, value: Math.max(1_000, value) };
    if (terms.kind === 'demerger')
      stocks[terms.into] = { ...stock, value: Math.max(1_000, valuesAfter(stock.value, terms).made) };
  }
  return { ...state, stocks };
}

/**
 * What of a share's worth an action takes, as participants have it, in thousandths of a paisa. `price` is that of the
 * day before, in paise, on the other side of the actions `before` that take effect with the same market day.
 */
export function exFall(
  price: number,
  { terms }: Pick<CorporateAction, 'terms'>,
  before: readonly Pick<CorporateAction, 'terms'>[],
): number {
  const value = before.reduce((worth, action) => valueAfterAction(worth, action.terms), price * 1_000);
  return Math.max(0, value - valueAfterAction(value, terms));
}

function valueAfterAction(value: number, terms: ActionTerms): number {
  switch (terms.kind) {
    case 'dividend':
      return value - terms.perSharePaise * 1_000;
    case 'rights':
    case 'buyback':
      return valueAfter(value, terms);
    case 'demerger':
      return valuesAfter(value, terms).old;
    default:
      return adjustPrice(value, shareFactor(terms));
  }
}

/** Market days between the announcement and the ex-date. */
const ANNOUNCED_AHEAD = 5;
/**
 * A company that split or gave a bonus, or paid a dividend, does not do the same again for this number of days of
 * the calendar.
 */
export const QUIET_DAYS = 150;
/** Shares cheaper than this are neither split nor given as a bonus. */
const CHEAP_PRICE = 60_00;

export type ScheduleParts = {
  /** Secret of the installation, or the fixed seed of a test: the market's random values come from there. */
  readonly seed: Uint8Array;
  readonly issuers: readonly Issuer[];
  /** Price of a share when the action is announced. */
  readonly priceOf: (code: string) => number;
  /** Whether a company has done such a thing lately, or has announced one. */
  readonly isQuiet: (code: string) => boolean;
  /** Whether a code is that of a share, or will be. */
  readonly isTaken: (code: string) => boolean;
};

/** Words of a day's hash that each may have a dividend. */
const MAX_DIVIDENDS = [0, 1, 2] as const;

/** Companies of a market that is big enough for its first days to show everything. */
const WHOLE_MARKET = 100;

/**
 * What goes ex on a day: a pure function of the seed and the day, and of prices for the amounts. A company
 * pays a dividend one and a half times a year (`DIVIDENDS`), and with a chance of one in eight a year it
 * splits its shares or gives a bonus; in 25 market days there is one rights issue and one buyback: often, for
 * a market in which nothing else tells time. In 100 there is one demerger. `marketDay` is the number of the
 * ex-date's market day: in the first days each kind is met once, so that no member has to wait for it.
 */
export function actionsFor(
  { exDate, marketDay, announcedOn }: { exDate: Day; marketDay: number; announcedOn: Day },
  { seed, issuers: listed, priceOf, isQuiet, isTaken }: ScheduleParts,
): readonly CorporateAction[] {
  const issuers = listed.filter(isCompany);
  const digest = createHmac('sha256', seed).update(`khara/corporate-actions/1\n${exDate}`).digest();
  const isHit = (word: number, oneIn: number) => digest.readUInt32BE(4 * word) * oneIn < issuers.length * 2 ** 32;
  const isFirstSeen = (...days: readonly number[]) => issuers.length >= WHOLE_MARKET && days.includes(marketDay);
  const dividends = Math.max(
    isFirstSeen(2, 3) ? 1 : 0,
    MAX_DIVIDENDS.filter((word) => isHit(word, DIVIDENDS.oneDayIn * MAX_DIVIDENDS.length)).length,
  );
  const changes = isFirstSeen(3, 5) || isHit(3, 1_920) ? 1 : 0;
  const bonusFirst = isFirstSeen(3) || (!isFirstSeen(5) && digest[16]! < 128);
  const taken = new Set<string>();
  const found: CorporateAction[] = [];
  const rights = isFirstSeen(4) || isHit(5, 6_000) ? 1 : 0;
  const buybacks = isFirstSeen(6) || isHit(6, 6_000) ? 1 : 0;
  const demergers = isFirstSeen(7) || isHit(7, 24_000) ? 1 : 0;
  const take = (
    nth: number,
    makeTerms: (code: string, random: number, wait: number, issuer: Issuer) => ActionTerms | undefined,
  ) => {
    // A company that cannot is left out; the next random one takes its place.
    for (let tries = 0; tries < 12; tries += 1) {
      const hash = createHmac('sha256', digest).update(`${nth}/${tries}`).digest();
      const issuer = issuers[hash.readUInt32BE(0) % issuers.length]!;
      if (issuer.suspended || taken.has(issuer.code) || isQuiet(issuer.code)) continue;
      const terms = makeTerms(issuer.code, hash.readUInt32BE(4), hash.readUInt32BE(8), issuer);
      if (!terms) continue;
      taken.add(issuer.code);
      found.push({ id: `${issuer.code}-${exDate}`, code: issuer.code, exDate, announcedOn, terms });
      return;
    }
  };
  for (let nth = 0; nth < dividends; nth += 1) {
    take(nth, (code, random, wait) =>
      dividendTerms({ price: priceOf(code), random, paysOn: drawPayDate({ exDate, announcedOn }, wait) }),
    );
  }
  for (let nth = 0; nth < changes; nth += 1) {
    take(100 + nth, (code, random) => (bonusFirst ? bonusTerms : splitTerms)(priceOf(code), random));
  }
  for (let nth = 0; nth < rights; nth += 1) {
    take(200 + nth, (code, random, _wait, issuer) => rightsTerms(issuer, priceOf(code), random));
  }
  for (let nth = 0; nth < buybacks; nth += 1) {
    take(300 + nth, (code, random, _wait, issuer) => buybackTerms(issuer, priceOf(code), random));
  }
  for (let nth = 0; nth < demergers; nth += 1) {
    take(400 + nth, (code, random, _wait, issuer) =>
      demergerTerms(issuer, { exDate, price: priceOf(code), random, isTaken }),
    );
  }
  return found;
}

/** Steps of 5 paise, of 50 for dear shares. */
function dividendTerms(of: {
  readonly price: number;
  readonly random: number;
  readonly paysOn: Day;
}): ActionTerms | undefined {
  const { price, random, paysOn } = of;
  const { leastBps, mostBps } = DIVIDENDS;
  const step = price >= 500_00 ? 50 : 5;
  const perSharePaise = Math.floor((price * (leastBps + (random % (mostBps - leastBps + 1)))) / 10_000 / step) * step;
  return perSharePaise < step ? undefined : { kind: 'dividend', perSharePaise, paysOn };
}

/** Market days from the ex-date of a dividend to its payment. */
const MIN_WAIT = 5;
const MAX_WAIT = 14;
/** Days of the calendar after it was declared, within which a dividend is paid. Source: docs/sources.md A10. */
const LATEST_PAYMENT = 30;

/** When a dividend is paid: after a random wait, and in time. */
export function drawPayDate({ exDate, announcedOn }: { exDate: Day; announcedOn: Day }, random: number): Day {
  const latest = addDays(announcedOn, LATEST_PAYMENT);
  let paysOn = nextRegularDay(exDate);
  for (let waited = 1; waited < MIN_WAIT + (random % (MAX_WAIT - MIN_WAIT + 1)); waited += 1) {
    const next = nextRegularDay(paysOn);
    if (next > latest) break;
    paysOn = next;
  }
  return paysOn;
}

function splitTerms(price: number, random: number): ActionTerms | undefined {
  if (price < CHEAP_PRICE) return undefined;
  const [oldFace, newFace] =
    price >= 2_000_00 ? [10, 1] : price >= 500_00 ? [10, 2] : random % 2 === 0 ? [10, 5] : [2, 1];
  return { kind: 'split', oldFace: oldFace!, newFace: newFace! };
}

const BONUSES = [
  [1, 1],
  [1, 2],
  [2, 1],
  [1, 5],
  [1, 4],
  [3, 2],
] as const;

function bonusTerms(price: number, random: number): ActionTerms | undefined {
  if (price < CHEAP_PRICE) return undefined;
  const [a, b] = BONUSES[random % BONUSES.length]!;
  return { kind: 'bonus', a, b };
}

/** The ex-dates that are announced by now, with their market days: all up to the last that is far enough ahead. */
export function exDatesAhead(marketDate: Day, marketDay: number): readonly { exDate: Day; marketDay: number }[] {
  const dates = [];
  let exDate = marketDate;
  for (let ahead = 1; ahead <= ANNOUNCED_AHEAD; ahead += 1) {
    exDate = nextRegularDay(exDate);
    // What goes ex tomorrow was announced before, or not at all: people need a day to see it.
    if (ahead > 1) dates.push({ exDate, marketDay: marketDay + ahead });
  }
  return dates;
}
