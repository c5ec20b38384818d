import { finishedDay, marketStatus, planDay, type PreviousClose, TradingDay, OWN_NUMBERS } from '@khara/market-day';
import { describe, expect, it } from 'vitest';
import type { FactorState } from '@khara/exchange';
import { emptyCandles } from '@khara/history';
import { nextRegularDay, SAME_SHARES, type Ratio } from '@khara/rules';
import { freeFloatValue, indexLevel, isCompany } from '@khara/universe';
import { adjustedCandles } from '#modules/market/adjusted-candles.ts';
import { exPrice, exValues, shareFactor, timesRatio, type ActionTerms } from '#modules/market/index.ts';
import { readUniverse } from '@khara/universe/node';
import { DayMargins } from './margins.ts';
import { QuotePublisher } from './quote-publisher.ts';
import { createView } from './view.ts';

const universe = readUniverse();
const closes = new Map(universe.issuers.map(({ code, referencePricePaise }) => [code, referencePricePaise]));
const constituentsOf = (code: string) => universe.indices.find((index) => index.code === code)?.constituents ?? [];
const INDEX = 'KHARA50';
const [HEAVIEST = '', SECOND = ''] = constituentsOf(INDEX);

/** A day that begins on the other side of what these shares do, before anything has traded in it. */
function exDay(actions: readonly (readonly [code: string, terms: ActionTerms])[]): TradingDay {
  const before = new Map(
    universe.issuers.map(({ code, tickPaise, referencePricePaise }): [string, PreviousClose] => [
      code,
      { date: '2026-11-20', closePaise: referencePricePaise, tickPaise },
    ]),
  );
  for (const [code, terms] of actions) {
    const known = before.get(code);
    if (known) before.set(code, { ...known, closePaise: exPrice(known.closePaise, { terms }) });
  }
  const inputs = {
    marketDay: 1,
    marketDate: '2026-11-23',
    names: OWN_NUMBERS,
    firstStep: 0,
    before,
    participants: undefined,
    plan: planDay('compressed', 60),
    seed: new Uint8Array(32).fill(1),
    shareFactors: new Map(actions.map(([code, terms]) => [code, shareFactor(terms)])),
  };
  return new TradingDay(inputs, universe);
}

/** By code, in hundredths of a point. */
const levelsOf = ({ tape, universe: { indices } }: TradingDay) =>
  new Map(indices.map(({ code }, at) => [code, tape.previousClose(tape.shares + at)]));

/** What rounding an ex-price to the tick may do to an index, in parts of ten thousand. */
const ROUNDING = 2;

describe('indices on an ex-date', () => {
  const usual = levelsOf(exDay([]));

  it('are the free-float value of their constituents, by the shares that there are now, over the base', () => {
    const day = exDay([[HEAVIEST, { kind: 'split', oldFace: 10, newFace: 2 }]]);
    const { universe: now, tape } = day;
    const shareOf = new Map(now.issuers.map((issuer, share) => [issuer.code, { issuer, share }]));
    const written = universe.issuers.find(({ code }) => code === HEAVIEST);
    expect(shareOf.get(HEAVIEST)?.issuer.sharesOutstanding).toBe(5 * (written?.sharesOutstanding ?? 0));
    for (const index of now.indices) {
      const whole = index.constituents.reduce((sum, code) => {
        const { issuer, share } = shareOf.get(code)!; // the universe has them all
        return sum + freeFloatValue(issuer, tape.previousClose(share));
      }, 0n);
      expect(levelsOf(day).get(index.code), index.code).toBe(indexLevel(index, whole));
    }
  });

  it.each<[string, ActionTerms]>([
    ['a split', { kind: 'split', oldFace: 10, newFace: 2 }],
    ['a bonus', { kind: 'bonus', a: 1, b: 2 }],
  ])('do not jump at %s', (_what, terms) => {
    const levels = levelsOf(
      exDay([
        [HEAVIEST, terms],
        [SECOND, terms],
      ]),
    );
    for (const [code, level] of levels) {
      const before = usual.get(code) ?? 0;
      expect(Math.abs(level - before) * 10_000, code).toBeLessThanOrEqual(ROUNDING * before);
    }
  });

  it('begin where they were at a dividend: they fall as its share does', () => {
    const close = closes.get(HEAVIEST) ?? 0;
    const levels = levelsOf(
      exDay([[HEAVIEST, { kind: 'dividend', perSharePaise: Math.floor(close / 10), paysOn: '2026-12-30' }]]),
    );
    expect(levels).toEqual(usual);
  });
});

