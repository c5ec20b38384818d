import { PerformanceObserver, performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { OrderBooks } from '@khara/exchange/order-books';
import { installed } from '../tools/installed.ts';
import type { BenchLine } from './bench-line.ts';
import { ADD, BUY, CANCEL, HIGHEST_TICK, recordOrderFlow } from './workloads/order-flow.ts';
import type { OrderFlow } from './workloads/order-flow.ts';

/** Of the other book, what is played here. */
type TheirOrder = { readonly side: 'buy' | 'sell'; readonly size: number };
type TheirFills = {
  readonly done: readonly { readonly size?: number }[];
  readonly partialQuantityProcessed?: number;
  readonly err: Error | null;
};
const { OrderBook } = installed('bench/tools')('nodejs-order-book') as {
  readonly OrderBook: new () => {
    limit(order: TheirOrder & { readonly id: string; readonly price: number }): TheirFills;
    market(order: TheirOrder): TheirFills;
    cancel(id: string): void;
  };
};

const OPERATIONS = 1_000_000;
/** The baseline manages about 0.1 M/s on one symbol: it plays only the first part of the flow. */
const BASELINE_OPERATIONS = { one: 200_000, many: 1_000_000 };
const SYMBOLS = 500;
/** Resting orders the pool has room for from the start, as for a day whose size is known. */
const ROOM = 200_000;

/** Our books against npm `nodejs-order-book` on the same recorded flow, one symbol and 500; then the tail of ours. */
export async function benchOrderBook(): Promise<BenchLine[]> {
  const one = recordOrderFlow(OPERATIONS, 1);
  const many = recordOrderFlow(OPERATIONS, SYMBOLS);
  // Half a second of flow lets the compiler settle: the exchange warms its books before it opens, too.
  for (let round = 0; round < 3; round++) {
    playOurs(one);
    playOurs(many);
  }

  return [
    await compare('order book, one symbol', one, BASELINE_OPERATIONS.one),
    await compare(`order book, ${SYMBOLS} symbols`, many, BASELINE_OPERATIONS.many),
    tail('order book p99, one symbol', one),
    tail(`order book p99, ${SYMBOLS} symbols`, many),
  ];
}

async function compare(name: string, flow: OrderFlow, baselineOperations: number): Promise<BenchLine> {
  const { runs, collections } = await watchingCollections(flow);
  const ours = runs.map((run) => run.perSecond).sort((a, b) => a - b)[2]!;
  const theirs = playTheirs(flow, baselineOperations);
  const check = playOurs(flow, baselineOperations);
  if (check.filled !== theirs.filled) throw new Error(`${name}: the books disagree: ${check.filled}, ${theirs.filled}`);
  return {
    name,
    product: Math.round(ours),
    baseline: Math.round(theirs.perSecond),
    unit: 'operations/s',
    ratio: Number((ours / theirs.perSecond).toFixed(1)),
    note:
      `median of 5 runs of ${flow.operations.toLocaleString('en')} operations, ${collections} garbage collections in them; ` +
      `nodejs-order-book ran the first ${baselineOperations.toLocaleString('en')} of the same flow and filled the same shares`,
  };
}

type BookRun = { readonly start: number; readonly end: number; readonly perSecond: number; readonly filled: number };

const played = (start: number, operations: number, filled: number): BookRun => {
  const end = performance.now();
  return { start, end, perSecond: (operations / (end - start)) * 1000, filled };
};

/** Books and a place for the handles, made before the clock starts. */
type Table = { readonly books: OrderBooks; readonly handles: Int32Array };

const layTable = ({ symbols, operations }: OrderFlow): Table => ({
  books: new OrderBooks(
    Array.from({ length: symbols }, () => ({ low: 0, high: HIGHEST_TICK })),
    ROOM,
  ),
  handles: new Int32Array(operations),
});

/** Plays a flow on fresh books. The sum of filled shares shows that the fills were read, and that both books agree. */
function playOurs(flow: OrderFlow, operations = flow.operations, { books, handles } = layTable(flow)): BookRun {
  const start = performance.now();
  const filled = play(books, flow, handles, 0, operations);
  return played(start, operations, filled);
}

function play(books: OrderBooks, flow: OrderFlow, handles: Int32Array, from: number, to: number): number {
  const { kind, symbol, side, tick, quantity, target } = flow;
  const { fills } = books;
  let filled = 0;
  for (let at = from; at < to; at++) {
    if (kind[at] === CANCEL) {
      books.cancel(handles[target[at]!]!);
      continue;
    }
    const rest = kind[at] === ADD;
    handles[at] = books.place(symbol[at]!, side[at]!, tick[at]!, quantity[at]!, 1 + at, at, rest);
    for (let fill = 0; fill < fills.count; fill++) filled += fills.quantity(fill);
  }
  return filled;
}

function playTheirs(flow: OrderFlow, operations: number): BookRun {
  const books = Array.from({ length: flow.symbols }, () => new OrderBook());
  const ids = Array.from({ length: operations }, (_, at) => String(at));
  const start = performance.now();
  let filled = 0;
  for (let at = 0; at < operations; at++) {
    const book = books[flow.symbol[at]!]!;
    if (flow.kind[at] === CANCEL) {
      book.cancel(ids[flow.target[at]!]!);
      continue;
    }
    const side = flow.side[at] === BUY ? 'buy' : 'sell';
    const size = flow.quantity[at]!;
    // A marketable order of the flow reaches through every price, which is what a market order is here.
    const result =
      flow.kind[at] === ADD
        ? book.limit({ id: ids[at]!, side, size, price: flow.tick[at]! })
        : book.market({ side, size });
    if (result.err) throw result.err;
    for (const done of result.done) filled += done.size ?? 0;
    filled += result.partialQuantityProcessed ?? 0;
  }
  return played(start, operations, filled);
}

/** Each operation on its own clock reading; the figures contain the cost of reading the clock. */
function tail(name: string, flow: OrderFlow): BenchLine {
  const { books, handles } = layTable(flow);
  const took = new Float64Array(flow.operations);
  for (let at = 0; at < flow.operations; at++) {
    const start = performance.now();
    play(books, flow, handles, at, at + 1);
    took[at] = performance.now() - start;
  }
  took.sort();
  const micros = (share: number) => Number((took[Math.floor(share * flow.operations)]! * 1000).toFixed(2));
  const p99 = micros(0.99);
  return {
    name,
    product: p99,
    baseline: 1,
    unit: 'µs',
    ratio: Number((1 / p99).toFixed(2)),
    note: `baseline is the limit of 1 µs; median ${micros(0.5)} µs, p99.9 ${micros(0.999)} µs, clock included`,
  };
}

/** Counts the garbage collections inside the timed part of the runs; the observer gets them a little later. */
async function watchingCollections(flow: OrderFlow): Promise<{ runs: BookRun[]; collections: number }> {
  const seen: number[] = [];
  const observer = new PerformanceObserver((list) => seen.push(...list.getEntries().map((entry) => entry.startTime)));
  observer.observe({ entryTypes: ['gc'] });
  const tables = Array.from({ length: 5 }, () => layTable(flow));
  const runs = tables.map((table) => playOurs(flow, flow.operations, table));
  await setTimeout(20);
  observer.disconnect();
  return { runs, collections: seen.filter((at) => runs.some(({ start, end }) => at >= start && at <= end)).length };
}

if (import.meta.main) console.table(await benchOrderBook());
