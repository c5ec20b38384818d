import { setImmediate } from 'node:timers/promises';
import { noteAs, retried, type Act } from './act.ts';
import { STEP_MS, type World } from './world.ts';

/** Orders of both products, their cancelling, and the market's own time. */

export const order = (side: 'buy' | 'sell'): Act => ({
  name: side,
  run: async (world, who, how) => {
    const { chance, deps } = world;
    const code = chance.pick(world.codes);
    const quote = deps.market.quote(code);
    if (!quote) return;
    const tick = deps.market.instrument(code)?.tick ?? 5;
    const near = quote.lastPrice + (chance.below(21) - 10) * tick;
    const limit = Math.min(quote.bandHigh, Math.max(quote.bandLow, near));
    const isLimit = chance.below(3) > 0;
    // An intraday sale opens a position short, so it needs no shares; what is open when the day ends is squared off.
    const product = chance.below(3) === 0 ? 'intraday' : 'delivery';
    const body = {
      code,
      quantity: 1 + chance.below(40),
      product,
      type: isLimit ? 'limit' : 'market',
      validity: chance.below(6) === 0 ? 'ioc' : 'day',
      price: isLimit ? BigInt(limit) : undefined,
      requestId: chance.requestId(),
    } as unknown as Parameters<World['orders']['placeBuyOrder']>[2]; // branded numbers, read by the contract elsewhere
    const { placeBuyOrder, placeSellOrder } = world.orders;
    const place = side === 'buy' ? placeBuyOrder : placeSellOrder;
    await retried(world, how, async () =>
      noteAs(how, `${side} placed, ${product}`)(await place(world.deps, who, body)),
    );
  },
});

/** Shares of the day become the other product, as many as there are, or one too many. */
export const changeProduct: Act = {
  name: 'product',
  run: async (world, who, how) => {
    const { chance } = world;
    const { value } = await world.orders.dayPositions(world.deps, who);
    const positions = value?.list ?? [];
    if (positions.length === 0) return;
    const { code, product, convertible } = chance.pick(positions);
    const body = {
      code,
      product: product === 'delivery' ? 'intraday' : 'delivery',
      quantity: 1 + chance.below(convertible + 1),
      requestId: chance.requestId(),
    } as unknown as Parameters<World['orders']['changeProduct']>[2]; // branded numbers, read by the contract elsewhere
    await retried(world, how, async () =>
      noteAs(how, `${product} changed`)(await world.orders.changeProduct(world.deps, who, body)),
    );
  },
};

export const cancel: Act = {
  name: 'cancel',
  run: async (world, who, how) => {
    const { value } = await world.orders.orders(world.deps, who, { state: 'open', size: 20 });
    const open = value?.list ?? [];
    if (open.length === 0) return;
    const { id } = world.chance.pick(open);
    await retried(world, how, async () =>
      noteAs(how, 'cancel')(await world.orders.cancelOrder(world.deps, who, { id })),
    );
  },
};

/**
 * A step of market time, or the next day. The market does neither while it waits for the database, and how
 * long that takes is no part of a run that is to be the same again.
 */
async function oneStep({ venue }: World): Promise<void> {
  const place = (): string => `${venue.day.inputs.marketDay}/${venue.day.step}`;
  for (const before = place(); place() === before; await setImmediate()) await venue.step();
}

export const steps: Act = {
  name: 'market',
  run: async (world) => {
    const many = world.chance.pick([1, 4, 20, 60]);
    for (let step = 0; step < many; step += 1) {
      await oneStep(world);
      world.advance(STEP_MS);
    }
  },
};

export const crash: Act = { name: 'crash', run: (world) => world.crash() };
