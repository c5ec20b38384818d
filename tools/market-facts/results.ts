import { createSessionMarket, newsOfDay, type CompanyNews, type FactorState, type MarketSpec } from '@khara/exchange';
import { Factors } from '@khara/exchange/factors';
import {
  makeNextQuarter,
  marketValueAt,
  surpriseOf,
  openingAccounts,
  priceEarnings,
  yearlyProfit,
  type Quarter,
} from '@khara/history';
import { expectedPpm } from '@khara/rules';
import { isCompany, type Issuer, type Universe } from '@khara/universe';
import { indexWeights, showWithError, table } from './growth.ts';
import { endAuctions, instrument, MINUTES, openAuctions, withResults } from './live-days.ts';
import { FIRST_DAY } from './offer-calendar.ts';
import { correlation, mean, ranks, winsorised } from './statistics.ts';

/** Market days from the first of a quarter to the first of the next. */
const QUARTER_DAYS = 63;
/** Steps of a traded day here: of its opening auction, then to the close. What values come to needs fewer. */
const [AUCTION_STEPS, STEPS] = [17, 737];
const VALUE_STEPS = 120;
const SEED = 20_261_120n;
const INDEX = 'KHARA50';

type Result = {
  /** Profit of a share less the expected one, by the larger of that and 0.5 % of the price. */
  readonly surprise: number;
  /** The share's return from the close before to the day's, less the index's. */
  readonly move: number;
};
type LivedQuarter = {
  readonly results: readonly Result[];
  /** By share: what it was worth at the end, by what it was worth at the beginning. */
  readonly growth: readonly number[];
  readonly opening: readonly (readonly Quarter[])[];
};

/**
 * A quarter of market days of all companies by their values, with the index by its weights. With `traded`,
 * companies whose results come out are traded on that day, by participants alone; all others are not.
 */
export function liveQuarter(
  issuers: readonly Issuer[],
  { weights, seed, traded }: { readonly weights: readonly number[]; readonly seed: bigint; readonly traded: boolean },
): LivedQuarter {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setBigUint64(0, seed);
  const opening = issuers.map((issuer) => openingAccounts(bytes, issuer, FIRST_DAY));
  const first = issuers.map(({ referencePricePaise }) => referencePricePaise);
  const results: Result[] = [];
  let before: readonly number[] = first;
  let factorState: FactorState | undefined;
  for (let dayIndex = 0; dayIndex < QUARTER_DAYS; dayIndex++) {
    const steps = traded ? STEPS : VALUE_STEPS;
    const spec = withResults({
      seed,
      dayIndex,
      steps,
      stepMarketMs: Math.round((MINUTES * 60_000) / steps),
      instruments: issuers.map((issuer, share) => instrument(issuer, before[share]!)),
      factorState,
    });
    const news = newsOfDay(spec, traded ? AUCTION_STEPS : 0, steps);
    const day = traded ? tradeResults(spec, news) : moveValues(spec, news);
    ({ factorState } = day);
    const after = issuers.map(
      ({ code }, share) => day.closes.get(share) ?? day.factorState.stocks[code]!.value / 1_000,
    );
    const ofIndex = weights.reduce((sum, weight, share) => sum + weight * (after[share]! / before[share]!), 0);
    for (const { instrument: share, results: draw } of news) {
      if (!draw) continue;
      const { profitAndLoss, expected } = makeNextQuarter(opening[share]!.at(-1)!, draw, { dividends: 0 });
      const marketValue = marketValueAt(before[share]!, issuers[share]!.sharesOutstanding);
      results.push({
        surprise: surpriseOf(profitAndLoss.profit, expected.profit, marketValue),
        move: after[share]! / before[share]! - ofIndex,
      });
    }
    before = after;
  }
  return { results, opening, growth: before.map((value, share) => value / first[share]!) };
}

type LivedDay = { readonly closes: ReadonlyMap<number, number>; readonly factorState: FactorState };

