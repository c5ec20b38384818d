import { readFileSync } from 'node:fs';
import { isIsin, nextRegularDay } from '@khara/rules';
import { entitlementCode, isFund, loadUniverse, type OfferingSeed } from '@khara/universe';
import { describe, expect, it } from 'vitest';
import {
  arrivedBy,
  findFault,
  foundPrice,
  instrumentNumber,
  spareNumbers,
  makeIsin,
  makeIssuer,
  lotsOfSimulated,
  mayOffer,
  plannedFromProposal,
  plannedOn,
  pricesFromMarket,
  readStamp,
  toRealInstant,
  simulatedCount,
  startingOffers,
  TakenCodes,
  type Company,
  type Offer,
  type PlannedOffering,
  type Proposal,
} from './index.ts';

const file = (name: string) => readFileSync(new URL(`../../universe/data/${name}`, import.meta.url), 'utf8');
const universe = loadUniverse({
  issuers: file('universe.csv'),
  funds: file('funds.csv'),
  indices: file('indices.csv'),
  offerings: file('offerings.csv'),
});
const seeds: readonly OfferingSeed[] = universe.offerings;
const companies: readonly Company[] = universe.issuers
  .filter((issuer) => !issuer.suspended && !isFund(issuer))
  .map(({ code, names, sector, referencePricePaise }) => ({
    code,
    names,
    sector,
    lastPrice: referencePricePaise,
    mayOffer: true,
  }));

/** The calendar of the first market days, with new codes joining the listed ones. */
function calendar(days: number): readonly PlannedOffering[] {
  const taken = new TakenCodes([...universe.issuers, ...seeds].map(({ code }) => code));
  const planned: PlannedOffering[] = [];
  let day = '2026-11-20';
  for (let index = 1; index <= days; index += 1) {
    day = nextRegularDay(day);
    const opening = plannedOn({ index, day, seeds, companies, taken });
    for (const { offer } of opening) taken.add(offer.code);
    planned.push(...opening);
  }
  return planned;
}

const named = (...codes: string[]) => codes.map((code) => ({ code }));

describe('numbers by which programs know instruments', () => {
  // Two of one number.
  const [one, other] = ['YELAGIRMOB', 'ANVAYLOG'] as const;
  const spare = 2 ** 23 - 1_024;

  it('are those of their codes, but for one that joins another of the same', () => {
    expect(instrumentNumber(one)).toBe(instrumentNumber(other));
    expect(instrumentNumber(one)).toBeLessThan(spare);
    expect(spareNumbers(named(one, other), named(one))).toEqual(new Map([[other, spare]]));
    expect(spareNumbers(named(one, other), named(other))).toEqual(new Map([[one, spare]]));
    expect(spareNumbers(named(one, 'AAMRAI'), named(one))).toEqual(new Map());
    expect(spareNumbers(named(one, other), [])).toEqual(new Map([[other, spare]]));
  });

  it('stay with what has them, whatever joins', () => {
    const before = [{ code: one }, { code: other, number: spare + 7 }];
    expect(spareNumbers(named(other, 'AAMRAI', one), before)).toEqual(new Map([[other, spare + 7]]));
    // Entitlements of a share have a number from its beginning, which no other share gets.
    const [entitlement, clash] = [entitlementCode('C2339'), 'C3997'];
    expect(instrumentNumber(clash)).toBe(instrumentNumber(entitlement));
    expect(spareNumbers(named('C2339', clash), named('C2339'))).toEqual(new Map([[clash, spare]]));
    expect(spareNumbers(named('C2339', entitlement), named('C2339'))).toEqual(new Map());
  });
});

describe('shares that may be offered', () => {
  const company = universe.issuers.find(({ code }) => code === 'AAMRAI')!;
  const day = '2026-12-01';
  const usual = { day, series: 'EQ', stage: undefined };

  it('are those of a company that has been listed for half a year and trades as all do', () => {
    expect(mayOffer(company, usual)).toBe(true);
    expect(mayOffer({ ...company, listedOn: '2026-06-01' }, usual)).toBe(true);
    expect(mayOffer({ ...company, listedOn: '2026-06-02' }, usual)).toBe(false);
    expect(mayOffer({ ...company, suspended: true }, usual)).toBe(false);
    expect(mayOffer({ ...company, lotSize: 1_000 }, usual)).toBe(false);
    expect(['SM', 'ST', 'BE'].map((series) => mayOffer(company, { ...usual, series }))).toEqual([false, false, false]);
    expect(mayOffer(company, { ...usual, stage: 'asm_short_1' })).toBe(false);
  });

  it('are never units of a fund or entitlements', () => {
    expect(mayOffer(universe.issuers.find(isFund)!, usual)).toBe(false);
    const entitlement = { share: 'AAMRAI', price: 100_00, exDate: day };
    expect(mayOffer({ ...company, code: 'AAMRAI-RE', entitlement }, usual)).toBe(false);
  });
});

