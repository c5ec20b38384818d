import { PerformanceObserver, performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSessionMarket, type InstrumentSpec, type MarketSpec } from '@khara/exchange';
import { readUniverse } from '@khara/universe/node';
import type { BenchLine } from './bench-line.ts';

const INSTRUMENTS = 5_000;
/** Members' orders that rest all day beside the participants'. */
const RESTING = 200_000;
const STEPS = 3_100;
const STEP_REAL_MS = 250;
/** What the whole market process may take, architecture's figure for 240 shares. */
const LIMIT_MB = 400;

/**
 * The exchange alone with 5,000 instruments over a whole compressed day: the memory it holds at its end, and
 * what a step costs.
 */
export async function benchExchangeDay(): Promise<BenchLine[]> {
  const collect = garbageCollector();
  const spec = makeSpec(INSTRUMENTS);
  collect();
  const before = held();
  const market = createSessionMarket(spec);
  for (let orderId = 0; orderId < RESTING; orderId++) {
    const instrument = orderId % INSTRUMENTS;
    const { lower, tick, lotSize, tradable } = spec.instruments[instrument]!;
    if (!tradable) continue;
    const price = lower + tick * (orderId % 37);
    const order = { orderId, accountKey: orderId % 10_000, instrument, price, quantity: lotSize } as const;
    market.apply({ kind: 'place', ...order, side: 'buy', validity: 'day', market: false });
  }
  market.events.clear();
  collect();
  const atStart = held() - before;

  const pauses: { start: number; duration: number }[] = [];
  const observer = new PerformanceObserver((list) =>
    pauses.push(...list.getEntries().map(({ startTime, duration }) => ({ start: startTime, duration }))),
  );
  observer.observe({ entryTypes: ['gc'] });
  const took = new Float64Array(STEPS);
  let trades = 0;
  const start = performance.now();
  while (market.step < STEPS) {
    const from = performance.now();
    market.advance();
    trades += market.events.tradeCount;
    market.events.clear();
    took[market.step - 1] = performance.now() - from;
  }
  const end = performance.now();
  await setTimeout(20);
  observer.disconnect();
  collect();
  const atEnd = held() - before;
  const inDay = pauses.filter((pause) => pause.start >= start && pause.start <= end);
  const paused = inDay.reduce((sum, { duration }) => sum + duration, 0);
  took.sort();
  const cores = (end - start) / (STEPS * STEP_REAL_MS);
  return [
    {
      name: `memory of the exchange, ${INSTRUMENTS.toLocaleString('en')} instruments over a whole day`,
      product: atEnd,
      baseline: LIMIT_MB,
      unit: 'MB',
      ratio: atEnd / LIMIT_MB,
      note: `with ${RESTING.toLocaleString('en')} members' orders; ${atStart.toFixed(0)} MB before the first step; baseline is the limit`,
    },
    {
      name: `the exchange alone, ${INSTRUMENTS.toLocaleString('en')} instruments, compressed`,
      product: cores,
      baseline: 1,
      unit: 'cores',
      ratio: cores,
      note:
        `${trades.toLocaleString('en')} trades; median step ${took[STEPS >> 1]!.toFixed(1)} ms, p99 ${took[Math.floor(STEPS * 0.99)]!.toFixed(1)} ms; ` +
        `${inDay.length} garbage collections, ${((100 * paused) / (end - start)).toFixed(2)} % of the time`,
    },
  ];
}

/** MB of objects and of arrays outside the heap. */
const held = (): number => {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
};

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  // A boundary: the flag puts the function into new contexts.
  return runInNewContext('gc') as () => void;
}

/** The universe over and over, until there are enough. */
function makeSpec(count: number): MarketSpec {
  const { issuers } = readUniverse();
  const instruments = Array.from({ length: count }, (_, at): InstrumentSpec => {
    const issuer = issuers[at % issuers.length]!;
    const { tickPaise: tick, referencePricePaise } = issuer;
    const previousClose = Math.round(referencePricePaise / tick) * tick;
    return {
      code: `${issuer.code}${at}`,
      tick,
      previousClose,
      lower: Math.ceil((previousClose * 0.8) / tick) * tick,
      upper: Math.floor((previousClose * 1.2) / tick) * tick,
      tradable: !issuer.suspended,
      lotSize: issuer.lotSize,
      sector: at % 20,
      betaMilli: issuer.betaHundredths * 10,
      annualVolatilityBps: issuer.annualVolatilityBps,
      averageDailyVolume: issuer.averageDailyVolume,
    };
  });
  const stepMarketMs = Math.round((375 * 60_000) / STEPS);
  return { seed: 1n, dayIndex: 0, steps: STEPS, stepMarketMs, instruments };
}

if (import.meta.main) console.table(await benchExchangeDay());
