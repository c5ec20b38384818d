import { readUniverse } from '@khara/universe/node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BenchError } from './bench-error.ts';
import { createEnvOf, type Env } from './env.ts';
import { createParallelEnvOf } from './parallel-env.ts';
import type { Action, EnvOptions, Outcome, Reset } from './types.ts';

const universe = readUniverse();
const CODE = 'AAMRAI';
const OTHER = 'ACHALGARH';
/** Short days of two shares. */
const SHORT = { shares: [CODE, OTHER], daySeconds: 40, seed: 'a test' } as const;

const open = (more: EnvOptions = {}): Env => createEnvOf(universe, { ...SHORT, ...more });
/** An environment in continuous trading. */
function trading(more: EnvOptions = {}): { readonly env: Env; readonly seen: Reset } {
  const env = open({ from: 'opening', ...more });
  return { env, seen: env.reset() };
}
const buy = (more: Partial<Extract<Action, { code: string }>> = {}): Action => ({
  code: CODE,
  side: 'buy',
  quantity: 10,
  type: 'market',
  product: 'delivery',
  ...more,
});
const sell = (more: Parameters<typeof buy>[0] = {}): Action => buy({ side: 'sell', ...more });

/** Steps until it is true of what is seen. */
function until(env: Env, isTrue: (outcome: Outcome) => boolean, actions: readonly Action[] = []): Outcome {
  let outcome = env.step(actions);
  for (let made = 0; !isTrue(outcome); made += 1) {
    if (outcome.truncated || made > 5_000) throw new Error('it never came');
    outcome = env.step();
  }
  return outcome;
}
const reasons = ({ info }: Outcome): readonly string[] => info.refusals.map(({ reason }) => reason);

/** What two days of random acting show, as text. */
const play = (seed: string): string => {
  const env = open({ days: 2 });
  const lines = [JSON.stringify(env.reset(seed))];
  for (let at = 0; ; at += 1) {
    const actions = at % 7 === 3 ? [buy({ quantity: 1 + (at % 50) }), sell({ code: OTHER, product: 'intraday' })] : [];
    const outcome = env.step(actions);
    lines.push(JSON.stringify(outcome));
    if (outcome.truncated) return lines.join('\n');
  }
};

/** All trades of a day that is seen once in `each` steps. */
const tapeOfDay = (each: number) => {
  const { env } = trading();
  const tape: (readonly number[])[] = [];
  for (;;) {
    const { observation, truncated } = env.step([], { steps: each });
    for (const [step] of observation.tape[CODE]!) expect(step).toBeLessThanOrEqual(observation.clock.step);
    tape.push(...observation.tape[CODE]!);
    if (truncated) return tape;
  }
};
const makeFor = (agents: readonly string[]) => createParallelEnvOf(universe, { ...SHORT, agents });