const part = ({ reservedShares, totalShares }: Offer) => Math.round((reservedShares * 100) / totalShares);

describe('the calendar', () => {
  const start = startingOffers({ day: '2026-11-20', now: '2026-11-20T09:15', speed: 29, seeds });

  it('begins with an offering in every state, and a lottery that closes within five minutes', () => {
    expect(start.filter(({ closesAtOnce }) => closesAtOnce).map(({ offer }) => offer.code)).toEqual([
      'BAJRIKA',
      'ROHIDA',
      'LOHAPATH',
      'PAHATGREEN',
    ]);
    const lottery = start.find(({ offer }) => offer.code === 'NABHODEEP')!;
    const { timeMs } = readStamp(lottery.windows.closes);
    expect((timeMs - 33_300_000) / 29).toBeLessThanOrEqual(300_000);
    expect(new Set(start.map(({ offer }) => offer.kind)).size).toBe(4);
  });

  it('begins with a past that agrees with itself: opened, closed, allotted, signed, listed in that order', () => {
    for (const now of ['2026-11-20T09:15', '2026-11-20T13:40'] as const) {
      for (const { id, windows } of startingOffers({ day: '2026-11-20', now, speed: 29, seeds })) {
        const { opens, closes, allotment, signingEnds, listingDate } = windows;
        const order = [opens, closes, allotment, signingEnds ?? allotment, `${listingDate}T23:59`];
        expect([id, order]).toEqual([id, [...order].sort()]);
        expect(opens < closes).toBe(true);
      }
    }
  });

  it('begins outside market hours too, where market time is real time', () => {
    const sunday = startingOffers({ day: '2026-11-23', now: '2026-11-22T23:58', speed: 1, seeds });
    for (const { windows, closesAtOnce } of sunday) {
      if (closesAtOnce) expect(windows.opens < '2026-11-22T23:58').toBe(true);
      else expect(windows.opens).toBe('2026-11-22T23:58');
      expect(windows.closes > windows.opens).toBe(true);
    }
  });

  it('never ends, and no id or new code comes twice', () => {
    const planned = calendar(600);
    const ids = [...start, ...planned].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const issues = planned.filter(({ offer }) => offer.kind === 'ipo');
    expect(issues.length).toBeGreaterThan(140);
    expect(new Set(issues.map(({ offer }) => offer.code)).size).toBe(issues.length);
    for (const id of ids) expect(id).toMatch(/^[A-Z0-9-]{5,30}$/);
  });

  it('has an issue in each of nine thousand market days and later, each with a name and a code of its own', () => {
    const codes = new Set(universe.issuers.map(({ code }) => code));
    const taken = new TakenCodes(codes);
    const listed = [...companies];
    const names = { en: new Set<string>(), hi: new Set<string>(), 'zh-Hant': new Set<string>() };
    let issues = 0;
    for (let index = 9; index <= 9_100; index += 4) {
      const offers = plannedOn({ index, day: '2026-11-20', seeds, companies: listed, taken }).map(({ offer }) => offer);
      const issue = offers.find(({ kind }) => kind === 'ipo');
      expect([index, issue?.kind]).toEqual([index, 'ipo']);
      expect(findFault(issue!)).toBeUndefined();
      expect(codes.has(issue!.code)).toBe(false);
      codes.add(issue!.code);
      taken.add(issue!.code);
      issues += 1;
      for (const language of ['en', 'hi', 'zh-Hant'] as const) names[language].add(issue!.names[language]);
      const { code, sector, price } = issue!;
      listed.push({ code, names: issue!.names, sector, lastPrice: price, mayOffer: true });
    }
    expect(issues).toBe(2_273);
    // Programs name shares and their entitlements by numbers: no two have one.
    const all = [...codes, ...universe.indices.map(({ code }) => code), ...[...codes].map(entitlementCode)];
    expect(new Set(all.map(instrumentNumber)).size).toBe(all.length);
    expect(Object.values(names).map(({ size }) => size)).toEqual([issues, issues, issues]);
    expect([...names.en].some((name) => name.endsWith(' 2'))).toBe(true);
  });

  it('takes offers of listed shares from companies that may offer theirs alone', () => {
    const some = companies.map((company, at) => ({ ...company, mayOffer: at % 9 === 0 }));
    const mayOffer = new Set(some.filter((company) => company.mayOffer).map(({ code }) => code));
    let offers = 0;
    for (let index = 9; index < 200; index += 1) {
      const of = plannedOn({ index, day: '2026-11-20', seeds: [], companies: some, taken: new TakenCodes() });
      for (const { offer } of of.filter(({ offer: { kind } }) => kind !== 'ipo')) {
        expect(mayOffer).toContain(offer.code);
        offers += 1;
      }
    }
    expect(offers).toBeGreaterThan(150);
    const none = companies.map((company) => ({ ...company, mayOffer: false }));
    const planned = plannedOn({ index: 45, day: '2026-11-20', seeds: [], companies: none, taken: new TakenCodes() });
    expect(planned.map(({ offer }) => offer.kind)).toEqual(['ipo']);
  });

  it('keeps to the rules of each kind', () => {
    for (const { offer, windows } of [...start, ...calendar(200)]) {
      const { kind, price, issuePrice, sharesPerLot, minLots, maxLots, offeredShares } = offer;
      expect([offer.code, price > 0, minLots <= maxLots]).toEqual([offer.code, true, true]);
      expect(offeredShares % sharesPerLot).toBe(0);
      expect(offeredShares / sharesPerLot).toBeLessThanOrEqual(2_000);
      expect(windows.opens <= windows.closes && windows.closes <= windows.allotment).toBe(true);
      const most = maxLots * sharesPerLot * price;
      if (kind === 'ipo') {
        const [floor, cap] = [offer.floorPrice!, offer.capPrice!];
        expect(cap * 100 >= floor * 105 && cap * 100 <= floor * 120).toBe(true);
        if (offer.board === 'main') expect(most).toBeLessThanOrEqual(20_000_000);
        else expect(most).toBeGreaterThan(20_000_000);
      }
      if (kind === 'private_placement') expect(price * 100).toBeGreaterThanOrEqual(issuePrice * 95);
      if (kind === 'block') expect(price * 100).toBeGreaterThanOrEqual(issuePrice * 97);
      if (kind === 'offline_placement') expect(most).toBeLessThanOrEqual(20_000_000);
    }
  });

  it('gives every issue the discount and the part for retail that its draw says', () => {
    // The draw of the last would be a discount, but a small company gives none.
    const issues = [...Array.from({ length: 32 }, (_, count) => 9 + 4 * count), 357].map((index) => {
      const plan = { index, day: '2026-11-20', seeds: [], companies, taken: new TakenCodes() };
      return { index, ...plannedOn(plan).find(({ offer }) => offer.kind === 'ipo')!.offer };
    });
    expect(issues.flatMap(({ index, discountBps }) => (discountBps === 0 ? [] : [[index, discountBps]]))).toEqual([
      [73, 500],
    ]);
    expect(issues.filter((issue) => part(issue) === 10).map(({ index }) => index)).toEqual([
      45, 49, 57, 93, 97, 121, 125,
    ]);
    expect(issues.filter((issue) => part(issue) !== 10).every((issue) => part(issue) === 35)).toBe(true);
  });

  it('keeps a tenth of an offer for sale for retail, and all of a placement or a block', () => {
    const days = Array.from({ length: 30 }, (_, index) => index);
    const offers = days.flatMap((index) =>
      plannedOn({ index, day: '2026-11-20', seeds: [], companies, taken: new TakenCodes() }).map(({ offer }) => offer),
    );
    for (const { kind, totalShares, sharesPerLot, reservedShares } of offers) {
      if (kind === 'ipo') continue;
      const part = kind === 'offline_placement' ? Math.floor(totalShares / 10) : totalShares;
      expect([kind, reservedShares]).toEqual([kind, part - (part % sharesPerLot)]);
    }
    expect(new Set(offers.map(({ kind }) => kind)).size).toBe(4);
  });

  it('gives every new share an ISIN of its own', () => {
    const isins = calendar(600).flatMap(({ offer }) => (offer.kind === 'ipo' ? [makeIsin(offer.code)] : []));
    expect(new Set(isins).size).toBe(isins.length);
    expect(isins.every(isIsin)).toBe(true);
    const issue = {
      code: 'ROHIDA',
      names: companies[0]!.names,
      sector: 'Power',
      board: 'main',
      issuePrice: 21_003,
      demandHundredths: 455,
      sharesPerLot: 70,
      totalShares: 1_000,
      reservedShares: 100,
      listedOn: '2026-11-24',
      blurb: companies[0]!.names,
    } as const;
    const issuer = makeIssuer(issue);
    expect(makeIssuer({ ...issue, reservedShares: 350 }).epsPaise).toBeGreaterThan(0);
    expect(issuer.epsPaise, 'a company without profits keeps a tenth for retail').toBeLessThan(0);
    expect(issuer.referencePricePaise % issuer.tickPaise).toBe(0);
    expect(issuer.sectorKey).toBe('power');
  });
});

