import { describe, expect, it } from 'vitest';
import { newestResults, nextQuarterEnd, quarterOfYear, resultsDay } from '@khara/rules';
import { isFund } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import {
  expectedOf,
  findBusiness,
  makeNextQuarter,
  netWorth,
  NOTHING_YET,
  openingAccounts,
  ratiosAt,
  surpriseOf,
  yearlyProfit,
  type HolderFlows,
  type Quarter,
} from '../index.ts';

const BEFORE = '2026-11-23';
const seed = new Uint8Array(32).fill(7);
const companies = readUniverse().issuers.filter((issuer) => !isFund(issuer));
const openings = companies.map((issuer) => ({ issuer, quarters: openingAccounts(seed, issuer, BEFORE) }));
const lakh = (amount: number): number => Math.round(amount / 10_000_000);

/** Why two quarters that follow one another do not agree; nothing where they do. */
function disagreements(
  before: Quarter,
  { profitAndLoss: p, balance: b, cashFlow: c, notes, ...of }: Quarter,
): string[] {
  const was = before.balance;
  const checks: Record<string, boolean> = {
    ebitda: p.ebitda === p.revenue + p.otherIncome - p.expenses,
    profit: p.profit === p.ebitda - p.depreciation - p.financeCost - p.tax,
    balance:
      b.shareCapital + b.reserves + b.borrowings + b.otherLiabilities ===
      b.fixedAssets + b.investments + b.cash + b.otherAssets,
    'cash flow': c.change === c.operating + c.investing + c.financing && b.cash === was.cash + c.change,
    'clean surplus':
      b.shareCapital + b.reserves ===
      was.shareCapital + was.reserves + p.profit - of.dividends + notes.rights - notes.buyback - notes.demerger,
    financing: c.financing === b.borrowings - was.borrowings - of.dividends + notes.rights - notes.buyback,
    holders: of.holders.promoter + of.holders.institutions + of.holders.public === 10_000,
    signs: [p.revenue, p.expenses, b.borrowings + 1, b.cash + 1, b.fixedAssets + 1, b.investments + 1].every(
      (amount) => amount > 0,
    ),
    'whole numbers': [...Object.values(p), ...Object.values(b), ...Object.values(c)].every(Number.isSafeInteger),
    calendar: of.quarter === nextQuarterEnd(before.quarter),
    expected: JSON.stringify(of.expected) === JSON.stringify(expectedOf(before.outlook, quarterOfYear(of.quarter))),
  };
  return Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [name]));
}

