import { makeIsin } from '@khara/offerings';
import { clock, nextRegularDay, tickFor } from '@khara/rules';
import { readUniverse } from '@khara/universe/node';
import { demergedCompany, onDemergerDay, withDemerged, type Demerger, type Universe } from '@khara/universe';
import { describe, expect, it } from 'vitest';
import type { DayInputs, PreviousClose } from './day-inputs.ts';
import { readClosePrice, finishedDay } from './finished-day.ts';
import { planDay, stepOfTime } from './market-clock.ts';
import { issuerSeries } from './series-of.ts';
import { TradingDay, type DaySnapshot } from './trading-day.ts';
import { OWN_NUMBERS } from './order-log.ts';

const EX_DATE = '2026-11-25';
const NEXT = nextRegularDay(EX_DATE);
const LISTS = nextRegularDay(NEXT);
const all = readUniverse();
const INDEX = all.indices.find(({ code }) => code === 'KHARA50')!;
const PARENT = INDEX.constituents[0]!;
const some = new Set([PARENT, ...INDEX.constituents.slice(1, 4), 'ACHALGARH']);
const issuers = all.issuers.filter(({ code }) => some.has(code));
const indices = [{ ...INDEX, constituents: INDEX.constituents.filter((code) => some.has(code)) }];
const parent = issuers.find(({ code }) => code === PARENT)!;
const DEMERGER: Demerger = {
  exDate: EX_DATE,
  into: 'NEWREAL',
  business: 'realty',
  a: 1,
  b: 2,
  profitBps: 3_000,
  listsOn: LISTS,
};
const plan = planDay('compressed', 300);
const at = (hours: number, minutes: number) => stepOfTime(plan, clock(hours, minutes));
const CLOSE = parent.referencePricePaise;

function universeOn(marketDate: string): Universe {
  const price = Math.floor((CLOSE * 3_000 * 2) / 10_000);
  const isin = makeIsin(DEMERGER.into);
  const tick = Math.min(parent.tickPaise, tickFor(price, EX_DATE));
  const made = demergedCompany(parent, DEMERGER, { marketDate, isin, price, tick, blurb: parent.names });
  const today = marketDate === EX_DATE ? onDemergerDay(parent, DEMERGER) : parent;
  return {
    issuers: [...issuers.map((issuer) => (issuer === parent ? today : issuer)), made],
    indices: withDemerged(indices, [made]),
    offerings: [],
  };
}

const inputsOf = (
  marketDate: string,
  { before, participants }: Pick<DayInputs, 'before' | 'participants'>,
): DayInputs => ({
  marketDay: 3,
  marketDate,
  plan,
  names: OWN_NUMBERS,
  firstStep: 0,
  seed: new Uint8Array(32).fill(4),
  before,
  participants,
});

const references = new Map(
  issuers.map(({ code, referencePricePaise, tickPaise }): [string, PreviousClose] => [
    code,
    { date: '2026-11-24', closePaise: referencePricePaise, tickPaise },
  ]),
);
const values = (parts: Readonly<Record<string, number>>): DayInputs['participants'] => ({
  marketHeat: 1_000,
  sectorHeat: [],
  stocks: Object.fromEntries(
    Object.entries(parts).map(([code, paise]) => [code, { value: paise * 1_000, heat: 1_000 }]),
  ),
});
const exDay = (from?: DaySnapshot) =>
  new TradingDay(
    inputsOf(EX_DATE, {
      before: references,
      participants: values({ [PARENT]: Math.round(CLOSE * 0.7), NEWREAL: Math.round(CLOSE * 0.6) }),
    }),
    universeOn(EX_DATE),
    from,
  );

function playTo(day: TradingDay, step: number): TradingDay {
  while (day.step < step) day.advance(day.step * 250);
  return day;
}
const numbersOf = (day: TradingDay) => ({ old: day.shareNumber(PARENT)!, made: day.shareNumber(DEMERGER.into)! });
/** What the next day begins with. */
const after = (day: TradingDay): ReadonlyMap<string, PreviousClose> =>
  new Map(
    day.spec.instruments.map(({ code, tick }, share) => [
      code,
      { date: day.inputs.marketDate, closePaise: readClosePrice(day, share), tickPaise: tick },
    ]),
  );
const levelOf = (day: TradingDay) => day.tape.lastPrice(day.tape.shares);

