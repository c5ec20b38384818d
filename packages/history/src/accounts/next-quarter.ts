import { nextQuarterEnd, quarterOfYear } from '@khara/rules';
import { expectedOf, type HolderFlows, type Outlook, type Quarter } from './quarter.ts';

/** What chance has in store for a quarter: see `drawResults` of packages/exchange, and `pastResults`. */
export type QuarterDraw = { readonly surprise: number; readonly chance: number };

/** Of profit before tax: 22 %, a surcharge of 10 % of that and a cess of 4 % (section 115BAA of the Income-tax Act). */
const TAX_BPS = 2_517;
/** Rates of a quarter, parts per million of what they are on. */
const RATES = { depreciation: 25_000, debt: 20_000, deposits: 13_500, otherIncome: 15_000 } as const;
/** Usual deviation of a quarter's revenue from what was expected, parts per million of it. */
const REVENUE_DEVIATION = 15_000;
/** Parts of a surprise that last, and of the way to the usual margin in a quarter: one in each of these. */
const [LASTING, RETURNING] = [4, 24];
/** Cash that a company wants, in parts of a quarter's revenue: one in this number. */
const CASH_PART = 3;

/**
 * The quarter after one: what chance makes of what was expected, and what follows from it line by line. Profit less
 * dividends goes to reserves, assets and liabilities grow with the business, and what cash there is too much goes into
 * debt and investments; what there is too little comes from there. `flows` are those whose ex-date was in the
 * quarter.
 */
export function makeNextQuarter(before: Quarter, draw: QuarterDraw, flows: HolderFlows): Quarter {
  const { balance: was, outlook } = before;
  const { dividends } = flows;
  const quarter = nextQuarterEnd(before.quarter);
  const expected = expectedOf(outlook, quarterOfYear(quarter));
  const profit = expected.profit + Math.round((deviation(expected, outlook) * draw.surprise) / 1_000);
  const busy = draw.surprise / 2 + pick(draw, 1, 2_401) - 1_200; // thousandths of a deviation
  const revenue = Math.round(expected.revenue * (1 + (REVENUE_DEVIATION * busy) / 1e9));

  const depreciation = part(was.fixedAssets, RATES.depreciation);
  const financeCost = part(was.borrowings, outlook.isLender ? RATES.deposits : RATES.debt);
  const otherIncome = part(was.investments + was.cash, RATES.otherIncome);
  const tax = profit > 0 ? Math.round((profit * TAX_BPS) / (10_000 - TAX_BPS)) : 0;
  const ebitda = profit + tax + financeCost + depreciation;
  const profitAndLoss = {
    revenue,
    otherIncome,
    expenses: revenue + otherIncome - ebitda,
    ebitda,
    depreciation,
    financeCost,
    tax,
    profit,
  };

  const [owed, lent] = [part(was.otherLiabilities, outlook.growthPpm), part(was.otherAssets, outlook.growthPpm)];
  const spent = Math.max(0, depreciation + part(was.fixedAssets, outlook.growthPpm));
  const operating = profit + depreciation + owed - lent;
  const given = (flows.rights?.amount ?? 0) - (flows.buyback?.amount ?? 0) - dividends;
  const { repaid, invested } = placeCash(before, was.cash + operating - spent + given);
  const cashFlow = { operating, investing: -spent - invested, financing: given - repaid };
  const change = cashFlow.operating + cashFlow.investing + cashFlow.financing;
  const { balance, notes } = withFlows(
    {
      shareCapital: was.shareCapital,
      reserves: was.reserves + profit - dividends,
      borrowings: was.borrowings - repaid,
      otherLiabilities: was.otherLiabilities + owed,
      fixedAssets: was.fixedAssets + spent - depreciation,
      investments: was.investments + invested,
      cash: was.cash + change,
      otherAssets: was.otherAssets + lent,
    },
    flows,
  );
  return {
    quarter,
    profitAndLoss,
    balance,
    cashFlow: { ...cashFlow, change },
    holders: moveHolders(before.holders, draw),
    dividends,
    notes,
    expected,
    outlook: withoutPart(moveOutlook(outlook, { expected, profit, busy }), flows),
  };
}

