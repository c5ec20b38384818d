import type { JournalledCommand } from '@khara/market-day';
import { beforeEach, describe, expect, it } from 'vitest';
import { MarketTakenOver } from '#modules/market/index.ts';
import { DatabaseAway } from '#src/ports/database.ts';
import type { Match } from '#src/ports/exchange.ts';
import { Settler, type SettlerParts } from './settler.ts';

type OwnPart = Parameters<Settler['add']>[0];

/** What happened, in its order. */
let story: string[];
/** Orders that are filled by the next command as well. */
let others: number[];
let settler: Settler;

const partOf = (orderIds: readonly number[], applied: readonly number[] = orderIds): OwnPart => ({
  epoch: 1,
  marketDate: '2026-11-26',
  marketDay: 0,
  frontierStep: 1,
  marketTimeOf: () => '',
  marginBasis: () => ({ rateBps: 2000, band: undefined }),
  applied: applied.map((seq) => ({ seq, step: 1, index: seq })),
  events: orderIds.map((orderId) => ({ eventNo: orderId, orderId, step: 1, kind: 'opened', book: undefined }) as never),
});

const command = (orderId: number) => ({ seq: orderId, orderId }) as unknown as JournalledCommand;

/** Time for all that can go on by itself. */
const later = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Places an order whose statements wait for a signal. `failure`: the first try fails for it. */
function placeOrder(orderId: number, failure?: Error) {
  let failing = failure;
  const read = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const write = async (match: Match) => {
    story.push(`${orderId} locks`);
    await read.promise;
    match([command(orderId)]);
    story.push(`${orderId} is written`);
    await written.promise;
    const error = failing;
    failing = undefined;
    if (error) throw error;
    story.push(`${orderId} commits`);
    return orderId;
  };
  const answer = settler.place(write);
  answer.catch(() => undefined);
  return { read, written, answer };
}

const newSettler = (more: Pick<SettlerParts, 'onSettled'> = {}) =>
  new Settler({
    settle: async ({ events }) => void story.push(`${events.map(({ orderId }) => orderId).join()} settles alone`),
    mayPlace: () => true,
    apply: (commands) => {
      const ids = commands.map((one) => Number('orderId' in one && one.orderId));
      story.push(`${ids.join()} matches`);
      return partOf([...ids, ...others.splice(0)], ids);
    },
    onPlaced: () => void story.push('is shown'),
    now: () => 0,
    rest: later,
    onFailure: (error) => {
      if (error instanceof MarketTakenOver) throw error;
      story.push('fails');
    },
    ...more,
  });

beforeEach(() => {
  story = [];
  others = [];
  settler = newSettler();
});

describe('orders that are placed one after the other', () => {
  it('lock and read once those before are committed, and shown', async () => {
    const one = placeOrder(1);
    const two = placeOrder(2);
    one.read.resolve();
    two.read.resolve();
    two.written.resolve();
    await later();
    expect(story).toEqual(['1 locks', '1 matches', '1 is written']);
    one.written.resolve();
    expect(await Promise.all([one.answer, two.answer])).toEqual([1, 2]);
    expect(story.slice(3)).toEqual([
      '1 commits',
      'is shown',
      '2 locks',
      '2 matches',
      '2 is written',
      '2 commits',
      'is shown',
    ]);
  });

  it('are written again, as they were matched, before others begin', async () => {
    const one = placeOrder(1, new DatabaseAway('gone'));
    const two = placeOrder(2);
    for (const { read, written } of [one, two]) {
      read.resolve();
      written.resolve();
    }
    expect(await Promise.all([one.answer, two.answer])).toEqual([1, 2]);
    expect(story.slice(0, 8)).toEqual([
      '1 locks',
      '1 matches',
      '1 is written',
      'fails',
      '1 locks',
      '1 is written',
      '1 commits',
      'is shown',
    ]);
    expect(story.slice(8)).toEqual(['2 locks', '2 matches', '2 is written', '2 commits', 'is shown']);
  });

  it('let the market go on when all that was matched is committed, and match again afterwards', async () => {
    const one = placeOrder(1);
    const two = placeOrder(2);
    two.read.resolve();
    two.written.resolve();
    one.read.resolve();
    await later();
    const step = settler.allCommitted().then(() => void story.push(settler.isUncommitted ? 'too early' : 'step'));
    await later();
    expect(story).toEqual(['1 locks', '1 matches', '1 is written']);
    one.written.resolve();
    await step;
    expect(await two.answer).toBe(2);
    expect(story.slice(3, 6)).toEqual(['1 commits', 'is shown', 'step']);
    expect(story).toContain('2 commits');
  });

  it('let it go on while they have matched nothing', async () => {
    const one = placeOrder(1);
    await settler.allCommitted();
    expect(story).toEqual(['1 locks']);
    one.read.resolve();
    one.written.resolve();
    await one.answer;
  });

  it('wait for what is too much to be settled with them', async () => {
    const one = placeOrder(1);
    settler.add(partOf(Array.from({ length: 201 }, (_none, at) => 1_000 + at)));
    const two = placeOrder(2);
    settler.add(partOf([7]));
    for (const { read, written } of [one, two]) {
      read.resolve();
      written.resolve();
    }
    await Promise.all([one.answer, two.answer]);
    expect(story.filter((what) => what.endsWith('settles alone'))).toEqual([]); // the first one took it along
    settler.add(partOf(Array.from({ length: 201 }, (_none, at) => 2_000 + at)));
    const three = placeOrder(3);
    await later();
    three.read.resolve();
    three.written.resolve();
    await three.answer;
    expect(story.findIndex((what) => what.endsWith('settles alone'))).toBeLessThan(story.indexOf('3 matches'));
  });

  it('take along what happened before, and where none of them matches it settles alone', async () => {
    const one = placeOrder(1);
    settler.add(partOf([7]));
    one.read.resolve();
    one.written.resolve();
    await one.answer;
    await settler.settledSoFar();
    expect(story).not.toContain('7 settles alone');
    await settler.place(async () => {
      settler.add(partOf([8]));
      return later();
    });
    const next = placeOrder(2);
    await later();
    expect(story.slice(-2)).toEqual(['8 settles alone', '2 locks']);
    next.read.resolve();
    next.written.resolve();
    await next.answer;
  });

  it('hear that the market has stopped when another server has taken it over', async () => {
    const one = placeOrder(1, new MarketTakenOver());
    const two = placeOrder(2);
    const three = placeOrder(3);
    one.read.resolve();
    two.read.resolve();
    await later();
    one.written.resolve();
    three.read.resolve();
    for (const { answer } of [one, two, three]) await expect(answer).rejects.toThrow(DatabaseAway);
    expect(story).not.toContain('2 is written');
  });

  it('hear it, too, when they come afterwards, or wait by then', async () => {
    const over = placeOrder(1, new MarketTakenOver());
    const waiting = placeOrder(2);
    over.read.resolve();
    over.written.resolve();
    await expect(over.answer).rejects.toThrow(DatabaseAway);
    for (const { answer } of [waiting, placeOrder(4)]) await expect(answer).rejects.toThrow(DatabaseAway);
    expect(story).not.toContain('2 locks');
  });
});

describe('what a commit settles', () => {
  it('is counted once, also when it had to be written again', async () => {
    const counted: number[] = [];
    settler = newSettler({ onSettled: (commands) => void counted.push(commands) });
    const one = placeOrder(1, new DatabaseAway('gone'));
    one.read.resolve();
    one.written.resolve();
    await one.answer;
    settler.add(partOf([2, 3]));
    await settler.settledSoFar();
    expect(counted).toEqual([1, 2]);
  });
});
