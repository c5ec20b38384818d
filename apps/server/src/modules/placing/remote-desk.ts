import { isAfterMarket } from '@khara/broker';
import { setTimeout as rest } from 'node:timers/promises';
import type { Deps } from '#src/kernel/deps.ts';
import { DatabaseAway } from '#src/ports/database.ts';
import { LineAway, type NodeLine } from '#src/ports/node-line.ts';
import type { Desk, Journal, Placed } from './desk.ts';
import type { NewOrder } from './new-order.ts';
import { findShare } from './share.ts';

/** Then the caller hears that the outcome is unknown, and asks again with the same id. */
const PATIENCE_MS = 5_000;
/** Between two tries to reach a server that runs the market. */
const TRY_AGAIN_MS = 20;

/** What the server that runs the market says of an order. */
type Answer = { readonly placed: Placed } | { readonly why: 'away' | 'stale' };

/**
 * The desk of a server that does not run the market: it sends orders to the one that does. An answer that was lost is
 * asked for again, at whichever server runs the market by then: the order's request finds what it became.
 */
export class RemoteDesk implements Desk {
  readonly #deps: Pick<Deps, 'db' | 'venue'>;
  readonly #line: NodeLine;

  constructor(deps: Pick<Deps, 'db' | 'venue'>, line: NodeLine) {
    this.#deps = deps;
    this.#line = line;
  }

  /** The server that runs the market finds the command in the journal. */
  async change<Answer>(_userId: string, journal: Journal<Answer>): Promise<Answer> {
    const { db, venue } = this.#deps;
    const { answer, command } = await db.transaction((tx) => journal(tx, undefined));
    if (command) venue.submit(command);
    return answer;
  }

  async place(order: NewOrder): Promise<Placed> {
    const until = performance.now() + PATIENCE_MS;
    const isOver = () => performance.now() > until;
    for (;;) {
      try {
        // The other server runs the same `answerOrder`.
        const answer = (await inTime(this.#line.ask(order), until)) as Answer;
        if ('placed' in answer) return answer.placed;
        throw new DatabaseAway(answer.why === 'away' ? 'The order waits for the database' : 'The market has moved on');
      } catch (error) {
        if (!(error instanceof LineAway)) throw error;
        if (isOver()) throw new DatabaseAway('No server runs the market', { cause: error });
        await rest(TRY_AGAIN_MS);
      }
    }
  }
}

function inTime<T>(work: Promise<T>, until: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new DatabaseAway('The order waits for the market')),
    Math.max(0, until - performance.now()),
  );
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/**
 * Places an order of another server. One whose server saw another market date, or whether the market takes orders now
 * otherwise, is not placed: its server catches up meanwhile.
 */
export const answerOrder =
  (deps: Pick<Deps, 'market'>, desk: Desk) =>
  async (question: unknown): Promise<Answer> => {
    const order = question as NewOrder; // the other server runs the same RemoteDesk
    const share = findShare(deps, order.code);
    const isStale =
      order.marketDate !== deps.market.now().marketDate || !share || isAfterMarket(share) !== order.afterMarket;
    if (isStale) return { why: 'stale' };
    try {
      return { placed: await desk.place(order) };
    } catch (error) {
      if (error instanceof DatabaseAway) return { why: 'away' };
      throw error;
    }
  };