describe('simulated demand', () => {
  const demand = { offeringId: 'IPO-NABHODEEP-0', minLots: 1, maxLots: 13 };

  it('follows from the offering alone, and asks for what is published', () => {
    const count = simulatedCount(demand, { offeredLots: 2_000, demandHundredths: 1_140 });
    const lotsOf = lotsOfSimulated(demand);
    const lots = Array.from({ length: count }, (_, k) => lotsOf(k));
    const asked = lots.reduce((sum, one) => sum + one, 0);
    expect(asked).toBeGreaterThanOrEqual(22_800);
    expect(asked - lots.at(-1)!).toBeLessThan(22_800);
    const minimum = lots.filter((one) => one === 1).length / count;
    expect(Math.abs(minimum - 0.6)).toBeLessThan(0.02);
    expect(lots.every((one) => one >= 1 && one <= 13)).toBe(true);
  });

  it('has a fixed quantity where the offer has one', () => {
    const lotsOf = lotsOfSimulated({ offeringId: 'IPO-KESUDO-6', minLots: 2, maxLots: 2 });
    expect(new Set(Array.from({ length: 500 }, (_, k) => lotsOf(k)))).toEqual(new Set([2]));
  });

  it('arrives slowly at first, never goes back, and is complete at the close', () => {
    const window = { from: 1_000, to: 2_000 };
    const counts = Array.from({ length: 1_101 }, (_, step) => arrivedBy(5_000, window, 950 + step));
    expect(counts.every((count, step) => step === 0 || count >= counts[step - 1]!)).toBe(true);
    expect([counts[0], counts[550]! < 1_500, counts.at(-1)]).toEqual([0, true, 5_000]);
  });
});