describe('the quote of an index after the close', () => {
  it('is what the next day calls the previous close, and is published', () => {
    let before: ReadonlyMap<string, PreviousClose> = new Map();
    let shown: ReadonlyMap<string, number> | undefined;
    const dates = ['2026-11-23', '2026-11-25', '2026-11-26', '2026-11-27'];
    for (const [marketDay, marketDate] of dates.entries()) {
      const plan = planDay('compressed', 60);
      const seed = new Uint8Array(32).fill(marketDay + 1);
      const participants = undefined;
      const day = new TradingDay(
        { marketDay, marketDate, names: OWN_NUMBERS, firstStep: 0, before, participants, plan, seed },
        universe,
      );
      if (shown) expect(levelsOf(day), marketDate).toEqual(shown);
      const view = createView({ margins: () => new DayMargins([]), day: () => day, now: () => marketStatus(day, 0) });
      const publisher = new QuotePublisher(view);
      const published = new Map<string, number>();
      publisher.onQuotes((codes) => {
        for (const code of codes) published.set(code, view.quote(code)!.lastPrice);
      });
      const quoted = () => new Map(day.universe.indices.map(({ code }) => [code, view.quote(code)!.lastPrice]));
      let known: ReadonlyMap<string, number> | undefined;
      while (!day.isOver) {
        day.advance(0);
        publisher.publishQuotes(day);
        if (day.phaseFor(false) === 'post_close') known ??= quoted();
      }
      shown = quoted();
      expect(known, marketDate).toEqual(shown);
      expect(new Map([...shown.keys()].map((code) => [code, published.get(code)]))).toEqual(shown);
      before = new Map(
        finishedDay(day).map(({ code, closePrice, tick }) => [
          code,
          { date: marketDate, closePaise: closePrice, tickPaise: tick },
        ]),
      );
    }
  });
});

/** A universe of ten shares in one index. */
function smallUniverse() {
  const written = universe.indices.find(({ code }) => code === INDEX)!;
  const issuers = universe.issuers.filter((issuer) => isCompany(issuer) && !issuer.suspended).slice(0, 10);
  const value = issuers.reduce((sum, issuer) => sum + freeFloatValue(issuer, issuer.referencePricePaise), 0n);
  const index = { ...written, constituents: issuers.map(({ code }) => code), basePaise: value / 10_000n };
  return { issuers, indices: [index], offerings: [] };
}

/** What a share does on its ex-date, in turn; cheap ones pay a dividend. */
function termsOn(marketDay: number, close: number): ActionTerms {
  const some: readonly ActionTerms[] = [
    { kind: 'bonus', a: 1, b: 7 },
    { kind: 'rights', a: 2, b: 11, price: Math.round(close * 0.8), shares: 1_000, cumPrice: close },
    { kind: 'bonus', a: 3, b: 10 },
    { kind: 'split', oldFace: 10, newFace: 5 },
  ];
  const dividend: ActionTerms = { kind: 'dividend', perSharePaise: Math.ceil(close / 100), paysOn: '2030-01-01' };
  return close < 100_00 ? dividend : (some[marketDay % 7] ?? dividend);
}

const DAYS = process.env['TESTS'] === 'all' ? 250 : 40;

describe('a close', () => {
  it('is the same figure at night and the next day, of an index and a share, over days with actions', () => {
    const { issuers, indices, offerings } = smallUniverse();
    let before: ReadonlyMap<string, PreviousClose> = new Map();
    let participants: FactorState | undefined;
    const shareFactors = new Map<string, Ratio>();
    const shown = new Map<string, number>();
    let [marketDate, actionDays] = ['2026-11-23', 0];
    for (let marketDay = 0; marketDay < DAYS; marketDay += 1, marketDate = nextRegularDay(marketDate)) {
      const { code } = issuers[marketDay % issuers.length]!;
      const known = before.get(code);
      const action = known && { code, terms: termsOn(marketDay, known.closePaise) };
      if (action) {
        const factor = shareFactor(action.terms);
        shareFactors.set(code, timesRatio(shareFactors.get(code) ?? SAME_SHARES, factor));
        before = new Map([...before, [code, { ...known, closePaise: exPrice(known.closePaise, action) }]]);
        participants &&= exValues(participants, [{ ...action, id: '', exDate: marketDate, announcedOn: '2026-11-01' }]);
        const candle = emptyCandles(1);
        candle.close[0] = shown.get(code)!;
        shown.set(code, adjustedCandles(candle, factor).close[0]!);
        actionDays += Number(factor.numerator !== factor.denominator);
      }
      const plan = planDay('compressed', 60);
      const seed = new Uint8Array(32).fill(marketDay % 256);
      const inputs = { marketDay, marketDate, names: OWN_NUMBERS, firstStep: 0, before, participants, plan, seed };
      const day = new TradingDay({ ...inputs, shareFactors }, { issuers, indices, offerings });
      const view = createView({ margins: () => new DayMargins([]), day: () => day, now: () => marketStatus(day, 0) });
      for (const [of, close] of shown) {
        expect(view.quote(of), `${of} on ${marketDate}`).toMatchObject({ previousClose: close, lastPrice: close });
      }
      while (!day.isOver) day.advance(0);
      const rows = finishedDay(day);
      for (const { code: of, closePrice, openPrice } of rows) if (openPrice) shown.set(of, closePrice);
      expect(view.quote(INDEX)!.lastPrice).toBe(shown.get(INDEX));
      before = new Map(
        rows.map(({ code: of, closePrice: closePaise, tick: tickPaise }) => [
          of,
          { date: marketDate, closePaise, tickPaise },
        ]),
      );
      participants = day.closing!.factorState;
    }
    expect(actionDays).toBeGreaterThan(DAYS / 5);
  });
});