function moveValues(spec: MarketSpec, news: readonly CompanyNews[]): LivedDay {
  const factors = new Factors(spec, [...spec.instruments.keys()]);
  for (let step = 0; step < spec.steps; step++) {
    for (const { instrument: share, bps } of news.filter((one) => one.step === step))
      factors.tell(share, bps, () => undefined);
    factors.advance(step, 1);
  }
  return { closes: new Map(), factorState: factors.carryOver() };
}

function tradeResults(spec: MarketSpec, news: readonly CompanyNews[]): LivedDay {
  const acting = news.flatMap(({ instrument: share, results }) => (results ? [share] : []));
  const market = createSessionMarket({
    ...spec,
    instruments: spec.instruments.map((one, share) => ({ ...one, tradable: acting.includes(share) })),
  });
  openAuctions(market, acting, 'opening');
  for (let step = 0; step < spec.steps; step++, market.events.clear()) {
    if (step === AUCTION_STEPS) endAuctions(market, acting);
    for (const { instrument: share, bps } of news.filter((one) => one.step === step))
      market.apply({ kind: 'shift_reference', instrument: share, bps, about: 'news' });
    market.advance();
  }
  const { closes, factorState } = market.close();
  return { closes: new Map(acting.map((share) => [share, closes[share]!])), factorState };
}

/** What the betas of companies are paid for in a quarter, per cent. */
const premium = (issuers: readonly Issuer[]): number =>
  (mean(issuers.map(({ betaHundredths }) => expectedPpm(betaHundredths * 10))) * QUARTER_DAYS) / 1e4;

/** The fifth of the companies with a profit that cost least for it, and what they came to above the mean of all. */
function buyCheap(issuers: readonly Issuer[], { opening, growth }: LivedQuarter) {
  const priced = issuers.flatMap(({ referencePricePaise, sharesOutstanding }, share) => {
    const value = marketValueAt(referencePricePaise, sharesOutstanding);
    const pe = priceEarnings(value, yearlyProfit(opening[share]!));
    return pe === undefined ? [] : [{ share, pe }];
  });
  const cheap = priced.sort((a, b) => a.pe - b.pe).slice(0, Math.floor(priced.length / 5));
  return {
    above: (mean(cheap.map(({ share }) => growth[share]!)) - mean(growth)) * 100,
    premium: premium(cheap.map(({ share }) => issuers[share]!)) - premium(issuers),
  };
}

/** Quarters that are traded, of those that are lived through: more trading says little more. */
const TRADED = 2;

/** `npm run market-facts -- results`. */
export function printResults({ issuers: all, indices }: Universe, runs: number, first = SEED): void {
  const issuers = all.filter((issuer) => isCompany(issuer) && !issuer.suspended);
  const members = new Set(indices.find(({ code }) => code === INDEX)!.constituents);
  const weights = indexWeights(issuers, ({ code }) => members.has(code));
  const seeds = Array.from({ length: runs }, (_, run) => first + BigInt(run));
  const results = seeds
    .slice(0, TRADED)
    .flatMap((seed) => liveQuarter(issuers, { weights, seed, traded: true }).results);
  const [surprises, moves] = [results.map(({ surprise }) => surprise), results.map(({ move }) => move)];
  const lines = table(`results days of the live market, ${results.length} in ${Math.min(runs, TRADED)} quarters`, [
    ['correlation of surprise and move, of their ranks', correlation(ranks(surprises), ranks(moves)).toFixed(2)],
    ['the same of figures, 5 % at each end cut', correlation(winsorised(surprises), winsorised(moves)).toFixed(2)],
  ]);
  const held = seeds.map((seed) => buyCheap(issuers, liveQuarter(issuers, { weights, seed, traded: false })));
  lines.push(
    '',
    ...table(`the cheapest fifth by P/E, held for a quarter, ${runs} runs`, [
      [
        'above the mean of all companies',
        showWithError(
          held.map(({ above }) => above),
          '%',
        ),
      ],
      ['of it the premium of their betas', `${mean(held.map(({ premium }) => premium)).toFixed(2)} %`],
    ]),
  );
  for (const line of lines) console.log(line);
}