describe('prices', () => {
  it('are the cap when the book is full, and lie between floor and cap when it is not', () => {
    const book = { floorPrice: 26_600, capPrice: 28_000, offeredShares: 1_000 };
    expect(foundPrice({ ...book, askedShares: 1_000 })).toBe(28_000);
    expect(foundPrice({ ...book, askedShares: 720 })).toBe(27_600);
    expect(foundPrice({ ...book, askedShares: 0 })).toBe(26_600);
  });

  it('of a block stay within 3 % of the last price, on the tick', () => {
    const prices = pricesFromMarket('block', { lastPrice: 46_390, discountBps: 220, day: '2026-11-20' });
    expect(prices).toMatchObject({ issuePrice: 46_390, price: 45_370 });
  });
});

describe('market time', () => {
  const now = { profile: 'compressed', marketTime: '2026-11-20T09:15:00+05:30', realMs: 1_000_000, speed: 29 } as const;

  it('is real time through the hours of market days only', () => {
    expect(toRealInstant(now, '2026-11-20T11:11')).toBe(1_240_000);
    // A whole market day later: 7 hours and 15 minutes. The twenty-fourth is a holiday.
    expect(toRealInstant(now, '2026-11-23T09:15')).toBe(1_900_000);
    expect(toRealInstant(now, '2026-11-25T09:15')).toBe(2_800_000);
    expect(toRealInstant({ ...now, marketTime: '2026-11-23T09:15:00+05:30' }, '2026-11-20T09:15')).toBe(100_000);
  });

  it('is the time of India in the other profile', () => {
    expect(toRealInstant({ ...now, profile: 'nse', speed: 1 }, '2026-11-20T15:30')).toBe(Date.UTC(2026, 10, 20, 10));
  });
});

