import { SqlError, type Db, type Queryable, type Tx } from '#src/ports/database.ts';
import { MatchUnwritable, type SettlementBatch, type Writer } from '#src/ports/exchange.ts';

/** Another server runs the market by now: this one must not write, and has nothing left to do. */
export class MarketTakenOver extends Error {
  override readonly name = 'MarketTakenOver';

  constructor() {
    super('another server runs the market');
  }
}

/**
 * Makes durable that everything up to the batch's frontier is settled; to be the first statement of the
 * settling transaction. Answers the number of the last member's event of this market day that was settled
 * before: events up to it are in the books already (a commit whose answer was lost is sent again). With `isNew`
 * none of the batch may be: throws MatchUnwritable. Throws MarketTakenOver.
 */
export async function moveFrontier(tx: Tx, batch: SettlementBatch, isNew = false): Promise<number> {
  const { marketDay, epoch, frontierStep, events } = batch;
  try {
    const [row] = await tx.query<{ before: number }>(
      'market.move_frontier',
      'SELECT market.move_frontier($1, $2, $3, $4, $5) AS before',
      [marketDay, epoch, frontierStep, isNew ? events[0]?.eventNo : undefined, events.at(-1)?.eventNo ?? 0],
    );
    return row!.before; // a row, or an error
  } catch (error) {
    if (error instanceof SqlError && error.code === 'KH004')
      throw new MatchUnwritable('events of the batch were settled before', { booksMovedOn: true, cause: error });
    throw error instanceof SqlError && error.code === 'KH005' ? new MarketTakenOver() : error;
  }
}

/**
 * Reads the frontier for a server that takes the market over. Whatever its predecessor has under way is done
 * before, or never will be.
 */
export async function takeOver(db: Queryable): Promise<Frontier | undefined> {
  const [row] = await db.query<Frontier>(
    'market.take_over',
    'UPDATE market.frontier SET epoch = epoch + 1 RETURNING market_day, step, settled_event, epoch',
  );
  return row;
}

/** The frontier as it is; undefined before the first market day. */
export async function readFrontier(db: Queryable): Promise<Frontier | undefined> {
  const [row] = await db.query<Frontier>(
    'market.read_frontier',
    'SELECT market_day, step, settled_event, epoch FROM market.frontier',
  );
  return row;
}

export type Frontier = {
  readonly marketDay: number;
  readonly step: number;
  readonly settledEvent: number;
  readonly epoch: number;
};

/** Notes up to which step prices may have been seen. Throws for a server that was replaced. */
export async function raiseFrontier(tx: Tx, { marketDay, epoch }: Writer, step: number): Promise<void> {
  const rows = await tx.query(
    'market.reach',
    'UPDATE market.frontier SET step = greatest(step, $3) WHERE market_day = $1 AND epoch = $2 RETURNING step',
    [marketDay, epoch, step],
  );
  if (rows.length === 0) throw new MarketTakenOver();
}

/** A commit that changes nothing and waits for the disk, and for a standby. Throws MarketTakenOver. */
export async function confirmEpoch(db: Queryable, epoch: number): Promise<void> {
  const rows = await db.query(
    'market.confirm_epoch',
    'UPDATE market.frontier SET step = step WHERE epoch = $1 RETURNING epoch',
    [epoch],
  );
  if (rows.length === 0) throw new MarketTakenOver();
}

/**
 * The database for what a venue has others write: each transaction and each statement begins by holding the
 * frontier, so that a server which was replaced writes nothing, and a successor waits until what is under way
 * has ended. Throws MarketTakenOver.
 */
export function fencedDatabase(db: Db, writer: Writer): Db {
  const holding = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => {
      // Awaited: what comes after it must not have begun when it says no.
      await holdFrontier(tx, writer);
      return work(tx);
    });
  return {
    ownKeys: db.ownKeys,
    query: (name, text, params) => holding((tx) => tx.query(name, text, params)),
    transaction: holding,
    snapshot: (work) => db.snapshot(work),
    session: (release, work) => db.session(release, work),
    close: () => db.close(),
  };
}

/** To go with what a server that was replaced may not write. Throws MarketTakenOver. */
export async function holdFrontier(tx: Tx, { marketDay, epoch }: Writer): Promise<void> {
  const rows = await tx.query(
    'market.hold_frontier',
    'SELECT step FROM market.frontier WHERE market_day = $1 AND epoch = $2 FOR SHARE',
    [marketDay, epoch],
  );
  if (rows.length === 0) throw new MarketTakenOver();
}
