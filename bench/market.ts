import { planDay, STEP_MS, TradingDay, OWN_NUMBERS } from '@khara/market-day';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { readUniverse } from '@khara/universe/node';
import type { BenchLine } from './bench-line.ts';

const compress = promisify(deflateRaw);
/** Steps between two snapshots, as the venue takes them. */
const SNAPSHOT_EVERY = 120;

/**
 * The market itself: all instruments, their participants, minutes, indices and snapshots over one compressed
 * day, as a share of a core.
 */
export async function benchMarket(): Promise<BenchLine[]> {
  const universe = readUniverse();
  const plan = planDay('compressed', 900);
  const inputs = {
    marketDay: 0,
    marketDate: '2026-11-23',
    names: OWN_NUMBERS,
    firstStep: 0,
    before: new Map(),
    participants: undefined,
  };

  const began = performance.now();
  const day = new TradingDay({ ...inputs, plan, seed: new Uint8Array(32).fill(1) }, universe);
  const startMs = performance.now() - began;

  const before = process.cpuUsage();
  let longest = 0;
  while (!day.closing) {
    const from = performance.now();
    day.advance(0);
    longest = Math.max(longest, performance.now() - from);
    if (day.step % SNAPSHOT_EVERY === 0) {
      const { exchange, tape, sessions } = day.snapshot();
      await Promise.all([exchange, tape, sessions].map((bytes) => compress(bytes, { level: 1 })));
      day.trades.take();
    }
  }
  const { user, system } = process.cpuUsage(before);
  const cores = (user + system) / 1_000 / (plan.steps * STEP_MS);

  let trades = 0;
  for (let share = 0; share < day.tape.shares; share += 1) trades += day.market.quote(share).trades;
  return [
    {
      name: `the market: ${day.tape.shares} shares and ${universe.indices.length} indices, compressed`,
      product: cores,
      baseline: 1,
      unit: 'cores',
      ratio: cores,
      note:
        `a whole day of ${trades.toLocaleString('en')} trades with participants, auctions, minutes, indices and snapshots, baseline one core; ` +
        `made in ${Math.round(startMs)} ms, longest step ${longest.toFixed(1)} ms, ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
    },
  ];
}
