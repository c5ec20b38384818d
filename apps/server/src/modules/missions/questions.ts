import { createHash } from 'node:crypto';
import type { AskedMissionId } from '@khara/contract';
import { marketValueAt, priceEarnings, ratiosAt, yearlyProfit, type Quarter } from '@khara/history';
import { OPEN, type Progress } from './rules.ts';

/** A company with its accounts, oldest quarter first, four years of them or more. Prices in paise. */
export type CompanyFact = {
  readonly code: string;
  readonly sector: string;
  readonly quarters: readonly Quarter[];
  /** The last close, so that the question stays the same for a market day. */
  readonly close: number;
  readonly shares: number;
};

type Question = { readonly about: CompanyFact; readonly other?: CompanyFact; readonly figure: number };
type Ask = (companies: readonly CompanyFact[]) => Question | undefined;

/** Profits of the newest quarter and of the same one a year before, lakhs. */
function twoProfits({ quarters }: CompanyFact): readonly [now: number, then: number] {
  return [quarters.at(-1)!.profitAndLoss.profit, quarters.at(-5)!.profitAndLoss.profit];
}

const returnOnEquity = ({ quarters, close, shares }: CompanyFact): number | undefined =>
  ratiosAt(quarters, close, shares).roeBps;

const priceOfProfit = ({ quarters, close, shares }: CompanyFact): number | undefined =>
  priceEarnings(marketValueAt(close, shares), yearlyProfit(quarters));

/** Whether half of its sector, or more, costs more for its profit. */
function isCheap(company: CompanyFact, companies: readonly CompanyFact[]): boolean {
  const own = priceOfProfit(company);
  const sector = companies.filter(({ sector }) => sector === company.sector).flatMap((one) => priceOfProfit(one) ?? []);
  return own !== undefined && sector.filter((other) => other > own).length * 2 >= sector.length;
}

/** The first company, in the given order, whose accounts have an answer. Figures in lakhs or basis points, above 0. */
const QUESTIONS: Readonly<Record<AskedMissionId, Ask>> = {
  result: (companies) => {
    for (const about of companies) {
      const { expected, profitAndLoss } = about.quarters.at(-1)!;
      const figure = Math.abs(profitAndLoss.profit - expected.profit);
      if (figure > 0) return { about, figure };
    }
    return undefined;
  },
  compare: (companies) => {
    for (const [at, about] of companies.entries()) {
      const own = returnOnEquity(about);
      if (own === undefined || own <= 0) continue;
      for (const other of companies.slice(at + 1)) {
        const its = other.sector === about.sector ? returnOnEquity(other) : undefined;
        if (its !== undefined && its > 0 && its !== own) return { about, other, figure: Math.abs(own - its) };
      }
    }
    return undefined;
  },
  cheap: (companies) => {
    for (const about of companies) {
      const [now, then] = twoProfits(about);
      if (now < then && isCheap(about, companies)) return { about, figure: then - now };
    }
    return undefined;
  },
};

/**
 * What a member is asked about companies: each member begins at another one, so that they do not share an answer, and
 * stays there for as long as its accounts have one.
 */
export function askOfCompanies(id: AskedMissionId, userId: string, companies: readonly CompanyFact[]): Progress {
  const start = createHash('sha256').update(`${id} ${userId}`).digest().readUInt32BE() % Math.max(1, companies.length);
  const asked = QUESTIONS[id]([...companies.slice(start), ...companies.slice(0, start)]);
  if (!asked) return OPEN;
  const { code } = asked.about;
  return {
    is: 'asked',
    about: { kind: 'company', id: code, code, quantity: 0 },
    other: asked.other?.code,
    figure: BigInt(asked.figure),
  };
}