describe('an offering that people propose', () => {
  const issue = {
    names: { en: 'Invented Kites', hi: 'पतंग', 'zh-Hant': '風箏', 'zh-Hans': '风筝' },
    sector: 'Capital Goods',
    board: 'main',
    story: 'Invented.',
    floorPrice: 20_000,
    capPrice: 21_000,
  } as const;
  const kites: Proposal = {
    kind: 'ipo',
    code: 'KITES',
    issue,
    discountBps: 0,
    sharesPerLot: 70,
    totalShares: 7_000_000,
    reservedBps: 3_500,
    minLots: 1,
    maxLots: 13,
    demandHundredths: 400,
  };
  const company = companies.find(({ lastPrice }) => lastPrice > 50_000 && lastPrice < 200_000)!;
  const ofListed = { issue: undefined, code: company.code, discountBps: 200, reservedBps: 0, minLots: 2, maxLots: 20 };
  const when = { day: '2026-11-25', index: 3, company };
  const faultIn = (proposal: Proposal) => {
    const made = plannedFromProposal(proposal, when);
    return 'fault' in made ? `${made.fault.field}: ${made.fault.rule}` : 'none';
  };

  it('goes by the rules that every offer of the calendar keeps', () => {
    const all = [...startingOffers({ day: '2026-11-20', now: '2026-11-20T09:15', speed: 29, seeds }), ...calendar(200)];
    const broken = all.flatMap(({ id, offer }) => (findFault(offer) ? [[id, findFault(offer)]] : []));
    expect(broken).toEqual([]);
  });

  it('gets the id, the windows and the sizes that the calendar would give it', () => {
    const made = plannedFromProposal(kites, when);
    expect('planned' in made && made.planned).toMatchObject({
      id: 'IPO-KITES-3',
      offer: { issuePrice: 21_000, offeredShares: 2_000 * 70, reservedShares: 2_450_000, maxLots: 13 },
      windows: { opens: '2026-11-25T10:00', closes: '2026-11-27T15:30' },
    });
    for (const kind of ['offline_placement', 'private_placement', 'block'] as const) {
      const lot = { sharesPerLot: kind === 'offline_placement' ? 2 : 20, totalShares: 40_000_000 };
      const reservedBps = kind === 'offline_placement' ? 1_000 : 0;
      expect([kind, faultIn({ ...kites, ...ofListed, ...lot, kind, reservedBps })]).toEqual([kind, 'none']);
    }
  });

  it.each<[string, Partial<Proposal>]>([
    ['code: code_form', { code: 'kites' }],
    ['code: code_form', { issue: undefined }],
    ['names: names_in_four_languages', { issue: { ...issue, names: { ...issue.names, hi: ' ' } } }],
    ['sector: known_sector', { issue: { ...issue, sector: 'Tulips' } }],
    ['sharesPerLot: positive', { sharesPerLot: 0 }],
    ['totalShares: positive', { totalShares: 1.5 }],
    ['minLots: positive', { minLots: 0 }],
    ['capPaise: positive', { issue: { ...issue, floorPrice: 0, capPrice: 0 } }],
    ['capPaise: band_of_105_to_120', { issue: { ...issue, floorPrice: 20_001 } }],
    ['capPaise: band_of_105_to_120', { issue: { ...issue, floorPrice: 17_499 } }],
    ['discountBps: discount_too_large', { discountBps: 1_001 }],
    ['sharesPerLot: lot_of_10000_to_15000', { sharesPerLot: 72 }],
    ['sharesPerLot: lot_of_10000_to_15000', { sharesPerLot: 47 }],
    ['maxLots: retail_limit_2_lakh', { maxLots: 14 }],
    ['sharesPerLot: sme_two_lots_above_2_lakh', { issue: { ...issue, board: 'sme' }, minLots: 2, maxLots: 2 }],
    ['maxLots: lots_in_order', { minLots: 5, maxLots: 4 }],
    ['totalShares: fewer_than_one_application', { totalShares: 199 }],
    ['reservedBps: reserved_part', { reservedBps: 5_000 }],
    ['demandHundredths: demand_out_of_range', { demandHundredths: 30_001 }],
    ['discountBps: discount_too_large', { ...ofListed, kind: 'private_placement', discountBps: 501 }],
    ['discountBps: discount_too_large', { ...ofListed, kind: 'block', discountBps: 301 }],
    ['totalShares: block_of_25_crore', { ...ofListed, kind: 'block', totalShares: 7_000 }],
    ['maxLots: retail_limit_2_lakh', { ...ofListed, kind: 'offline_placement', reservedBps: 1_000, maxLots: 900 }],
    ['reservedBps: reserved_part', { ...ofListed, kind: 'block', reservedBps: 3_500 }],
  ])('is refused when it breaks a rule: %s', (fault, change) => {
    expect(faultIn({ ...kites, ...change })).toBe(fault);
  });
});