describe('accounts of all companies', () => {
  it('agree line by line in the four years before the market and in forty quarters of it', () => {
    for (const { issuer, quarters } of openings) {
      let last = quarters[0]!;
      for (const quarter of quarters.slice(1)) {
        expect(disagreements(last, quarter), `${issuer.code} ${quarter.quarter}`).toEqual([]);
        last = quarter;
      }
      for (let at = 0; at < 40; at += 1) {
        const draw = { surprise: ((at * 7_919 + issuer.code.length * 131) % 5_000) - 2_500, chance: at * 48_271 + 11 };
        const dividends = at % 3 === 0 ? lakh(issuer.referencePricePaise * issuer.sharesOutstanding * 0.01) : 0;
        const flows: HolderFlows = {
          dividends,
          // Each kind at a time of its own, and now and then two of them in a quarter.
          ...(at % 7 === 2 && { rights: { amount: Math.round(last.balance.shareCapital * 3), newSharesPpm: 166_667 } }),
          ...(at % 11 === 4 && { buyback: { amount: Math.round(netWorth(last) / 20), sharesPpm: 30_000 } }),
          ...(at % 13 === 6 && { bonusPpm: 1_000_000 }),
          ...(at % 17 === 9 && { demerger: { worthPpm: 250_000, profitPpm: 300_000 } }),
        };
        const next = makeNextQuarter(last, draw, flows);
        expect(disagreements(last, next), `${issuer.code} ${next.quarter}`).toEqual([]);
        last = next;
      }
    }
  });

  it('are whole numbers and add up where a company is next to nothing', () => {
    const [company] = companies;
    for (const shape of [{ sharesOutstanding: 1_000 }, { epsPaise: 0 }, { sharesOutstanding: 1, epsPaise: -1 }]) {
      const quarters = [...openingAccounts(seed, { ...company!, ...shape }, BEFORE)];
      for (let at = 0; at < 40; at += 1) {
        const draw = { surprise: ((at * 7_919) % 5_000) - 2_500, chance: at * 48_271 + 11 };
        const flows = { dividends: 0, ...(at % 5 === 2 && { demerger: { worthPpm: 900_000, profitPpm: 900_000 } }) };
        quarters.push(makeNextQuarter(quarters.at(-1)!, draw, flows));
      }
      for (const [at, quarter] of quarters.slice(1).entries())
        expect(disagreements(quarters[at]!, quarter).filter((check) => check !== 'signs')).toEqual([]);
    }
  });

  it('earn in their last four quarters what the universe says, and pay its dividend', () => {
    for (const { issuer, quarters } of openings) {
      const { epsPaise, sharesOutstanding, referencePricePaise, dividendYieldBps } = issuer;
      expect(yearlyProfit(quarters), issuer.code).toBe(lakh(epsPaise * sharesOutstanding));
      const {
        isLoss,
        peHundredths,
        dividendYieldBps: paid,
      } = ratiosAt(quarters, referencePricePaise, sharesOutstanding);
      expect(isLoss).toBe(epsPaise < 0);
      expect(peHundredths === undefined).toBe(isLoss);
      if (!isLoss) expect(Math.abs(paid - dividendYieldBps)).toBeLessThan(5 + dividendYieldBps / 3);
    }
  });

  it('surprise by the greater of what was expected and 0.5 % of the value, of a loss too', () => {
    expect(surpriseOf(150, 100, 10_000)).toBe(0.5);
    expect(surpriseOf(-80, -100, 10_000)).toBe(0.2);
    expect(surpriseOf(-120, -100, 40_000)).toBe(-0.1);
    expect(surpriseOf(0, 0, 0)).toBe(0);
  });

  it('owe something though that rounds to nothing of their net worth', () => {
    const { quarters, issuer } = openings[0]!;
    const last = quarters.at(-1)!;
    const owing = (borrowings: number) =>
      ratiosAt(
        [...quarters.slice(0, -1), { ...last, balance: { ...last.balance, borrowings } }],
        100,
        issuer.sharesOutstanding,
      );
    expect(owing(1)).toMatchObject({ hasDebt: true, debtToEquityHundredths: 0 });
    expect(owing(0)).toMatchObject({ hasDebt: false, debtToEquityHundredths: 0 });
  });

  it('are those of lenders and insurers where the company is one', () => {
    const found = companies.map(findBusiness);
    for (const { issuer, quarters } of openings)
      expect(quarters.at(-1)!.outlook.isLender, issuer.code).toBe(findBusiness(issuer) === 'lender');
    expect(found.filter((business) => business === 'lender').length).toBeGreaterThan(10);
    expect(found.filter((business) => business === 'insurer').length).toBeGreaterThan(2);
  });

  it('come out in a season of the calendar, each company on its own day, and are known no earlier', () => {
    for (const { issuer, quarters } of openings) {
      expect(quarters).toHaveLength(16);
      const newest = quarters.at(-1)!.quarter;
      expect(newest).toBe(newestResults(issuer.code, BEFORE));
      const day = resultsDay(issuer.code, newest);
      expect(day < BEFORE && resultsDay(issuer.code, nextQuarterEnd(newest)) >= BEFORE).toBe(true);
      expect(newestResults(issuer.code, day)).not.toBe(newest);
    }
  });

  it('surprise upwards exactly where chance does, and expect nothing that only the next seed knows', () => {
    const { quarters } = openings[0]!;
    const [good, bad] = [900, -900].map((surprise) =>
      makeNextQuarter(quarters.at(-1)!, { surprise, chance: 5 }, { dividends: 0 }),
    );
    expect(good!.expected).toEqual(bad!.expected);
    expect(good!.profitAndLoss.profit).toBeGreaterThan(good!.expected.profit);
    expect(bad!.profitAndLoss.profit).toBeLessThan(bad!.expected.profit);
    expect(good!.outlook.marginPpm).toBeGreaterThan(bad!.outlook.marginPpm);
  });
});