describe('an episode', () => {
  it('is the same to the byte for the same seed and actions, hashes included, and another for another seed', () => {
    const first = play('one');
    expect(play('one')).toBe(first);
    expect(play('two')).not.toBe(first);
    const hashes = first.split('\n').map((line) => (JSON.parse(line) as Reset).info.hash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('goes on over days, each with its own clock, and is truncated with the last', () => {
    const env = open({ days: 2 });
    env.reset();
    const first = env.step([], { until: 'event' });
    expect(first.observation.clock).toMatchObject({ day: 0, time: '16:00:00', phase: 'closed' });
    expect(first).toMatchObject({ truncated: false, terminated: false });
    const next = env.step();
    expect(next.observation.clock).toMatchObject({ day: 1, marketDate: '2026-11-25' }); // the 24th is a holiday
    expect(env.step([], { steps: 10_000 })).toMatchObject({ truncated: true, terminated: false });
    expect(() => env.step()).toThrow(expect.objectContaining({ reason: 'episode_over' }));
  });

  it('passes through the phases of a day', () => {
    const env = open();
    env.reset();
    const phases: string[] = [];
    for (let isOver = false; !isOver;) {
      const { observation, truncated } = env.step();
      if (phases.at(-1) !== observation.clock.phase) phases.push(observation.clock.phase);
      isOver = truncated;
    }
    expect(phases).toEqual([
      'closed',
      'preopen_entry_1',
      'preopen_entry_2',
      'preopen_match',
      'preopen_buffer',
      'continuous',
      'cas_reference',
      'cas_entry_1',
      'cas_entry_2',
      'cas_match',
      'close_calc',
      'post_close',
      'closed',
    ]);
  });

  it('ends for an agent at its own limit, whose orders end', () => {
    const { env } = trading({ cash: 2_00_000_00, limit: 1_99_990_00 });
    const outcome = until(env, ({ terminated }) => terminated, [buy({ quantity: 100 })]);
    expect(outcome.observation.own.netValue).toBeLessThanOrEqual(1_99_990_00);
    expect(outcome.observation.own.orders.filter(({ state }) => state === 'open')).toEqual([]);
    expect(() => env.step()).toThrow(expect.objectContaining({ reason: 'episode_over' }));
  });
});

describe('an observation', () => {
  it('shows levels as the exchange has them, and order by order the same shares', () => {
    const levels = trading({ depth: 3 }).seen.observation.book[CODE]!;
    const orders = trading({ depth: 'orders' }).seen.observation.book[CODE]!;
    expect(levels.bids).toHaveLength(3);
    const [price, quantity] = levels.bids[0]!;
    const atBest = orders.bids.filter(([of]) => of === price);
    expect(atBest.reduce((sum, [, shares]) => sum + shares, 0)).toBe(quantity);
    expect(orders.bids.length).toBeGreaterThan(3);
  });

  it('tells how many shares stand before an own order', () => {
    const { env, seen } = trading();
    const { lower } = seen.observation.quote[CODE]!;
    const { info, observation } = env.step([buy({ type: 'limit', price: lower })]);
    expect(info.placed).toEqual([{ index: 0, id: 1 }]);
    const [order] = observation.own.orders;
    expect(order).toMatchObject({ id: 1, state: 'open', price: lower, filled: 0 });
    const shown = observation.book[CODE]!.bids.reduce((sum, [, quantity]) => sum + quantity, 0);
    expect(order!.ahead).toBeGreaterThanOrEqual(shown);
  });

  it('has every trade of its shares once, at its step', () => {
    expect(tapeOfDay(7)).toEqual(tapeOfDay(1));
    expect(tapeOfDay(1).length).toBeGreaterThan(100);
  });

  it('is of the chosen shares alone, whose day is that of the whole market', () => {
    const all = readUniverse().issuers.filter(({ suspended }) => !suspended).length;
    const tapeOf = (shares: number | readonly string[]) => {
      const env = createEnvOf(universe, { ...SHORT, shares, from: 'opening' });
      env.reset();
      const { observation } = env.step([], { steps: 60 });
      return { tape: observation.tape[CODE], codes: Object.keys(observation.book) };
    };
    const alone = tapeOf([CODE]);
    expect(alone.codes).toEqual([CODE]);
    expect(tapeOf(all).tape).toEqual(alone.tape);
  });
});

describe('an order', () => {
  it('at the market fills at once, with the charges of its ticket, and what it paid is explained', () => {
    const { env, seen } = trading();
    const { bids, asks } = seen.observation.book[CODE]!;
    const [best, shown] = asks[0]!;
    const quantity = Math.min(shown, 10);
    const { observation, info } = env.step([buy({ quantity })]);
    const [fill] = observation.own.fills;
    const { step } = seen.observation.clock;
    const touch = { step, bid: bids[0]![0], ask: best };
    expect(fill).toMatchObject({ price: best, quantity, isTaker: true, phase: 'continuous', day: 0, step, touch });
    expect(info.reward).toMatchObject({
      cash: -best * quantity,
      charges: -fill!.charges.total,
      spread: -Math.ceil((quantity * (best - bids[0]![0])) / 2),
    });
    expect(info.reward.impact === 0).toBe(true);
  });

  it('waits in the pre-open for the price of the auction', () => {
    const env = open();
    env.reset();
    until(env, ({ observation }) => observation.clock.phase === 'preopen_entry_1');
    const filled = until(env, ({ observation }) => observation.own.fills.length > 0, [buy()]);
    expect(filled.observation.own.fills[0]).toMatchObject({ phase: 'opening_auction', isTaker: false });
  });

  it('for delivery brings shares that arrive on the next trading day, and sale money of that day waits', () => {
    const { env } = trading({ days: 2 });
    const bought = env.step([buy()]);
    expect(bought.observation.own.holdings[CODE]).toEqual({ quantity: 10, unsettled: 10, selling: 0 });
    const evening = env.step([], { until: 'event' });
    expect(evening.observation.own.holdings[CODE]).toMatchObject({ unsettled: 10 });
    until(env, ({ observation }) => observation.clock.day === 1 && observation.clock.phase === 'continuous');
    const sold = env.step([sell({ quantity: 4 })]);
    expect(sold.observation.own.fills.length).toBeGreaterThan(0);
    expect(sold.observation.own.usable).toBeLessThan(sold.observation.own.cash);
    const last = env.step([], { steps: 10_000 });
    expect(last.observation.own.holdings[CODE]).toEqual({ quantity: 6, unsettled: 0, selling: 0 });
  });

  it('intraday holds its margin, and its position is squared off before the day ends', () => {
    const { env } = trading();
    const { observation } = env.step([sell({ product: 'intraday' })]);
    expect(observation.own.positions[CODE]).toMatchObject({ quantity: -10 });
    const { cost, margin } = observation.own.positions[CODE]!;
    expect(margin).toBeGreaterThanOrEqual((cost * 20) / 100);
    const closed = until(env, ({ observation: { own } }) => own.positions[CODE] === undefined);
    expect(closed.observation.own.orders).toContainEqual(expect.objectContaining({ bySystem: true, side: 'buy' }));
    expect(closed.observation.own.cash).toBe(closed.observation.own.usable);
  });

  it('is cancelled and changed by its id', () => {
    const { env, seen } = trading();
    const { lower, tick } = seen.observation.quote[CODE]!;
    const price = lower + tick;
    const placed = env.step([buy({ type: 'limit', price }), buy({ type: 'limit', price })]);
    const held = placed.observation.own.usable;
    const changed = env.step([{ change: 1, price: price - tick, quantity: 5 }, { cancel: 2 }]);
    expect(reasons(changed)).toEqual([]);
    expect(changed.observation.own.orders).toEqual([
      expect.objectContaining({ id: 2, state: 'cancelled', reason: 'cancelled_by_member' }),
      expect.objectContaining({ id: 1, state: 'open', price: price - tick, quantity: 5 }),
    ]);
    expect(changed.observation.own.usable).toBeGreaterThan(held);
    expect(reasons(env.step([{ cancel: 2 }, { cancel: 77 }, { change: 1, quantity: 5 }]))).toEqual([
      'order_not_open',
      'unknown_order',
      'nothing_to_modify',
    ]);
  });

  it('ends the span that waits for an event of its own', () => {
    const { env, seen } = trading();
    const [price, shown] = seen.observation.book[CODE]!.bids[0]!;
    const outcome = env.step([buy({ type: 'limit', price, quantity: 1 })], { until: 'event' });
    const { own, clock } = outcome.observation;
    const [fill] = own.fills;
    expect(clock.step).toBeGreaterThan(seen.observation.clock.step);
    // It stood behind all that was there, and was the best bid as participants came to it.
    const step = clock.step - 1;
    expect(fill).toMatchObject({ price, isTaker: false, ahead: shown, step, touch: { step, bid: price } });
    expect(fill!.touch!.ask).toBeGreaterThan(price);
  });
});

describe('an action that cannot be done', () => {
  const { env, seen } = trading({ cash: 1_00_000_00 });
  const { upper, tick, last } = seen.observation.quote[CODE]!;
  const limit = (more: object): Action => buy({ type: 'limit', price: last - (last % tick), ...more });
  const rows: readonly (readonly [string, unknown, string, string?])[] = [
    ['off the tick', limit({ price: last + 1 }), 'tick_invalid', 'price'],
    ['beyond the band', limit({ price: upper + tick }), 'price_out_of_band', 'price'],
    ['without money', limit({ quantity: 1_000 }), 'insufficient_funds'],
    ['of shares that are not held', sell(), 'insufficient_holdings'],
    ['in a share that is not there', buy({ code: 'NOSUCH' }), 'unknown_code', 'code'],
    ['in a share that was not chosen', buy({ code: 'ALANKRITI' }), 'unknown_code', 'code'],
    ['of too many shares', limit({ quantity: 100_001 }), 'quantity_above_maximum', 'quantity'],
    ['without its price', buy({ type: 'limit' }), 'price_required', 'price'],
    ['without its trigger', buy({ type: 'sl_m' }), 'trigger_required', 'triggerPrice'],
    ['of another type', buy({ type: 'iceberg' as never }), 'invalid_input', 'type'],
    ['of half a share', buy({ quantity: 0.5 }), 'invalid_input', 'quantity'],
    ['of no shares', buy({ quantity: 0 }), 'invalid_input', 'quantity'],
    ['with a price in rupees', limit({ price: 1325.4 }), 'invalid_input', 'price'],
    ['with a field that is none', { ...buy(), leverage: 5 }, 'invalid_input', 'leverage'],
    ['that is no object', 7, 'invalid_input', 'action'],
    ['on an order of another number', { cancel: 'first' }, 'invalid_input', 'cancel'],
  ];

  it.each(rows)('%s is refused with the reason of the product', (_what, action, reason, field) => {
    const { info } = env.step([action as Action]);
    expect(info.refusals).toMatchObject([{ index: 0, reason, ...(field !== undefined && { field }) }]);
    expect(info.placed).toEqual([]);
    expect(info.reward.cash === 0).toBe(true);
  });

  it('is refused at its place, and the others of the step are done', () => {
    const { info } = env.step([buy({ quantity: 1 }), sell({ code: OTHER }), buy({ code: OTHER, quantity: 1 })]);
    expect(info.placed.map(({ index }) => index)).toEqual([0, 2]);
    expect(info.refusals.map(({ index }) => index)).toEqual([1]);
  });

  it('comes after the close, or of an intraday order after the square-off', () => {
    const { env: other } = trading();
    until(other, ({ observation }) => observation.clock.time >= '15:26:00');
    expect(reasons(other.step([buy({ code: OTHER, product: 'intraday' })]))).toEqual(['mis_cutoff_passed']);
    const { env: late } = trading({ days: 2 });
    late.step([], { until: 'event' });
    expect(reasons(late.step([buy()]))).toEqual(['market_closed']);
  });
});

describe('what a caller gets wrong', () => {
  const rows: readonly (readonly [string, object, string])[] = [
    ['an option that is none', { share: 1 }, 'unknown_option'],
    ['no shares', { shares: 0 }, 'shares_invalid'],
    ['a share twice', { shares: [CODE, CODE] }, 'shares_invalid'],
    ['an unknown share', { shares: ['NOSUCH'] }, 'unknown_code'],
    ['a fund without its shares', { shares: ['KHARAFIFTY'] }, 'whole_market'],
    ['half a day', { days: 0.5 }, 'days_invalid'],
    ['a seed that is no text', { seed: 1.5 }, 'seed_invalid'],
    ['a Sunday', { start: '2026-11-22' }, 'start_invalid'],
    ['a date that is none', { start: '2026-02-30' }, 'start_invalid'],
    ['no cash', { cash: 0 }, 'cash_invalid'],
    ['a limit above the cash', { cash: 10, limit: 10 }, 'limit_invalid'],
    ['no depth', { depth: 0 }, 'depth_invalid'],
    ['a day that is too short', { daySeconds: 5 }, 'day_seconds_invalid'],
  ];

  it.each(rows)('%s is said with a stable reason', (_what, more, reason) => {
    expect(() => open(more as EnvOptions)).toThrow(expect.objectContaining({ name: 'BenchError', reason }));
  });

  it('a span of no steps is said, and so is a step before the episode', () => {
    const env = open();
    expect(() => env.step()).toThrow(expect.objectContaining({ reason: 'episode_over' }));
    env.reset();
    expect(() => env.step([], { steps: 0 })).toThrow(expect.objectContaining({ reason: 'span_invalid' }));
    expect(env.step().observation.clock.step).toBe(1);
  });

  it('a list of agents of which one is named twice, and actions of an agent that is none', () => {
    expect(() => makeFor([])).toThrow(expect.objectContaining({ reason: 'agents_invalid' }));
    expect(() => makeFor(['a', 'a'])).toThrow(expect.objectContaining({ reason: 'agents_invalid' }));
    const env = makeFor(['a']);
    env.reset();
    expect(() => env.step({ b: [] })).toThrow(expect.objectContaining({ reason: 'actions_invalid' }));
  });
});

describe('several agents in one market', () => {
  it('trade with each other, and each sees its own', () => {
    const env = createParallelEnvOf(universe, { ...SHORT, from: 'opening', agents: ['maker', 'taker'] });
    const { bids, asks } = env.reset()['maker']!.observation.book[OTHER]!;
    // Between bid and ask: nothing else is there.
    const price = bids[0]![0] + 1;
    expect(price).toBeLessThan(asks[0]![0]);
    const terms = { code: OTHER, type: 'limit', price, quantity: 7, product: 'intraday' } as const;
    const { maker, taker } = env.step({ taker: [buy(terms)], maker: [sell(terms)] });
    expect(maker!.observation.own.fills).toMatchObject([{ price, quantity: 7, side: 'sell', isTaker: false }]);
    expect(taker!.observation.own.fills).toMatchObject([{ price, quantity: 7, side: 'buy', isTaker: true }]);
    expect(maker!.observation.own.positions[OTHER]).toMatchObject({ quantity: -7 });
    expect(maker!.observation.book).toEqual(taker!.observation.book);
    expect(taker!.info.hash).toBe(maker!.info.hash);
  });
});

/** Money, shares at the last price, and what intraday positions have gained by it, of what is seen. */
function worthOf({ observation: { own, quote } }: Outcome): number {
  let worth = own.cash;
  for (const [code, { quantity }] of Object.entries(own.holdings)) worth += quantity * quote[code]!.last;
  for (const [code, { quantity, cost }] of Object.entries(own.positions))
    worth += quantity * quote[code]!.last + (quantity < 0 ? cost : -cost);
  return worth;
}

describe('the reward', () => {
  const anyAction = fc.record({
    code: fc.constantFrom(CODE, OTHER),
    side: fc.constantFrom('buy', 'sell'),
    quantity: fc.integer({ min: 1, max: 3_000 }),
    kind: fc.constantFrom('market', 'near', 'far', 'stop', 'cancel', 'change'),
    product: fc.constantFrom('delivery', 'intraday'),
  });

  it('has parts that sum to the change of net value to the paisa, whatever is done', () => {
    const script = fc.record({ seed: fc.nat(), acts: fc.array(anyAction, { minLength: 5, maxLength: 60 }) });
    fc.assert(
      fc.property(script, ({ seed, acts }) => {
        const env = open({ days: 2, cash: 50_00_000_00, from: 'opening' });
        let { observation } = env.reset(seed);
        let filled = 0;
        const stops = new Set<number>();
        for (const [at, act] of acts.entries()) {
          const { kind, ...terms } = act;
          const { last, tick } = observation.quote[act.code]!;
          const away = (act.side === 'buy' ? 1 : -1) * tick * (kind === 'far' ? -20 : kind === 'stop' ? 5 : 1);
          const id = observation.own.orders.at(-1)?.id ?? 1;
          const price = last - (last % tick) + away;
          const action: Action =
            kind === 'cancel'
              ? { cancel: id }
              : kind === 'change'
                ? { change: id, quantity: act.quantity, price }
                : kind === 'market'
                  ? { ...terms, type: 'market' }
                  : kind === 'stop'
                    ? { ...terms, type: 'sl_m', triggerPrice: price }
                    : { ...terms, type: 'limit', price };
          const outcome = env.step([action], { steps: 1 + ((at * 7) % 11) });
          const { cash, mark, charges, spread, impact } = outcome.info.reward;
          const change = outcome.observation.own.netValue - observation.own.netValue;
          expect(cash + mark + charges).toBe(change);
          expect(outcome.reward).toBe(change);
          expect(worthOf(outcome)).toBe(outcome.observation.own.netValue);
          const { fills } = outcome.observation.own;
          const isNoted =
            outcome.observation.clock.time === '16:00:00' || outcome.observation.clock.day > observation.clock.day;
          if (!isNoted) expect(charges).toBe(0 - fills.reduce((sum, fill) => sum + fill.charges.total, 0));
          if (fills.every(({ product }) => product === 'delivery'))
            expect(cash).toBe(
              fills.reduce((sum, { side, price, quantity }) => sum + (side === 'buy' ? -1 : 1) * price * quantity, 0),
            );
          expect(spread).toBeLessThanOrEqual(0);
          // A stop is triggered within a step, by which prices may be better than the touch before it.
          if (kind === 'stop') for (const { id: placed } of outcome.info.placed) stops.add(placed);
          if (!fills.some(({ orderId }) => stops.has(orderId))) expect(impact).toBeLessThanOrEqual(0);
          filled += outcome.observation.own.fills.length;
          ({ observation } = outcome);
          if (outcome.truncated || outcome.terminated) return;
        }
        const end = env.step([], { steps: 10_000 });
        expect(end.observation.own.netValue - observation.own.netValue).toBe(end.reward);
        fc.pre(filled > 0);
      }),
      { numRuns: 12 },
    );
  }, 60_000);

  it('is what the caller makes of its parts', () => {
    const env = open({ from: 'opening', reward: ({ charges }) => charges * 2 });
    env.reset();
    const { reward, info } = env.step([buy()]);
    expect(reward).toBe(info.reward.charges * 2);
    expect(reward).toBeLessThan(0);
  });

  it('is refused where the function answers no finite number, once there is something to reward', () => {
    const env = open({ from: 'opening', reward: ({ cash, charges }) => cash / charges });
    env.reset();
    expect(() => env.step([])).toThrow(new BenchError('reward_invalid', 'reward answers a finite number, not NaN.'));
  });
});
