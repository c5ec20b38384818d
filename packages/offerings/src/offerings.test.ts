import { readFileSync } from 'node:fs';
import { isIsin, nextRegularDay } from '@khara/rules';
import { loadUniverse, type OfferingSeed } from '@khara/universe';
import { describe, expect, it } from 'vitest';
import {
  arrivedBy,
  foundPrice,
  isinOf,
  issuerOf,
  lotsOfSimulated,
  plannedOn,
  pricesFromMarket,
  readStamp,
  realInstantOf,
  simulatedCount,
  startingOffers,
  type Company,
  type Planned,
} from './index.ts';

const file = (name: string) => readFileSync(new URL(`../../universe/data/${name}`, import.meta.url), 'utf8');
const universe = loadUniverse({
  issuers: file('universe.csv'),
  indices: file('indices.csv'),
  offerings: file('offerings.csv'),
});
const seeds: readonly OfferingSeed[] = universe.offerings;
const companies: readonly Company[] = universe.issuers
  .filter(({ suspended }) => !suspended)
  .map(({ code, names, sector, referencePricePaise }) => ({ code, names, sector, lastPaise: referencePricePaise }));

/** The calendar of the first market days, with new codes joining the listed ones. */
function calendar(days: number): readonly Planned[] {
  const taken = new Set([...universe.issuers.map(({ code }) => code), ...seeds.map(({ code }) => code)]);
  const planned: Planned[] = [];
  let day = '2026-11-20';
  for (let index = 1; index <= days; index += 1) {
    day = nextRegularDay(day);
    const opening = plannedOn({ index, day, seeds, companies, taken });
    for (const { offer } of opening) taken.add(offer.code);
    planned.push(...opening);
  }
  return planned;
}

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

  it('begins outside market hours too, where market time is real time', () => {
    const sunday = startingOffers({ day: '2026-11-23', now: '2026-11-22T23:58', speed: 1, seeds });
    for (const { windows, closesAtOnce } of sunday) {
      expect(windows.opens).toBe('2026-11-22T23:58');
      expect(closesAtOnce || windows.closes > windows.opens).toBe(true);
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

  it('keeps to the rules of each kind', () => {
    for (const { offer, windows } of [...start, ...calendar(200)]) {
      const { kind, pricePaise, issuePaise, sharesPerLot, minLots, maxLots, offeredShares } = offer;
      expect([offer.code, pricePaise > 0, minLots <= maxLots]).toEqual([offer.code, true, true]);
      expect(offeredShares % sharesPerLot).toBe(0);
      expect(offeredShares / sharesPerLot).toBeLessThanOrEqual(2_000);
      expect(windows.opens <= windows.closes && windows.closes <= windows.allotment).toBe(true);
      const most = maxLots * sharesPerLot * pricePaise;
      if (kind === 'ipo') {
        const [floor, cap] = [offer.floorPaise!, offer.capPaise!];
        expect(cap * 100 >= floor * 105 && cap * 100 <= floor * 120).toBe(true);
        if (offer.board === 'main') expect(most).toBeLessThanOrEqual(20_000_000);
        else expect(most).toBeGreaterThan(20_000_000);
      }
      if (kind === 'private_placement') expect(pricePaise * 100).toBeGreaterThanOrEqual(issuePaise * 95);
      if (kind === 'block') expect(pricePaise * 100).toBeGreaterThanOrEqual(issuePaise * 97);
      if (kind === 'offline_placement') expect(most).toBeLessThanOrEqual(20_000_000);
    }
  });

  it('gives every new share an ISIN of its own', () => {
    const isins = calendar(600).flatMap(({ offer }) => (offer.kind === 'ipo' ? [isinOf(offer.code)] : []));
    expect(new Set(isins).size).toBe(isins.length);
    expect(isins.every(isIsin)).toBe(true);
    const issuer = issuerOf({
      code: 'ROHIDA',
      names: companies[0]!.names,
      sector: 'Power',
      board: 'main',
      issuePaise: 21_003,
      totalShares: 1_000,
      listedOn: '2026-11-24',
      blurb: 'Invented.',
    });
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
    const book = { floorPaise: 26_600, capPaise: 28_000, offeredShares: 1_000 };
    expect(foundPrice({ ...book, askedShares: 1_000 })).toBe(28_000);
    expect(foundPrice({ ...book, askedShares: 720 })).toBe(27_600);
    expect(foundPrice({ ...book, askedShares: 0 })).toBe(26_600);
  });

  it('of a block stay within 3 % of the last price, on the tick', () => {
    const prices = pricesFromMarket('block', { lastPaise: 46_390, discountBps: 220, day: '2026-11-20' });
    expect(prices).toMatchObject({ issuePaise: 46_390, pricePaise: 45_370 });
  });
});

describe('market time', () => {
  const now = { profile: 'compressed', marketTime: '2026-11-20T09:15:00+05:30', realMs: 1_000_000, speed: 29 } as const;

  it('is real time through the hours of market days only', () => {
    expect(realInstantOf(now, '2026-11-20T11:11')).toBe(1_240_000);
    // A whole market day later: 7 hours and 15 minutes. The twenty-fourth is a holiday.
    expect(realInstantOf(now, '2026-11-23T09:15')).toBe(1_900_000);
    expect(realInstantOf(now, '2026-11-25T09:15')).toBe(2_800_000);
    expect(realInstantOf({ ...now, marketTime: '2026-11-23T09:15:00+05:30' }, '2026-11-20T09:15')).toBe(100_000);
  });

  it('is the time of India in the other profile', () => {
    expect(realInstantOf({ ...now, profile: 'nse', speed: 1 }, '2026-11-20T15:30')).toBe(Date.UTC(2026, 10, 20, 10));
  });
});