describe('a quarter worked by hand', () => {
  /** Revenue 1,000, margin 10 %, no growth, no chance: each line below was calculated on paper. */
  const before: Quarter = {
    ...NOTHING_YET,
    quarter: '2026-06-30',
    balance: {
      shareCapital: 100,
      reserves: 1_900,
      borrowings: 500,
      otherLiabilities: 300,
      fixedAssets: 1_200,
      investments: 400,
      cash: 400,
      otherAssets: 800,
    },
    holders: { promoter: 5_000, institutions: 2_500, public: 2_500, pledged: 0 },
    outlook: {
      revenue: 1_000,
      marginPpm: 100_000,
      usualMarginPpm: 100_000,
      growthPpm: 0,
      deviationPpm: 50_000,
      season: [1_000, 1_000, 1_000, 1_000],
      isLender: false,
    },
  };

  it('is what the rates make of it', () => {
    const { profitAndLoss, balance, cashFlow } = makeNextQuarter(
      before,
      { surprise: 1_000, chance: 0 },
      { dividends: 40 },
    );
    // Profit 100 + 5; tax 25.17 of 74.83; depreciation 2.5 % of 1,200; 2 % of 500 owed; 1.5 % of 800 in cash
    // and investments.
    expect(profitAndLoss).toMatchObject({
      otherIncome: 12,
      depreciation: 30,
      financeCost: 10,
      tax: 35,
      profit: 105,
      ebitda: 180,
    });
    // 105 + 30 came in, 30 was spent, 40 paid out: of 465 there are 132 too many: 44 pay debt, 44 are invested.
    expect(cashFlow).toEqual({ operating: 135, investing: -74, financing: -84, change: -23 });
    expect(balance).toEqual({
      shareCapital: 100,
      reserves: 1_965,
      borrowings: 456,
      otherLiabilities: 300,
      fixedAssets: 1_200,
      investments: 444,
      cash: 377,
      otherAssets: 800,
    });
  });

  it('names what a rights issue, a buyback, a bonus and a demerger move', () => {
    const draw = { surprise: 0, chance: 0 };
    const plain = makeNextQuarter(before, draw, { dividends: 0 });
    const capitalAfter = (flows: Partial<HolderFlows>) => {
      const { balance, notes } = makeNextQuarter(before, draw, { dividends: 0, ...flows });
      const { rights, buyback, bonus, demerger } = notes;
      return [balance.shareCapital, netWorth({ balance }) - netWorth(plain), [rights, buyback, bonus, demerger]];
    };
    expect(capitalAfter({ rights: { amount: 300, newSharesPpm: 200_000 } })).toEqual([120, 300, [300, 0, 0, 0]]);
    expect(capitalAfter({ buyback: { amount: 90, sharesPpm: 50_000 } })).toEqual([95, -90, [0, 90, 0, 0]]);
    expect(capitalAfter({ bonusPpm: 1_000_000 })).toEqual([200, 0, [0, 0, 100, 0]]);
    // A quarter of 2,100: 100 of capital, 1,900 and a profit of 100 in reserves.
    const parted = { demerger: { worthPpm: 250_000, profitPpm: 300_000 } };
    expect(capitalAfter(parted)).toEqual([100, -525, [0, 0, 0, 525]]);
    const { revenue } = plain.outlook;
    expect(makeNextQuarter(before, draw, { dividends: 0, ...parted }).outlook.revenue).toBe(
      revenue - Math.round(revenue * 0.3),
    );
  });
});
