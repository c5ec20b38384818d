import { lastQuarterEnd, MARKET, newestResults, quarterOfYear, type Day } from '@khara/rules';
import type { Issuer, SectorKey } from '@khara/universe';
import { Stream } from '../random.ts';
import { pastResults } from '../share-days.ts';
import { makeNextQuarter, pick } from './next-quarter.ts';
import { LAKH, NOTHING_YET, yearlyProfit, type Outlook, type Quarter } from './quarter.ts';

/** Quarters that are known of a company when its accounts begin: four years. */
const OPENING_QUARTERS = 16;
/** Market days of a quarter, and the days that a year's deviation is divided by the root of for a day's. */
const QUARTER_DAYS = 63;
const ROOT_OF_DAYS = 15.81;
/** The usual deviation of a quarter's profit, in usual daily deviations of the price. */
const DEVIATION_DAYS = 3;

/** Profit of 100 rupees of revenue and of shareholders' money a year, debt to that money in percent, and seasons. */
type SectorShape = readonly [margin: number, roe: number, debt: number, season: readonly number[]];
const EVEN = [980, 990, 1_010, 1_020] as const;
const OTHER: SectorShape = [9, 15, 45, EVEN];
const SHAPES: Partial<Record<SectorKey, SectorShape>> = {
  fmcg: [14, 32, 10, [1_000, 990, 1_030, 980]],
  it: [18, 27, 8, [970, 990, 1_010, 1_030]],
  healthcare: [14, 18, 25, EVEN],
  auto: [8, 18, 30, [940, 1_000, 1_040, 1_020]],
  power: [14, 13, 140, [1_060, 1_000, 940, 1_000]],
  oil_gas: [7, 14, 45, EVEN],
  metals_mining: [10, 15, 60, EVEN],
  construction: [6, 13, 80, [920, 900, 990, 1_190]],
  construction_materials: [9, 13, 40, [1_050, 880, 990, 1_080]],
  consumer_durables: [7, 18, 15, [1_040, 960, 1_060, 940]],
  consumer_services: [7, 15, 45, [930, 970, 1_120, 980]],
  capital_goods: [9, 16, 25, [900, 960, 1_000, 1_140]],
  telecom: [10, 14, 130, EVEN],
  realty: [16, 11, 60, [860, 940, 1_000, 1_200]],
};
const LENDER: SectorShape = [20, 15, 600, EVEN];
const INSURER: SectorShape = [7, 15, 5, [900, 980, 970, 1_150]];
const BROKER: SectorShape = [30, 22, 40, EVEN];

/**
 * What the lines of its accounts are called by. Lenders are banks and others whose business is to lend what they owe.
 */
export type Business = 'lender' | 'insurer' | 'other';
export function findBusiness({ sectorKey, notes }: Issuer): Business {
  if (sectorKey !== 'financial_services') return 'other';
  if (/bank|financ|loans|card issuer/i.test(notes.split(';')[0]!)) return 'lender';
  return /insurance(?! marketplace)/i.test(notes) ? 'insurer' : 'other';
}

function shapeOf(issuer: Issuer): SectorShape {
  const business = findBusiness(issuer);
  if (business !== 'other') return business === 'lender' ? LENDER : INSURER;
  return issuer.sectorKey === 'financial_services' ? BROKER : (SHAPES[issuer.sectorKey] ?? OTHER);
}

/**
 * A company's accounts before a day, oldest first: they end with the newest quarter it has published by then, and their
 * last four quarters earn what the universe says of its shares.
 */
export function openingAccounts(seed: Uint8Array, issuer: Issuer, before: Day): readonly Quarter[] {
  const newest = newestResults(issuer.code, before);
  const wanted = Math.round((issuer.epsPaise * issuer.sharesOutstanding) / LAKH);
  const stream = new Stream(seed, 'company', issuer.code);
  const character = { chance: stream.next() >>> 1 };
  const run = (revenue: number): Quarter[] => makeRun(seed, issuer, { newest, revenue, character });
  // Once to see what chance makes of a billion, and once so that the last year earns what it should.
  const trial = run(1e9);
  // However little that is, a company has revenue: one of a test's market may have a thousand shares.
  const made = run(Math.max(1, (1e9 * wanted) / yearlyProfit(trial)));
  return [...made.slice(0, -1), withMore(made.at(-1)!, wanted - yearlyProfit(made))];
}

/** What is lost in rounding four quarters, in the last of them. */
function withMore(last: Quarter, more: number): Quarter {
  const { profitAndLoss, balance, cashFlow } = last;
  return {
    ...last,
    profitAndLoss: {
      ...profitAndLoss,
      expenses: profitAndLoss.expenses - more,
      ebitda: profitAndLoss.ebitda + more,
      profit: profitAndLoss.profit + more,
    },
    balance: { ...balance, reserves: balance.reserves + more, cash: balance.cash + more },
    cashFlow: { ...cashFlow, operating: cashFlow.operating + more, change: cashFlow.change + more },
  };
}

