import { notify } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { OrderMatching } from '#src/ports/exchange.ts';
import { pickTerms, sendNotices } from '#modules/orders/index.ts';
import { type Desk, OrderDesk, placeAllowed, answerOfRequest } from '#modules/placing/index.ts';
import { runRequestId, type OrderRun, type RunLine, type RunOutcome } from './basket.ts';
import { makeDuePurchases, pageOfRegular } from './make-regular.ts';
import * as store from './run-store.ts';
import { isRecorded } from '#modules/ledger/index.ts';

type RunDeps = Deps & { readonly desk: Desk };

/**
 * Sends orders that are sent together, one after the other. A run is durable before its first order, and each order is
 * asked for by one request of the run: whatever ends in between, it is asked again, and there is one order of it.
 */
export class OrderRuns {
  readonly #deps: RunDeps;
  /** Those that are being sent here. */
  readonly #sending = new Map<bigint, Promise<void>>();
  #all: Promise<void> | undefined;
  readonly #told = new Set<string>();

  constructor(deps: RunDeps) {
    this.#deps = deps;
  }

  /** Resolves when each order of a run has its answer. Throws what kept one from it: the same again goes on there. */
  place(id: bigint): Promise<void> {
    const known = this.#sending.get(id);
    if (known) return known;
    const sending = this.#send(id).finally(() => this.#sending.delete(id));
    this.#sending.set(id, sending);
    return sending;
  }

  /** In the background: makes the regular purchases that are due, and goes on with runs that a server left. */
  placeAll(): void {
    this.#all ??= this.#run().finally(() => {
      this.#all = undefined;
    });
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    while (this.#all) await this.#all;
  }

  async #run(): Promise<void> {
    try {
      await makeDuePurchases(this.#deps, { place: (id) => this.place(id), leave: (what) => this.#leave(what) });
      // One of a member waits for its turn at the desk anyway; those of others need not.
      await Promise.all((await store.openRuns(this.#deps.db)).map((id) => this.place(id)));
    } catch (error) {
      // They are asked for again: `tendTriggers`.
      this.#deps.log.warn({ err: error }, 'orders that are sent together could not be placed yet');
    }
  }

  /** What no member asked for is not acted upon: said once, and found by `npm run verify`. */
  #leave(what: string): void {
    if (!this.#told.has(what)) this.#deps.log.error({ what }, 'orders are not sent: they are not what the log says');
    this.#told.add(what);
  }

  async #send(id: bigint): Promise<void> {
    const { db } = this.#deps;
    const run = await store.findRun(db, id);
    if (run?.state !== 'placing') return;
    if (!(await isRecorded(db, store.ORDER_RUNS, id))) return this.#leave(`run ${id}`);
    for (const line of run.lines) {
      if (line.order || line.reason !== undefined) continue;
      const requestId = runRequestId(db.ownKeys(), run, line.no);
      const outcome = (await answerOfRequest(db, run.userId, requestId)) ?? (await placeLine(this.#deps, run, line));
      await db.transaction((tx) => store.noteLine(tx, id, line.no, outcome));
    }
    const sent = await db.transaction(async (tx) =>
      (await store.endRun(tx, id)) && run.regularId !== undefined ? [await notify(tx, await runNotice(tx, run))] : [],
    );
    sendNotices(this.#deps, sent);
  }
}

/** Where orders are placed, and what sends several of them; the desk is here where the market runs here. */
export function createPlacing(deps: Deps & { readonly venue: OrderMatching }): {
  readonly desk: OrderDesk;
  readonly runs: OrderRuns;
};
export function createPlacing(deps: Deps, desk: Desk): { readonly desk: Desk; readonly runs: OrderRuns };
export function createPlacing(deps: Deps, remote?: Desk) {
  // Without another's desk the first signature was called.
  const desk = remote ?? new OrderDesk(deps as Deps & { readonly venue: OrderMatching });
  return { desk, runs: new OrderRuns({ ...deps, desk }) };
}

/** Places one order of a run. What a server left is not sent on another market day: prices are others then. */
async function placeLine(deps: RunDeps, run: OrderRun, line: RunLine): Promise<RunOutcome> {
  if (deps.market.now().marketDate !== run.marketDate) return { reason: 'order_not_sent' };
  const requestId = runRequestId(deps.db.ownKeys(), run, line.no);
  const { code, side, pricePaise: price, triggerPaise: triggerPrice } = line;
  const result = await placeAllowed(deps, run, { ...pickTerms(line), price, triggerPrice, requestId }, { side, code });
  return result.refused === undefined ? { orderId: BigInt(result.value.id) } : { reason: result.refused };
}

async function runNotice(tx: Parameters<typeof store.findRun>[0], { id }: OrderRun) {
  const run = (await store.findRun(tx, id))!; // it has just ended
  const placed = run.lines.filter(({ order }) => order).length;
  return {
    userId: run.userId,
    category: 'transaction',
    key: placed === run.lines.length ? 'regularPlaced' : 'regularPartly',
    params: { name: run.name, placed, orders: run.lines.length },
    link: pageOfRegular(run.regularId!), // it is one of a regular purchase
    about: `run:${id}`,
    at: run.at,
  } as const;
}
