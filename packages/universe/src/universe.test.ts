import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCsv } from './csv.ts';
import {
  DATA_FILES,
  freeFloatValue,
  heldInUnit,
  indexLevel,
  isFund,
  loadUniverse,
  parseIndices,
  parseOfferings,
  parseUniverse,
  unitValue,
} from './index.ts';

const text = (name: string): string => readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8');
const texts = {
  issuers: text(DATA_FILES.issuers),
  funds: text(DATA_FILES.funds),
  indices: text(DATA_FILES.indices),
  offerings: text(DATA_FILES.offerings),
};
const universe = loadUniverse(texts);

const cells = (csv: string): string[][] => readCsv(csv).map((row) => [row.get('a'), row.get('b')]);

function edit(csv: string, from: string, to: string): string {
  expect(csv).toContain(from);
  return csv.replace(from, to);
}

describe('reading comma-separated text', () => {
  it('keeps commas, quotes and line breaks inside quoted fields', () => {
    expect(cells('a,b\r\n"x, ""y""","1\n2"\r\nplain,\n')).toEqual([
      ['x, "y"', '1\n2'],
      ['plain', ''],
    ]);
  });

  it('reads an empty last field without a line break after it', () => {
    expect(cells('a,b\n1,')).toEqual([['1', '']]);
  });

  it.each([
    ['a,b\n1', /line 2 has 1 fields/],
    ['a,b\n"1,2', /not closed/],
    ['a,b\n"1"x,2', /after a closing quote/],
    ['a,b\n1"x,2', /inside the unquoted field/],
    ['', /no header/],
  ])('refuses %j', (csv, message) => expect(() => cells(csv)).toThrow(message));
});

describe('the universe that ships', () => {
  it('has the issuers, indices and offerings its notes promise', () => {
    expect(universe.issuers.filter((issuer) => !isFund(issuer))).toHaveLength(240);
    expect(universe.issuers.filter(isFund).map(({ code, fund }) => [code, fund.index])).toEqual([
      ['KHARAFIFTY', 'KHARA50'],
      ['KHARABROAD', 'KHARA200'],
    ]);
    expect(universe.issuers.filter((issuer) => issuer.casEligible)).toHaveLength(163);
    expect(universe.issuers.filter((issuer) => issuer.suspended)).toHaveLength(4);
    expect(universe.issuers.filter((issuer) => issuer.epsPaise < 0)).toHaveLength(8);
    expect(universe.indices.map((index) => [index.code, index.constituents.length]).slice(0, 2)).toEqual([
      ['KHARA50', 50],
      ['KHARA200', 200],
    ]);
    expect(universe.offerings).toHaveLength(18);
  });

  it('reads prices as paise, percentages as basis points and all four names', () => {
    const aamrai = universe.issuers[0];
    expect(aamrai).toMatchObject({
      code: 'AAMRAI',
      names: { en: 'Aamrai Consumer Products', 'zh-Hant': '阿姆賴消費品', 'zh-Hans': '阿姆赖消费品' },
      referencePricePaise: 132_540,
      tickPaise: 10,
      sharesOutstanding: 5_160_706_200,
      freeFloatBps: 5_677,
      betaHundredths: 50,
      annualVolatilityBps: 1_380,
      bandClass: 'dynamic-10',
      suspendedReason: undefined,
    });
  });

  it('says in every language what a company makes', () => {
    for (const { code, blurb } of universe.issuers) {
      if (typeof blurb === 'string') throw new Error(`${code} has one language`);
      expect(blurb.en.length, code).toBeLessThanOrEqual(120);
      expect(blurb.hi, code).toMatch(/^[\p{Script=Devanagari}\p{Script=Common}\p{Script=Inherited}]{20,}।$/u);
      for (const chinese of [blurb['zh-Hant'], blurb['zh-Hans']])
        expect(chinese, code).toMatch(/^[\p{Script=Han}\p{Script=Common}A-Za-z]{10,}。$/u);
    }
  });

  it('gives every share that joins the closing auction a flexing band, and only those', () => {
    for (const { casEligible, bandClass } of universe.issuers) expect(bandClass === 'dynamic-10').toBe(casEligible);
  });

  it('puts every index at its base level at the reference prices', () => {
    const byCode = new Map(universe.issuers.map((issuer) => [issuer.code, issuer]));
    for (const index of universe.indices) {
      const sum = index.constituents
        .map((code) => byCode.get(code)!)
        .reduce((total, issuer) => total + freeFloatValue(issuer, issuer.referencePricePaise), 0n);
      // The base is rounded to 0.01 crore, which moves the level by far less than a hundredth of a point.
      expect(indexLevel(index, sum)).toBe(index.baseLevel);
      expect(indexLevel(index, sum * 2n)).toBe(index.baseLevel * 2);
    }
  });
});

