import { freeFloatValue, type Universe } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import { describe, expect, it } from 'vitest';
import { AUCTIONED, issuerNamed, PLAIN, QuietDay } from '../test/quiet-day.ts';
import type { JournalledCommand } from './commands.ts';
import { extendWithCommand, genesis } from './hash-chain.ts';
import { toOrderLine, type LogNames } from './order-log.ts';

const opened = () => new QuietDay().until('continuous');
const all = readUniverse();

/** An index of one share, at 10,000 times its price. */
const indexOf = (code: string, constituent: string) => ({
  ...all.indices.find((index) => index.code === code)!,
  constituents: [constituent],
  basePaise: freeFloatValue(issuerNamed(constituent), issuerNamed(constituent).referencePricePaise) / 10_000n,
});
const withIndices = (...indices: readonly ReturnType<typeof indexOf>[]): Universe => ({
  issuers: [PLAIN, AUCTIONED].map(issuerNamed),
  indices,
  offerings: [],
});
const [WATCHED, OTHER] = ['KHARA50', all.indices.find(({ code }) => code !== 'KHARA50')!.code];

/** Members move a share by a percentage of its previous close. */
function move(quiet: QuietDay, code: string, percent: number): void {
  const share = quiet.share(code);
  const { tick, previousClose } = quiet.day.spec.instruments[share]!;
  const price = Math.ceil((previousClose * (100 + percent)) / 100 / tick) * tick;
  const asks = quiet.day.market.depth(share, Infinity).asks.filter((level) => level.price <= price);
  const quantity = asks.reduce((sum, each) => sum + each.quantity, 0) + 1;
  quiet.place(801, { code, side: 'sell', price, quantity: 1 });
  quiet.place(802, { code, price, quantity, bySystem: true });
  expect(quiet.day.market.quote(share).last).toBe(price);
}

describe('the commands of a day', () => {
  it('have places: a step, and their number in it from 0, also when the day goes on from a snapshot', () => {
    const quiet = opened();
    const places = () => quiet.day.take().applied.map(({ step, index }) => [step - quiet.day.step, index]);
    expect(new QuietDay().day.index).toBe(0);
    for (const orderId of [1, 2, 3]) quiet.place(orderId, {});
    expect(places()).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
    ]);
    const again = new QuietDay({}, undefined, quiet.day.snapshot());
    expect([again.day.step, again.day.index]).toEqual([quiet.day.step, 3]);
    quiet.day.skipTo(quiet.day.step + 1, 0);
    quiet.place(4, {});
    expect(places()).toEqual([[0, 0]]);
  });

  it("stand in their chain as lines of the log, under the log's names of accounts and orders", () => {
    const names: LogNames = { account: (key) => `member ${key}`, order: (id) => id + 1_000, trigger: (id) => `t${id}` };
    const quiet = new QuietDay({ names }).until('continuous');
    expect(quiet.day.hashes.commands).toBe(genesis('commands'));
    const { step } = quiet.day;
    quiet.place(1, { accountKey: 77 });
    quiet.give({ kind: 'cancel', orderId: 1 });
    const placed: JournalledCommand = {
      seq: 1,
      kind: 'place',
      orderId: 1,
      accountKey: 77,
      code: AUCTIONED,
      side: 'buy',
      price: 132_540,
      quantity: 10,
      validity: 'day',
      market: false,
    };
    const line = toOrderLine(placed, step, 0, names);
    expect(line.slice(3, 5)).toEqual([1_001, 'member 77']);
    const first = extendWithCommand(genesis('commands'), line);
    const cancelled = toOrderLine({ seq: 2, kind: 'cancel', orderId: 1 }, step, 1, names);
    expect(cancelled).toEqual([step, 1, 'cancel', 1_001]);
    expect(quiet.day.hashes.commands).toBe(extendWithCommand(first, cancelled));
  });
});