/** What rights issues, buybacks, bonuses and demergers make of a balance whose cash has them already. */
function withFlows(
  balance: Quarter['balance'],
  { rights, buyback, bonusPpm = 0, demerger }: HolderFlows,
): Pick<Quarter, 'balance' | 'notes'> {
  const [paidIn, paidOut] = [rights?.amount ?? 0, buyback?.amount ?? 0];
  const issued = part(balance.shareCapital, rights?.newSharesPpm ?? 0);
  const bought = part(balance.shareCapital, buyback?.sharesPpm ?? 0);
  const shareCapital = balance.shareCapital + issued - bought;
  const reserves = balance.reserves + paidIn - issued - (paidOut - bought);
  const bonus = Math.max(0, Math.min(reserves, part(shareCapital, bonusPpm)));
  const { fixedAssets, investments, otherAssets } = balance;
  const assets = fixedAssets + investments + otherAssets;
  // It takes of each kind of assets the same part, and of what is owed nothing.
  const parted = Math.min(assets, part(Math.max(0, shareCapital + reserves), demerger?.worthPpm ?? 0));
  const [ofFixed, ofInvestments] = [fixedAssets, investments].map((of) => Math.floor((of * parted) / assets)) as [
    number,
    number,
  ];
  return {
    balance: {
      ...balance,
      shareCapital: shareCapital + bonus,
      reserves: reserves - bonus - parted,
      fixedAssets: fixedAssets - ofFixed,
      investments: investments - ofInvestments,
      otherAssets: otherAssets - (parted - ofFixed - ofInvestments),
    },
    notes: { rights: paidIn, buyback: paidOut, bonus, demerger: parted },
  };
}

/** After a demerger the rest of the company earns less, with the same margin. */
const withoutPart = (outlook: Outlook, { demerger }: HolderFlows): Outlook =>
  demerger
    ? { ...outlook, revenue: Math.max(1, outlook.revenue - part(outlook.revenue, demerger.profitPpm)) }
    : outlook;

/** Usual deviation of the profit, lakhs: of the profit itself, or of 1 % of revenue where that is more. */
const deviation = ({ revenue, profit }: Quarter['expected'], { deviationPpm }: Outlook): number =>
  (Math.max(Math.abs(profit), revenue / 100) * deviationPpm) / 1e6;

function moveOutlook(
  outlook: Outlook,
  {
    expected,
    profit,
    busy,
  }: { readonly expected: Quarter['expected']; readonly profit: number; readonly busy: number },
): Outlook {
  const { revenue, marginPpm, usualMarginPpm, growthPpm } = outlook;
  const surprise = ((profit - expected.profit) * 1e6) / expected.revenue;
  return {
    ...outlook,
    revenue: Math.max(1, Math.round(revenue * (1 + growthPpm / 1e6) * (1 + (REVENUE_DEVIATION * busy) / 2e9))),
    marginPpm: Math.round(marginPpm + surprise / LASTING + (usualMarginPpm - marginPpm) / RETURNING),
  };
}

/** What of the cash is paid back and invested; below zero it is borrowed and sold. */
function placeCash(
  { balance, outlook }: Quarter,
  cash: number,
): { readonly repaid: number; readonly invested: number } {
  const excess = cash - Math.round(outlook.revenue / CASH_PART);
  if (excess >= 0) {
    const repaid = outlook.isLender ? 0 : Math.min(balance.borrowings, Math.floor(excess / 3));
    return { repaid, invested: Math.floor((excess - repaid) / 2) };
  }
  const sold = Math.min(balance.investments, -excess);
  return { repaid: excess + sold, invested: -sold };
}

/** Institutions and the public change places by up to half a percent of all shares; pledges move a little. */
function moveHolders(holders: Quarter['holders'], draw: QuarterDraw): Quarter['holders'] {
  const { promoter, institutions, pledged } = holders;
  const free = 10_000 - promoter;
  const moved = institutions + Math.round(((pick(draw, 2, 101) - 50) * free) / 10_000);
  const kept = Math.min(Math.max(moved, Math.round(free / 10)), Math.round((free * 9) / 10));
  const more = pledged === 0 ? 0 : pick(draw, 3, 401) - 200;
  return {
    promoter,
    institutions: kept,
    public: free - kept,
    pledged: Math.min(9_000, Math.max(pledged === 0 ? 0 : 100, pledged + more)),
  };
}

const part = (amount: number, ppm: number): number => Math.round((amount * ppm) / 1e6);

/** 0 to `count` - 1, another for each use of a draw's chance. */
export function pick({ chance }: Pick<QuarterDraw, 'chance'>, use: number, count: number): number {
  let mixed = Math.imul(chance ^ Math.imul(use, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return Math.floor((((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32) * count);
}