describe('a unit of a fund', () => {
  const byCode = new Map(universe.issuers.map((issuer) => [issuer.code, issuer]));
  const funds = universe.issuers.filter(isFund).map((fund) => {
    const index = universe.indices.find(({ code }) => code === fund.fund.index)!;
    return { fund, index, members: index.constituents.map((code) => byCode.get(code)!) };
  });

  it('is worth its reference price at the base level, twice that at twice the level, and less by its expenses', () => {
    for (const { fund, index } of funds) {
      expect(unitValue(fund, index, index.baseLevel, 0)).toBe(fund.referencePricePaise);
      expect(unitValue(fund, index, index.baseLevel * 2, 0)).toBe(fund.referencePricePaise * 2);
      const afterYear = unitValue(fund, index, index.baseLevel * 10_000, 250) / 10_000;
      expect(1 - afterYear / fund.referencePricePaise).toBeCloseTo(fund.fund.expenseBps / 10_000, 5);
    }
  });

  it('holds shares worth as much as itself, at any prices', () => {
    for (const { fund, index, members } of funds) {
      const price = (at: number) => Math.round(members[at]!.referencePricePaise * (0.7 + ((at * 37) % 90) / 100));
      const floatValue = members.reduce((sum, member, at) => sum + freeFloatValue(member, price(at)), 0n);
      const worth = unitValue(fund, index, indexLevel(index, floatValue), 400);
      const held = members.reduce(
        (sum, member, at) => sum + (heldInUnit(fund, index, { member, marketDay: 400 }) * price(at)) / 1e9,
        0,
      );
      expect(Math.abs(held - worth)).toBeLessThan(1);
    }
  });
});

describe('a broken file is a defect and says where', () => {
  it.each([
    ['a wrong check digit', 'ZZK065C01018', 'ZZK065C01019', /line 2, isin/],
    ['a code used twice', 'ACHALGARH,Achal', 'AAMRAI,Achal', /line 3, code: occurs twice/],
    ['a price off the tick', '1325.40', '1325.45', /line 2, reference_price_inr: is no multiple/],
    ['a price with three decimals', '1325.40', '1325.405', /line 2, reference_price_inr: is no decimal/],
    ['an unknown sector', ',fmcg,', ',soap,', /line 2, sector_key/],
    ['a reason without a suspension', '2008-03-19,N,,', '2008-03-19,N,why,', /line 2, suspended_reason/],
    ['a day that is none', '2008-03-19', '2008-13-19', /line 2, listed_on/],
    ['a missing name', 'आमराई कंज़्यूमर प्रोडक्ट्स', '', /line 2, name_hi: is empty/],
  ])('issuers: %s', (_, from, to, message) => {
    expect(() => parseUniverse(edit(texts.issuers, from, to))).toThrow(message);
  });

  it('indices: a constituent named twice, and one that is not listed', () => {
    expect(() => parseIndices(edit(texts.indices, 'LAUHITYA KORKAI', 'KORKAI KORKAI'))).toThrow(/names a share twice/);
    const strange = edit(texts.indices, 'LAUHITYA KORKAI', 'NOBODY KORKAI');
    expect(() => loadUniverse({ ...texts, indices: strange })).toThrow(/KHARA50: NOBODY is not in the universe/);
  });

  it('offerings: a cap above 120 % of the floor, and a listed IPO', () => {
    expect(() => parseOfferings(edit(texts.offerings, '452.00,476.00', '452.00,576.00'))).toThrow(/line 2, price_high/);
    const listed = edit(texts.offerings, 'ipo,NABHODEEP', 'ipo,AAMRAI');
    expect(() => loadUniverse({ ...texts, offerings: listed })).toThrow(/AAMRAI is listed already/);
  });
});
