import { rm } from 'node:fs/promises';
import { processorSeconds } from '../apps/server/test/support/server-process.ts';
import { listTools } from '../apps/server/src/http/mcp/mcp.ts';
import type { BenchLine } from './bench-line.ts';
import { load, newMember, type Caller, type Headers, startFresh } from './orders.ts';
import { median, newProgram } from './programs.ts';

/** What docs/assistants.md promises of the list of tools. */
const MAX_LIST_BYTES = 25_000;
const CLIENTS = 50;
/** Calls of all clients, five a second each: half of what a key may send. */
const PER_SECOND = CLIENTS * 5;
const SECONDS = { warm: 4, timed: 4 };
const SERIES = 5;

/**
 * Orders read at /mcp beside the same orders read at the door for programs, in turns on one server: what each costs of
 * the server's processor, and how long 50 assistants wait. And how long the list of tools is.
 */
export async function benchAssistants(): Promise<BenchLine[]> {
  const bytes = Buffer.byteLength(JSON.stringify(listTools()));
  const list = {
    name: 'tools/list',
    product: bytes,
    baseline: MAX_LIST_BYTES,
    unit: 'bytes',
    ratio: bytes / MAX_LIST_BYTES,
    note: 'baseline: the most that docs/assistants.md allows; less is better',
  };
  const { dataDir, server } = await startFresh();
  try {
    const members: Headers[] = [];
    while (members.length < CLIENTS)
      members.push(...(await Promise.all(Array.from({ length: 10 }, () => newMember(server.url)))));
    const programs = await Promise.all(members.map((headers) => newProgram(server.url, headers)));
    const each = async (caller: () => Caller, seconds: number): Promise<Series> => {
      const before = (await processorSeconds([server.process.pid!])) ?? Number.NaN;
      const { answers, failures, p99Ms } = await load(server.url, CLIENTS, seconds, caller, PER_SECOND);
      const after = (await processorSeconds([server.process.pid!])) ?? Number.NaN;
      if (failures > 0) throw new Error(`${failures} of ${answers} reads failed`);
      return { milliseconds: ((after - before) / answers) * 1000, p99Ms };
    };
    const found = { product: [] as Series[], baseline: [] as Series[] };
    for (let series = 0; series < SERIES + 1; series += 1) {
      const seconds = series === 0 ? SECONDS.warm : SECONDS.timed;
      const product = await each(readingAtMcp(programs), seconds);
      const baseline = await each(readingAtDoor(programs), seconds);
      if (series === 0) continue; // lets the compiler settle
      found.product.push(product);
      found.baseline.push(baseline);
    }
    const middle = (of: readonly Series[], what: keyof Series) => median(of.map((series) => series[what]));
    const [p99, doorP99] = [middle(found.product, 'p99Ms'), middle(found.baseline, 'p99Ms')];
    const waited = {
      name: `reads at /mcp, ${CLIENTS} clients, five calls a second each`,
      product: p99,
      baseline: doorP99,
      unit: 'ms at p99',
      ratio: p99 / doorP99,
      note: `baseline: the same reads at the door for programs, in turns, median of ${SERIES}; less is better, at most 150 ms on a machine that does nothing else`,
    };
    const [product, baseline] = [middle(found.product, 'milliseconds'), middle(found.baseline, 'milliseconds')];
    if (Number.isNaN(product)) return [list, waited]; // only Linux says what a process has used
    const cost = {
      name: 'the orders read at /mcp',
      product,
      baseline,
      unit: 'ms of processor a read',
      ratio: product / baseline,
      note: `baseline: the same orders at the door for programs, in turns, median of ${SERIES}; ${PER_SECOND} a second each; the running market is in both; less is better, at most three times`,
    };
    return [list, cost, waited];
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

type Series = { readonly milliseconds: number; readonly p99Ms: number };

/** The same key, as assistants and as programs send it. */
function readingAtMcp(programs: readonly Headers[]): () => Caller {
  let count = 0;
  return () => {
    const { authorization = '' } = programs[count++ % programs.length]!;
    const params = { name: 'list_orders', arguments: {} };
    return {
      headers: {
        authorization: authorization.replace(/^token /, 'Bearer '),
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      isRight: (body) => body.includes('"list":'),
      next: () => ({ path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } }),
    };
  };
}

function readingAtDoor(programs: readonly Headers[]): () => Caller {
  let count = 0;
  return () => ({
    headers: programs[count++ % programs.length]!,
    isRight: (body) => body.includes('"success"'),
    next: () => ({ method: 'GET', path: '/orders' }),
  });
}
