import { finishedDay, marketStatus, planOf, type PreviousClose, TradingDay, OWN_NUMBERS } from '@khara/market-day';
import { describe, expect, it } from 'vitest';
import { freeFloatValue, indexLevel } from '@khara/universe';
import { exPrice, factorOf, type ActionTerms } from '#modules/market/index.ts';
import { readUniverse } from '@khara/universe/node';
import { DayMargins } from './margins.ts';
import { QuotePublisher } from './quote-publisher.ts';
import { viewOf } from './view.ts';

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
    plan: planOf('compressed', 60),
    seed: new Uint8Array(32).fill(1),
    shareFactors: new Map(actions.map(([code, terms]) => [code, factorOf(terms)])),
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
    const dates = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'];
    for (const [marketDay, marketDate] of dates.entries()) {
      const plan = planOf('compressed', 60);
      const seed = new Uint8Array(32).fill(marketDay + 1);
      const participants = undefined;
      const day = new TradingDay(
        { marketDay, marketDate, names: OWN_NUMBERS, firstStep: 0, before, participants, plan, seed },
        universe,
      );
      if (shown) expect(levelsOf(day), marketDate).toEqual(shown);
      const view = viewOf({ margins: () => new DayMargins([]), day: () => day, now: () => marketStatus(day, 0) });
      const publisher = new QuotePublisher(view);
      const published = new Map<string, number>();
      publisher.onQuotes((codes) => {
        for (const code of codes) published.set(code, view.quote(code)!.lastPrice);
      });
      while (!day.isOver) {
        day.advance(0);
        publisher.publishQuotes(day);
      }
      shown = new Map(day.universe.indices.map(({ code }) => [code, view.quote(code)!.lastPrice]));
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