type Character = { readonly chance: number };

function makeRun(
  seed: Uint8Array,
  issuer: Issuer,
  { newest, revenue, character }: { readonly newest: Day; readonly revenue: number; readonly character: Character },
): Quarter[] {
  const quarters: Day[] = [newest];
  while (quarters.length <= OPENING_QUARTERS) quarters.unshift(lastQuarterEnd(quarters[0]!));
  let last = beforeFirst(issuer, { quarter: quarters[0]!, revenue, character });
  const payout = issuer.epsPaise > 0 ? yearlyDividend(issuer) / issuer.epsPaise : 0;
  return quarters.slice(1).map((quarter) => {
    // A year's dividend goes ex after the general meeting.
    const isPaid = quarterOfYear(quarter) === 1;
    const profit = (last.outlook.revenue * last.outlook.marginPpm * 4) / 1e6;
    const dividends = isPaid && profit > 0 ? Math.round(profit * payout) : 0;
    last = makeNextQuarter(last, pastResults(seed, issuer.code, quarter), { dividends });
    return last;
  });
}

const yearlyDividend = ({ referencePricePaise, dividendYieldBps }: Issuer): number =>
  (referencePricePaise * dividendYieldBps) / 10_000;

/** A company a quarter before its accounts begin. */
function beforeFirst(
  issuer: Issuer,
  { quarter, revenue, character }: { readonly quarter: Day; readonly revenue: number; readonly character: Character },
): Quarter {
  const [, roe, debt] = shapeOf(issuer);
  const outlook = firstOutlook(issuer, revenue, character);
  const yearly = outlook.revenue * 4;
  const earns = Math.abs(yearly * outlook.marginPpm) / 1e6;
  const worth = Math.max(Math.round((earns * 100) / (roe * own(character, 2, 60))), Math.round(yearly / 5));
  // No company owes so much that what it costs takes half of its revenue.
  const borrowings = Math.min(
    Math.round((worth * debt * own(character, 3, outlook.isLender ? 80 : 20)) / 100),
    yearly * (outlook.isLender ? 7 : 2),
  );
  const cash = Math.round(outlook.revenue / 3);
  const otherLiabilities = Math.round(yearly / 6);
  const left = worth + borrowings + otherLiabilities - cash;
  const fixedAssets = Math.round(left * (outlook.isLender ? 0.02 : 0.45));
  const otherAssets = Math.round(left * (outlook.isLender ? 0.8 : 0.35));
  const shareCapital = Math.max(1, Math.round(worth / 20));
  const free = issuer.freeFloatBps;
  const institutions = Math.round((free * (25 + pick(character, 4, 46))) / 100);
  return {
    ...NOTHING_YET,
    quarter,
    balance: {
      shareCapital,
      reserves: worth - shareCapital,
      borrowings,
      otherLiabilities,
      fixedAssets,
      investments: left - fixedAssets - otherAssets,
      cash,
      otherAssets,
    },
    holders: {
      promoter: 10_000 - free,
      institutions,
      public: free - institutions,
      pledged: free < 9_000 && pick(character, 5, 6) === 0 ? 500 + pick(character, 6, 3_500) : 0,
    },
    outlook,
  };
}

function firstOutlook(issuer: Issuer, revenue: number, character: Character): Outlook {
  const [margin, , , season] = shapeOf(issuer);
  const isLoss = issuer.epsPaise < 0;
  const usual = Math.round(margin * 10_000 * own(character, 1, 70));
  const earned = (QUARTER_DAYS * MARKET.premiumPpm * issuer.betaHundredths) / 100 - issuer.dividendYieldBps * 25;
  // What the market pays more for grows faster: half a percent a year for ten years of profit more.
  const priced = isLoss ? 0 : Math.round((issuer.referencePricePaise / issuer.epsPaise - 25) * 125);
  const growth = earned + Math.min(6_000, Math.max(-3_000, priced)) + pick(character, 7, 6_001) - 3_000;
  return {
    revenue: Math.round(revenue),
    marginPpm: isLoss ? -usual : usual,
    usualMarginPpm: isLoss ? -usual : usual,
    growthPpm: Math.round(Math.min(35_000, Math.max(3_000, growth))),
    deviationPpm: Math.round((issuer.annualVolatilityBps * 100 * DEVIATION_DAYS) / ROOT_OF_DAYS),
    season,
    isLender: findBusiness(issuer) === 'lender',
  };
}

/** From a percentage of the sector's figure up to as much above it: a company's own. */
const own = (character: Character, use: number, least: number): number =>
  (least + pick(character, use, 2 * (100 - least) + 1)) / 100;
