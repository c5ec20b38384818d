import { describe, expect, it } from 'vitest';
import type { Universe } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import type { NewsCommand, OfferCommand } from './commands.ts';
import { planDay } from './market-clock.ts';
import { commandOfLine, toOrderLine, OWN_NUMBERS } from './order-log.ts';
import { TradingDay } from './trading-day.ts';

const all = readUniverse();
const universe: Universe = {
  issuers: ['AAMRAI', 'ACHALGARH', 'ALANKRITI'].map((code) => all.issuers.find((issuer) => issuer.code === code)!),
  indices: [],
  offerings: [],
};
const dayOf = (seed: number) =>
  new TradingDay(
    {
      marketDay: 1,
      marketDate: '2026-11-23',
      names: OWN_NUMBERS,
      firstStep: 0,
      before: new Map(),
      participants: undefined,
      plan: planDay('compressed', 900),
      seed: new Uint8Array(32).fill(seed),
    },
    universe,
  );

/** A day with news large enough to stand out from the share's usual moves. */
function dayWithNews() {
  for (let seed = 0; seed < 256; seed += 1) {
    const [news] = dayOf(seed).news;
    if (news && Math.abs(news.bps) >= 150) return { seed, news };
  }
  throw new Error('no seed has such news');
}

describe('news of a company', () => {
  it('moves no price by itself; the participants’ orders do, and without it they do not', () => {
    const { seed, news } = dayWithNews();
    const [heard, quiet] = [dayOf(seed), dayOf(seed)];
    for (const day of [heard, quiet]) while (day.step < news.step) day.advance(0);
    const { instrument, about, bps } = news;
    const code = universe.issuers[instrument]!.code;
    const before = heard.market.quote(instrument);
    const [books, trades] = [JSON.stringify(heard.market.depth(instrument, 5)), heard.tradeCount];
    const command: NewsCommand = { seq: 1, kind: 'news', articleId: 'news-1', code, about, bps };
    heard.apply(command, 0);
    expect(heard.market.quote(instrument)).toEqual(before);
    expect(JSON.stringify(heard.market.depth(instrument, 5))).toBe(books);
    expect(heard.tradeCount).toBe(trades);
    expect(heard.take()).toMatchObject({ applied: [{ seq: 1, step: news.step, index: 0 }], events: [] });

    for (const day of [heard, quiet]) for (let step = 0; step < 40; step += 1) day.advance(0);
    const [after, control] = [heard, quiet].map((day) => day.market.quote(instrument));
    expect(after!.trades).toBeGreaterThan(before.trades);
    const moved = ((after!.last - control!.last) * 10_000) / before.last;
    expect(moved / bps).toBeGreaterThan(0.6);
    expect(moved / bps).toBeLessThan(1.4);
    expect(heard.hashes.commands).not.toBe(quiet.hashes.commands);
    // Shares of other sectors never heard of it.
    const sectorOf = (share: number) => universe.issuers[share]!.sectorKey;
    const others = [...universe.issuers.keys()].filter((other) => sectorOf(other) !== sectorOf(instrument));
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) expect(heard.market.quote(other)).toEqual(quiet.market.quote(other));
  });
});

describe('an offer of listed shares', () => {
  it('draws the value in the morning, so that the share opens near its price, and stands in the log at its place', () => {
    const [offered, quiet] = [dayOf(7), dayOf(7)];
    const morning = offered.phases.schedule.preopen;
    for (const day of [offered, quiet]) while (day.step < morning) day.advance(0);
    const code = universe.issuers[0]!.code;
    const command: OfferCommand = {
      seq: 1,
      kind: 'offer',
      offeringId: 'OFS-AAMRAI-1',
      about: 'opens',
      code,
      bps: -450,
    };
    offered.apply(command, 0);
    expect(offered.tradeCount).toBe(0);
    for (const day of [offered, quiet]) while (day.phaseFor(false) !== 'continuous') day.advance(0);
    const [opened, control] = [offered, quiet].map((day) => day.market.quote(0));
    const moved = ((opened!.open! - control!.open!) * 10_000) / control!.open!;
    expect(moved).toBeLessThan(-300);
    expect(moved).toBeGreaterThan(-600);
    const line = toOrderLine(command, morning, 0, OWN_NUMBERS);
    expect(commandOfLine(line, 1, () => 0)).toEqual({ step: morning, index: 0, command });
    expect(offered.hashes.commands).not.toBe(quiet.hashes.commands);
  });
});