describe('the time of a day', () => {
  it('does not go on after its end', () => {
    const { day } = new QuietDay().toTheEnd();
    expect(day.isOver).toBe(true);
    expect(() => day.advance(0)).toThrow('the day is over');
  });

  it('is left out forwards and inside the day only, and what was left out is known', () => {
    const { day } = new QuietDay();
    const { steps } = day.inputs.plan;
    day.skipTo(10, 0);
    day.skipTo(10, 0); // nothing
    expect(() => day.skipTo(9, 0)).toThrow();
    expect(() => day.skipTo(steps + 1, 0)).toThrow();
    day.advance(0);
    day.skipTo(steps, 0);
    expect(day.leftOut).toEqual([
      [0, 10],
      [11, steps],
    ]);
    expect(day.step).toBe(steps);
  });

  it('says one step before that something begins that orders depend on', () => {
    const { day } = new QuietDay();
    const announced: string[] = [];
    for (let phase = day.phaseFor(true); !day.isOver; phase = day.phaseFor(true)) {
      const { changesNext } = day;
      day.advance(0);
      if (day.phaseFor(true) === phase || day.isOver) continue; // no order is left at the end
      announced.push(day.phaseFor(true));
      expect(changesNext, day.phaseFor(true)).toBe(true);
    }
    expect(announced).toContain('cas_match');
    const quiet = opened().at(11, 0);
    expect(quiet.day.changesNext).toBe(false);
  });

  it('lets participants trade the others while a closing auction’s reference is made', () => {
    const quiet = new QuietDay().until('cas_reference');
    const { volume } = quiet.day.market.quote(1);
    while (quiet.day.phaseFor(true) === 'cas_reference') quiet.day.advance(0);
    expect(quiet.day.market.quote(1).volume).toBeGreaterThan(volume);
    expect(quiet.day.market.quote(0).volume).toBe(0);
  });

  it('dates what participants fill by the step that they act in', () => {
    const quiet = opened();
    quiet.place(1, { quantity: 5, price: 132_550 });
    let step = quiet.day.step;
    for (; quiet.day.market.openOrder(1); step = quiet.day.step - 1) quiet.day.advance(0);
    expect(quiet.fills().at(-1)!.step).toBe(step);
  });
});

describe('the breaker of a day', () => {
  it('watches its own index, wherever that stands among the indices', () => {
    const quiet = new QuietDay({}, withIndices(indexOf(OTHER, AUCTIONED), indexOf(WATCHED, PLAIN))).until('continuous');
    const { phaseNo } = quiet.day;
    quiet.trade(PLAIN, 15_460, 1);
    expect([quiet.day.phaseNo, quiet.day.halt]).toEqual([phaseNo, undefined]);
    move(quiet, PLAIN, 10.1);
    expect(quiet.day.halt).toMatchObject({ level: 10, index: WATCHED });
    expect(quiet.day.phaseNo).not.toBe(phaseNo); // quotes are read anew
  });

  it('halts nothing for another index', () => {
    const quiet = new QuietDay({}, withIndices(indexOf(OTHER, PLAIN))).until('continuous');
    move(quiet, PLAIN, 10.1);
    expect(quiet.day.halt).toBeUndefined();
  });

  it('halts nothing once the closing auction has begun, though the others still trade', () => {
    const quiet = new QuietDay({}, withIndices(indexOf(WATCHED, PLAIN))).until('cas_entry_1');
    expect(quiet.day.phaseFor(false)).toBe('continuous');
    move(quiet, PLAIN, 15.1);
    expect(quiet.day.halt).toBeUndefined();
  });
});

describe('the universe of a day', () => {
  it('has the shares that a split made; the one that was written does not', () => {
    const shareFactors = new Map([[PLAIN, { numerator: 5, denominator: 1 }]]);
    const { day } = new QuietDay({ shareFactors });
    const { sharesOutstanding } = issuerNamed(PLAIN);
    expect(day.universe.issuers[1]!.sharesOutstanding).toBe(5 * sharesOutstanding);
    expect(day.written.issuers[1]!.sharesOutstanding).toBe(sharesOutstanding);
  });
});

describe('a suspension', () => {
  it('from 15:00 on closes the share by the average that is being made', () => {
    const quiet = new QuietDay();
    quiet.day.skipTo(quiet.day.phases.schedule.closeFrom, 0);
    const { phaseNo } = quiet.day;
    quiet.trade(PLAIN, 15_457, 10);
    quiet.trade(PLAIN, 15_461, 30);
    quiet.give({ kind: 'suspend', requestId: 'S', code: PLAIN });
    expect(quiet.day.closingPrice(1)).toEqual({ price: 15_460, from: 'average' });
    expect(quiet.day.phaseNo).not.toBe(phaseNo); // quotes are read anew
  });
});
