import { expect, it, onTestFinished, vi } from 'vitest';
import { memoryBus } from '#src/adapters/bus/memory-bus.ts';
import type { MarketMove } from '#src/ports/exchange.ts';
import { useTestDatabase } from '#test/database.ts';
import { openTrading } from '#test/trading.ts';
import { Follower } from './follower.ts';

const database = useTestDatabase();

it('follows the market on after a message of an epoch that no server has', async () => {
  // A follower that hears nothing looks into the database by itself. Here it has to follow what it hears.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const log = { warn: () => undefined, info: () => undefined, error: () => undefined };
  const bus = memoryBus(log);
  const moves: MarketMove[] = [];
  const moved = (move: MarketMove) => {
    moves.push(move);
    bus.publish('market_moved', move);
  };
  const { deps, universe, venue } = await openTrading(database.app, { moved });
  const { config, clock, keys } = deps;
  const parts = { config, db: database.app, clock, installSecret: keys.installSecret, universe, bus, log };
  const follower = (await Follower.open(parts))!;
  onTestFinished(() => follower.stop());
  const newest = () => Math.max(...moves.map((move) => move.step));
  const hears = async () => {
    for (const before = moves.length; moves.length === before;) await venue.step();
    // It looks into the database as well, where a snapshot may stand of a later step than any that was published.
    await expect.poll(() => follower.at.step >= newest(), { timeout: 20_000 }).toBe(true);
    expect(follower.at.step).toBeLessThanOrEqual(venue.at.step);
  };
  await hears();
  const real = moves.at(-1)!;
  const { epoch, step } = real;
  for (const forged of [{ epoch: Number.MAX_SAFE_INTEGER }, { epoch: epoch + 1, step: step + 50 }]) {
    bus.publish('market_moved', { ...real, ...forged });
    await hears();
  }
  expect(follower.epoch).toBe(epoch);
  expect(follower.lagSteps).toBe(0);
});
