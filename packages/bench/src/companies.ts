import { drawResults } from '@khara/exchange';
import {
  createHistory,
  expectedOf,
  findBusiness,
  historyDays,
  publishedAccounts,
  ratiosAt,
  type History,
  type Quarter,
  type Ratios,
} from '@khara/history';
import { daySeed, historySeed, placeInScreens } from '@khara/market-day';
import {
  countUnknown,
  nextQuarterEnd,
  passesScreen,
  quarterOfYear,
  readScreen,
  resultsDay,
  type Day,
  type ScreenedFigures,
} from '@khara/rules';
import { isCompany, type Issuer, type Universe } from '@khara/universe';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { BenchError } from './bench-error.ts';
import type { Episode } from './episode.ts';
import type { MarketDays } from './market-days.ts';
import type { Company, CompanyQuarter, CompanyRatios, Screened, ScreenedShare } from './types.ts';

/**
 * What the companies of an episode have published by its market date, as a server whose market has its seed would say
 * it: of their actions there are none here, so that dividends are those of the years before.
 */
export class Companies {
  readonly #episode: Episode;
  readonly #days: MarketDays;
  /** Companies of the episode, in the order of their codes. */
  readonly #issuers: readonly Issuer[];
  #history: Pick<History, 'accounts'> | undefined;
  #known = new Map<string, readonly Quarter[]>();
  #knownOn: Day | undefined;

  constructor(episode: Episode, universe: Universe, days: MarketDays) {
    this.#episode = episode;
    this.#days = days;
    const chosen = new Set(episode.codes);
    this.#issuers = universe.issuers
      .filter((issuer) => chosen.has(issuer.code) && isCompany(issuer))
      .toSorted((a, b) => (a.code < b.code ? -1 : 1));
  }

  /** Throws for what is no company of the episode. */
  company(code: unknown): Company {
    const issuer = this.#issuers.find((one) => one.code === code);
    if (!issuer) throw new BenchError('unknown_code', `${JSON.stringify(code)} is no company that trades in it.`);
    const quarters = this.#quarters(issuer);
    const last = quarters.at(-1)!;
    const quarter = nextQuarterEnd(last.quarter);
    return {
      business: findBusiness(issuer),
      quarters: quarters.map((one) => presentQuarter(issuer.code, one)),
      ratios: presentRatios(this.#ratios(issuer)),
      next: {
        quarter,
        on: resultsDay(issuer.code, quarter),
        expected: expectedOf(last.outlook, quarterOfYear(quarter)).profit,
      },
    };
  }

  /** Companies that meet conditions, written as the app's screener has them: "pe=5-20&debt=-0.5". */
  screen(conditions: unknown = ''): Screened {
    if (typeof conditions !== 'string') throw new BenchError('conditions_invalid', 'Conditions are a text.');
    const { screen, wrong } = readScreen(conditions);
    if (wrong.length > 0) throw new BenchError('conditions_invalid', `This is no condition: ${wrong.join(', ')}.`);
    const shares = this.#issuers.map((issuer) => this.#screened(issuer));
    return {
      list: shares.filter(({ figures }) => passesScreen(screen, figures)).map(({ share }) => share),
      total: shares.length,
      unknown: countUnknown(
        screen,
        shares.map(({ figures }) => figures),
      ),
    };
  }

  #screened(issuer: Issuer): { readonly share: ScreenedShare; readonly figures: ScreenedFigures } {
    const ratios = this.#ratios(issuer);
    const { pe, pb, yearGrowth, returnOnEquity, debtToEquity, dividendYield, payout, marketValue } =
      presentRatios(ratios);
    const price = this.#price(issuer);
    const place = placeInScreens(issuer, this.#days.day.inputs.marketDate);
    const { code, sectorKey: sector } = issuer;
    return {
      share: {
        code,
        sector,
        price,
        pe,
        pb,
        marketValue,
        yearGrowth,
        returnOnEquity,
        debtToEquity,
        dividendYield,
        payout,
        ...place,
      },
      figures: {
        pe: pe ?? undefined,
        pb: pb ?? undefined,
        size: marketValue,
        growth: yearGrowth ?? undefined,
        roe: returnOnEquity ?? undefined,
        debt: debtToEquity ?? undefined,
        yield: dividendYield,
        payout: payout ?? undefined,
        price,
        ...place,
        sector,
      },
    };
  }

  #price({ code }: Issuer): number {
    const { day } = this.#days;
    return day.tape.lastPrice(day.shareNumber(code)!);
  }

  #ratios(issuer: Issuer): Ratios {
    return ratiosAt(this.#quarters(issuer), this.#price(issuer), issuer.sharesOutstanding);
  }

  #quarters(issuer: Issuer): readonly Quarter[] {
    const { marketDate } = this.#days.day.inputs;
    if (this.#knownOn !== marketDate) {
      this.#known = new Map();
      this.#knownOn = marketDate;
    }
    const made = this.#known.get(issuer.code) ?? this.#publish(issuer, marketDate);
    this.#known.set(issuer.code, made);
    return made;
  }

  #publish(issuer: Issuer, marketDate: Day): readonly Quarter[] {
    const { seed, start } = this.#episode;
    const secret = utf8ToBytes(seed);
    this.#history ??= createHistory({
      seed: historySeed(secret, start),
      days: historyDays(start),
      issuers: [],
      indices: [],
    });
    return publishedAccounts(issuer.code, this.#history.accounts(issuer), {
      marketDate,
      drawOn: (on) => {
        const marketDay = this.#days.numberOf(on);
        return marketDay === undefined
          ? undefined
          : drawResults(daySeed(secret, marketDay, on), marketDay, issuer.code);
      },
      flowsIn: () => ({ dividends: 0 }),
    });
  }
}

/** What is published of a quarter: its outlook is not. */
function presentQuarter(code: string, of: Quarter): CompanyQuarter {
  const { quarter, profitAndLoss, balance, cashFlow, holders, dividends, expected } = of;
  const publishedOn = resultsDay(code, quarter);
  return { quarter, publishedOn, profitAndLoss, balance, cashFlow, holders, dividends, expected };
}

const orNull = (of: number | undefined): number | null => of ?? null;

const presentRatios = (ratios: Ratios): CompanyRatios => ({
  pe: orNull(ratios.peHundredths),
  isLoss: ratios.isLoss,
  pb: orNull(ratios.pbHundredths),
  returnOnEquity: orNull(ratios.roeBps),
  debtToEquity: orNull(ratios.debtToEquityHundredths),
  margin: ratios.marginBps,
  quarterGrowth: orNull(ratios.quarterGrowthBps),
  yearGrowth: orNull(ratios.yearGrowthBps),
  dividendYield: ratios.dividendYieldBps,
  payout: orNull(ratios.payoutBps),
  marketValue: ratios.marketValue,
  eps: ratios.eps,
});
