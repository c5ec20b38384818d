import { createHash } from 'node:crypto';
import { type JournalledCommand, planDay, TradingDay, OWN_NUMBERS } from '@khara/market-day';
import { readUniverse } from '@khara/universe/node';
import { describe, expect, it } from 'vitest';
import type { AppliedPlace } from '@khara/market-day';
import type { MarketMove } from '#src/ports/exchange.ts';
import { FollowedDay } from './followed-day.ts';
import { CHECK_EVERY, marketHash } from './market-hash.ts';
import { MoveRecorder } from './move-recorder.ts';

const universe = readUniverse();
const FEW = {
  issuers: universe.issuers.filter(({ suspended }) => !suspended).slice(0, 8),
  indices: [],
  offerings: [],
};
/** Commands of members in the day; a million of them in the long run (C10 of docs/scale.md). */
const COMMANDS = process.env['TESTS'] === 'all' ? 1_000_000 : 4_000;

const newDay = (seconds: number): TradingDay =>
  new TradingDay(
    {
      marketDay: 0,
      marketDate: '2026-11-20',
      plan: planDay('compressed', seconds),
      names: OWN_NUMBERS,
      firstStep: 0,
      seed: new Uint8Array(32).fill(3),
      before: new Map(),
      participants: undefined,
      shareFactors: new Map(),
    },
    FEW,
  );

/** Whole numbers below `most`, the same for the same seed. */
function chance(seed: number): (most: number) => number {
  let state = seed >>> 0;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** A market that runs, with members who place, change and cancel orders, and what it says of itself. */
class RunningMarket {
  readonly day: TradingDay;
  readonly moves: MarketMove[] = [];
  readonly #recorder: MoveRecorder;
  readonly #pick = chance(7);
  #seq = 0;
  #open: number[] = [];

  constructor(day: TradingDay) {
    this.day = day;
    const publish = (move: MarketMove) => this.moves.push(JSON.parse(JSON.stringify(move)) as MarketMove);
    this.#recorder = new MoveRecorder({ publish, epoch: () => 1, now: () => 1_700_000_000_000 }, day);
  }

  /** Some commands, which become durable after them, and a step. */
  step(commands: number): void {
    for (let made = 0; made < commands; made += 1) this.#apply(this.#next());
    const { applied } = this.day.take();
    this.#recorder.settled(applied, this.day.step);
    this.day.advance(0);
    this.#recorder.advanced();
    this.#recorder.stepped(this.day.step);
  }

  #apply(command: JournalledCommand): void {
    const place: Omit<AppliedPlace, 'seq'> = { step: this.day.step, index: this.day.index };
    this.day.apply(command, 0);
    this.#recorder.applied(command, place);
  }

  #next(): JournalledCommand {
    const { day } = this;
    const pick = this.#pick;
    const seq = (this.#seq += 1);
    if (this.#open.length > 50 && pick(3) === 0) {
      const [orderId] = this.#open.splice(pick(this.#open.length), 1);
      return { seq, orderId: orderId!, kind: 'cancel' };
    }
    const share = pick(FEW.issuers.length);
    const { tick } = day.spec.instruments[share]!;
    const { lower, upper } = day.market.band(share);
    const { last } = day.market.quote(share);
    const price = Math.round(Math.min(upper, Math.max(lower, last + (pick(41) - 20) * tick)) / tick) * tick;
    this.#open.push(seq);
    return {
      seq,
      orderId: seq,
      kind: 'place',
      accountKey: 1 + pick(500),
      code: FEW.issuers[share]!.code,
      side: pick(2) === 0 ? 'buy' : 'sell',
      price: Math.min(upper, Math.max(lower, price)),
      quantity: 1 + pick(100),
      validity: 'day',
      market: false,
    };
  }
}

/** All of a day: what readers see, the books to the last order, and its minutes. */
const wholeOf = (day: TradingDay): string =>
  createHash('sha256')
    .update(marketHash(day))
    .update(day.market.snapshot())
    .update(JSON.stringify(FEW.issuers.map((_issuer, share) => day.tape.spark(share, 50, day.minute))))
    .digest('hex');

describe('a market day that is followed', () => {
  it(
    'is the same at each forty steps, in books, quotes, depth and candles, whatever members do',
    { timeout: 230_000 },
    async ({ annotate }) => {
      const day = newDay(COMMANDS > 10_000 ? 900 : 60);
      const market = new RunningMarket(day);
      const followed = new FollowedDay(newDay(COMMANDS > 10_000 ? 900 : 60));
      const aStep = Math.ceil(COMMANDS / day.inputs.plan.steps);
      const compared: string[] = [];
      let took = 0;
      while (!day.isOver) {
        market.step(aStep);
        const began = performance.now();
        const played = market.moves.splice(0).map((move) => followed.play(move));
        took += performance.now() - began;
        expect(new Set(played)).toEqual(new Set(['played']));
        if (day.step % CHECK_EVERY !== 0) continue;
        expect(wholeOf(followed.day)).toBe(wholeOf(day));
        compared.push(`${day.step}`);
      }
      expect(compared.length).toBeGreaterThan(4);
      await annotate(
        `${aStep * day.inputs.plan.steps} commands, ${compared.length} comparisons, followed in ${Math.round(took)} ms`,
      );
    },
  );

  it('says that something is missing before it plays on, and takes again what it has', () => {
    const day = newDay(60);
    const market = new RunningMarket(day);
    for (let made = 0; made < 30; made += 1) market.step(3);
    const followed = new FollowedDay(newDay(60));
    const moves = market.moves;
    const at = moves.findIndex(({ step, commands }) => step > 10 && commands.length > 0);
    for (const move of moves.slice(0, at)) expect(followed.play(move)).toBe('played');
    const { step, index } = followed.day;
    expect(followed.play(moves[at + 2]!)).toBe('missing');
    expect([followed.day.step, followed.day.index]).toEqual([step, index]);
    for (const move of moves.slice(at - 1, at + 3)) expect(followed.play(move)).toBe('played');
    for (const move of moves.slice(at + 3)) expect(followed.play(move)).toBe('played');
    expect(wholeOf(followed.day)).toBe(wholeOf(day));
  });

  it('notices a day that is another than the market’s by the chain of commands, and by what is shown', () => {
    const market = new RunningMarket(newDay(60));
    for (let made = 0; made < 2 * CHECK_EVERY; made += 1) market.step(2);
    const changed = market.moves.map((move) => ({
      ...move,
      ...(move.checks && { checks: move.checks.map(({ step }) => ({ step, hash: 'another' })) }),
    }));
    const followed = new FollowedDay(newDay(60));
    expect(changed.map((move) => followed.play(move))).toContain('differs');
    const other = new FollowedDay(newDay(60));
    const [first, ...rest] = market.moves.map((move) => ({ ...move, after: 'another' }));
    expect([first!, ...rest].map((move) => other.play(move))).toContain('differs');
  });

  it('makes a step in which a phase begins only when something after it is known', () => {
    const day = newDay(60);
    const followed = new FollowedDay(day);
    while (!day.changesNext) followed.catchUp([], { toStep: day.step + 1, at: 0 });
    const { step } = day;
    followed.catchUp([], { toStep: step + 1, at: 0, isNoted: true });
    expect(day.step).toBe(step);
    followed.catchUp([], { toStep: step + 2, at: 0, isNoted: true });
    expect(day.step).toBeGreaterThan(step);
  });
});
