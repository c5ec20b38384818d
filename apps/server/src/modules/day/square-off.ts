import { SQUARE_OFF } from '@khara/broker';
import type { JournalledCommand } from '@khara/market-day';
import type { Deps } from '#src/kernel/deps.ts';
import type { Queryable } from '#src/ports/database.ts';
import type { ScheduledEvent } from '#src/ports/exchange.ts';
import { ordersAtExchange, readCommands } from '#modules/orders/index.ts';
import { insertClosingOrder, lockSquareOff } from '#modules/placing/index.ts';
import * as store from './square-off-store.ts';

type SquareOffDeps = Pick<Deps, 'db' | 'market' | 'clock' | 'log'>;

/** The shares whose intraday positions are squared off together. */
type Shares = 'auctioned' | 'others';

/** Ends the open intraday orders in shares that close together, and closes the positions that have no order left. */
export async function beginSquareOff(
  parts: SquareOffDeps,
  event: ScheduledEvent,
  shares: Shares,
): Promise<readonly JournalledCommand[]> {
  const { marketDate } = event;
  const codes = codesOf(parts, shares);
  const seqs = await parts.db.transaction(async (tx) => {
    await lockSquareOff(tx);
    await store.noteSquareOff(tx, marketDate, shares);
    // Positions whose orders are still open follow when those have ended: until then the number of shares is unknown.
    const expired = await store.expireIntraday(tx, codes, parts.clock.now());
    return [...expired, ...(await closePositions(parts, tx, codes))];
  });
  return readCommands(parts.db, seqs);
}

/**
 * Squares off what is left: positions whose orders had to end first, whose closing order found no counterpart
 * at the limit of the band, or that an earlier day left. To be called again and again. Answers how many
 * orders it placed.
 */
export async function squareOffRest(deps: SquareOffDeps & Pick<Deps, 'venue'>): Promise<number> {
  const { marketDate, marketTime, squareOff } = deps.market.now();
  if (!(await store.hasIntradayToClose(deps.db, marketDate))) return 0;
  const seqs = await deps.db.transaction(async (tx) => {
    await lockSquareOff(tx);
    const begun = new Set(await store.readSquareOffs(tx, marketDate));
    const codes = (['auctioned', 'others'] as const).flatMap((shares) =>
      begun.has(shares) && marketTime.slice(11, 19) >= squareOff[shares] ? codesOf(deps, shares) : [],
    );
    return [...(await closePositions(deps, tx, codes)), ...(await closePositions(deps, tx, undefined))];
  });
  for (const command of await readCommands(deps.db, seqs)) deps.venue.submit(command);
  return seqs.length;
}

/**
 * Journals an order of the system for every intraday position in these shares, or in any share when an
 * earlier day left it (no `codes`). One whose share takes no orders now stays for the next time.
 */
async function closePositions(
  parts: SquareOffDeps,
  tx: Queryable,
  codes: readonly string[] | undefined,
): Promise<readonly bigint[]> {
  const { marketDate } = parts.market.now();
  const seqs: bigint[] = [];
  const positions = await store.positionsToClose(tx, marketDate, codes);
  const atExchange = await ordersAtExchange(
    tx,
    positions.flatMap(({ openOrders }) => openOrders),
    marketDate,
  );
  for (const position of positions) {
    const { openOrders, notWaiting: orders } = position;
    if (openOrders.some((id) => atExchange.has(id))) continue;
    const closing = await insertClosingOrder(parts, tx, position, SQUARE_OFF);
    if (closing && orders.length > 0) parts.log.fatal({ orders }, 'orders are open that the exchange does not have');
    seqs.push(...(closing?.seqs ?? []));
  }
  return seqs;
}

const codesOf = ({ market }: Pick<SquareOffDeps, 'market'>, shares: Shares): readonly string[] =>
  market
    .instruments()
    .filter(({ issuer }) => issuer && issuer.casEligible === (shares === 'auctioned'))
    .map(({ code }) => code);
