import { freeFloatValue, type Universe } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import { describe, expect, it } from 'vitest';
import { AUCTIONED, issuerNamed, PLAIN, QuietDay } from '../test/quiet-day.ts';
import { genesis, StepTrades } from './hash-chain.ts';
import { unpackTrades } from './packed-trades.ts';

const PRICE = 132_540;
const opened = () => new QuietDay().until('continuous');

describe('the events of a day', () => {
  it('are numbered from 1 without a gap, with the step that they happened in, also after a snapshot', () => {
    const quiet = opened();
    quiet.trade(AUCTIONED, PRICE, 10);
    const first = quiet.events();
    expect(first.map(({ eventNo }) => eventNo)).toEqual([1, 2, 3, 4]);
    expect(new Set(first.map(({ step }) => step))).toEqual(new Set([quiet.day.step]));
    const again = new QuietDay({}, undefined, quiet.day.snapshot());
    for (const one of [quiet, again]) {
      one.at(11, 0);
      one.trade(PLAIN, 15_460, 10);
      expect(one.events().map(({ eventNo, step }) => [eventNo, step])).toEqual(
        [5, 6, 7, 8].map((eventNo) => [eventNo, one.day.step]),
      );
    }
  });

  it('wait to be settled until they are taken, once', () => {
    const quiet = opened();
    quiet.events();
    expect(quiet.day.hasUnsettled).toBe(false);
    quiet.place(1, {});
    expect(quiet.day.hasUnsettled).toBe(true);
    expect(quiet.day.take()).toMatchObject({ applied: [{ seq: 1, index: 0 }], events: [{ kind: 'opened' }] });
    expect(quiet.day.hasUnsettled).toBe(false);
    expect(quiet.day.take()).toEqual({ applied: [], events: [] });
  });

  it('wait also when a command made none, and when they came with no command', () => {
    const quiet = opened();
    quiet.place(1, {});
    quiet.events();
    quiet.give({ kind: 'news', articleId: 'N', code: AUCTIONED, about: 'order_won', bps: 10 });
    expect(quiet.day.hasUnsettled).toBe(true);
    expect(quiet.day.take()).toMatchObject({ applied: [{ seq: 2 }], events: [] });
    quiet.toTheEnd();
    expect(quiet.day.hasUnsettled).toBe(true);
    expect(quiet.day.take()).toMatchObject({ applied: [], events: [{ kind: 'expired', orderId: 1 }] });
  });
});

describe('the trades of a day', () => {
  it('stand in their chain, step by step, so that an auditor makes the same hash of the same trades', () => {
    const quiet = opened();
    const steps = [quiet.day.step];
    quiet.trade(AUCTIONED, PRICE, 10);
    quiet.trade(PLAIN, 15_460, 7);
    quiet.day.skipTo(quiet.day.step + 3, 0);
    steps.push(quiet.day.step);
    quiet.trade(AUCTIONED, PRICE + 10, 1);
    quiet.day.skipTo(quiet.day.step + 1, 0);

    const chain = new StepTrades();
    chain.add(1, 0, PRICE, 10, steps[0]!);
    chain.add(2, 1, 15_460, 7, steps[0]!);
    const after = chain.extend(genesis('trades'));
    chain.add(3, 0, PRICE + 10, 1, steps[1]!);
    expect(quiet.day.hashes.trades).toBe(chain.extend(after));
    expect(quiet.day.tradeCount).toBe(3);
  });

  it('are kept to be stored, as they were made, until they are taken', () => {
    const quiet = opened();
    quiet.trade(AUCTIONED, PRICE, 10);
    quiet.trade(PLAIN, 15_460, 7);
    const { step } = quiet.day;
    expect([...unpackTrades(quiet.day.trades.take()!.packed)]).toEqual([
      { tradeNo: 1, share: 0, price: PRICE, quantity: 10, step },
      { tradeNo: 2, share: 1, price: 15_460, quantity: 7, step },
    ]);
    expect(quiet.day.trades.take()).toBeUndefined();
  });

  it('are shown with the price, the minute and the real time they were made at', () => {
    const quiet = opened().at(11, 30);
    const { day } = quiet;
    expect(day.tape.tradedAt(0)).toBeUndefined();
    quiet.trade(AUCTIONED, PRICE + 10, 10);
    expect(day.tape.lastPrice(0)).toBe(PRICE + 10);
    const { first, candles } = day.tape.minutes(0, day.minute)!;
    expect([first + candles.length - 1, candles.volume.at(-1)]).toEqual([day.minute, 10]);
    expect(day.tape.tradedAt(0)).toBe(1_000 * day.step);
  });
});

describe('the indices that a day moves', () => {
  const plain = issuerNamed(PLAIN);
  const all = readUniverse();
  const [one, other] = all.indices;
  const basePaise = freeFloatValue(plain, plain.referencePricePaise) / 10_000n;
  const universe: Universe = {
    issuers: [issuerNamed(AUCTIONED), plain],
    indices: [
      { ...one!, constituents: [AUCTIONED] },
      { ...other!, constituents: [PLAIN], basePaise },
    ],
    offerings: [],
  };

  it('are those of the shares that were traded, each named once', () => {
    const quiet = new QuietDay({}, universe).until('continuous');
    quiet.day.takeMovedIndices();
    expect(quiet.day.takeMovedIndices()).toEqual([]);
    quiet.trade(PLAIN, 15_460, 10);
    quiet.trade(PLAIN, 15_461, 10);
    expect(quiet.day.takeMovedIndices()).toEqual([1]);
    expect(quiet.day.takeMovedIndices()).toEqual([]);
  });
});