describe('the ex-date of a demerger', () => {
  it('finds the price of what is left in a special pre-open, and what it lost is the price of what went over', () => {
    const day = exDay();
    const { old, made } = numbersOf(day);
    const before = levelOf(day);
    playTo(day, at(9, 20));
    expect(day.phaseOfShare(old)).toBe('preopen_entry_2');
    expect(day.isTradable(made)).toBe(false);
    expect(day.tape.lastPrice(made)).toBe(0);
    playTo(day, at(9, 50));
    const { trades, last: found } = day.market.quote(old);
    expect(trades).toBeGreaterThan(0);
    // Simulated participants believe it to be worth 70 % of what it was.
    expect(Math.abs(found / CLOSE - 0.7)).toBeLessThan(0.05);
    expect(day.tape.lastPrice(made)).toBe((CLOSE - found) * 2);
    playTo(day, at(10, 1));
    expect(day.phaseOfShare(old)).toBe('continuous');
    const { lower, upper } = day.market.band(old);
    expect(lower).toBeLessThan(found);
    expect(upper).toBeGreaterThan(found);
    expect(upper).toBeLessThanOrEqual(found * 1.2);
    expect(before).toBe(day.tape.previousClose(day.tape.shares));
  });

  it('moves no index by what went over', () => {
    const day = exDay();
    const { old, made } = numbersOf(day);
    const weighed = () => {
      const prices = day.spec.instruments.map((_, share) => day.tape.lastPrice(share));
      return day.tape.levelsAt(prices)[0]!;
    };
    playTo(day, at(9, 30));
    const prices = day.spec.instruments.map((_, share) => day.tape.lastPrice(share));
    playTo(day, at(9, 50));
    const found = [...prices];
    found[old] = day.tape.openPrice(old);
    found[made] = day.tape.lastPrice(made);
    const [apart, together] = [found, prices].map((each) => day.tape.levelsAt(each)[0]!);
    expect(Math.abs(apart! - together!)).toBeLessThanOrEqual(1);
    expect(weighed()).toBe(levelOf(day));
    playTo(day, plan.steps);
    expect(weighed()).toBe(levelOf(day));
  });

  it('is the same day when it goes on from the middle of the special pre-open, and from after it', () => {
    const whole = playTo(exDay(), plan.steps);
    for (const [hours, minutes] of [
      [9, 30],
      [9, 58],
    ] as const) {
      const again = playTo(exDay(playTo(exDay(), at(hours, minutes)).snapshot()), plan.steps);
      expect(again.hashes).toEqual(whole.hashes);
      expect(finishedDay(again)).toEqual(finishedDay(whole));
    }
  });

  it('gives the new share a close that stays until it is listed: then it trades trade-for-trade around it', () => {
    const ended = playTo(exDay(), plan.steps);
    const { made } = numbersOf(ended);
    const constant = readClosePrice(ended, made);
    expect(constant).toBe((CLOSE - ended.tape.openPrice(numbersOf(ended).old)) * 2);
    const next = new TradingDay(
      inputsOf(NEXT, { before: after(ended), participants: ended.closing!.factorState }),
      universeOn(NEXT),
    );
    expect(next.tape.lastPrice(next.tape.shares)).toBe(
      ended.tape.levelsAt(ended.spec.instruments.map((_, share) => readClosePrice(ended, share)))[0],
    );
    playTo(next, plan.steps);
    expect(next.market.quote(made).trades).toBe(0);
    expect(readClosePrice(next, made)).toBe(constant);
    const listing = new TradingDay(
      inputsOf(LISTS, { before: after(next), participants: next.closing!.factorState }),
      universeOn(LISTS),
    );
    playTo(listing, at(9, 20));
    expect(listing.auctionState(made)).toMatchObject({ kind: 'opening', referencePrice: constant });
    playTo(listing, at(10, 1));
    const { trades, last, volume } = listing.market.quote(made);
    expect(trades).toBeGreaterThan(0);
    expect(volume).toBeGreaterThan(0);
    expect(Math.abs(last / constant - 1)).toBeLessThan(0.15);
    const { lower, upper } = listing.market.band(made);
    expect(upper / lower).toBeLessThan(1.11);
    expect(issuerSeries(listing.universe.issuers[made]!, LISTS)).toBe('BE');
    playTo(listing, plan.steps);
    expect(listing.closingPrice(made)?.price).toBeGreaterThan(0);
  });
});
