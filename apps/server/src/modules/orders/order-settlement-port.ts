import type { JournalledCommand } from '@khara/market-day';
import { fencedDatabase } from '#modules/market/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { AppliedCommand, SettlementPort } from '#src/ports/exchange.ts';
import { settleBatch } from './settlement/settle-batch.ts';
import { dropArticles } from '#modules/articles/index.ts';
import { beginMarketDay } from './settlement/begin-market-day.ts';
import { endMarketDay } from './settlement/end-market-day.ts';
import { callMargins, watchedMargins } from './margin-calls/margin-calls.ts';
import { settleDay } from './settlement/settle-day.ts';
import { noteShortDeliveries } from './short-delivery/short-delivery.ts';
import { endTimed, scheduledCommands } from './scheduled/order-commands.ts';
import { forgetNews } from './scheduled/scheduled-store.ts';
import {
  COMMAND,
  commandOf,
  type CommandRow,
  type FireRow,
  type NewsRow,
  type OfferRow,
  type SuspendRow,
} from './journal/journal.ts';

type Row = CommandRow | NewsRow | OfferRow | SuspendRow | FireRow;

/** What the venue asks of orders. The venue is built from it, so it is the one dependency that cannot be given yet. */
export const createSettlementPort = (deps: Omit<Deps, 'venue'>): SettlementPort => ({
  appliedCommands: (marketDay, fromStep) => appliedCommands(deps.db, marketDay, fromStep),
  unappliedCommands: () => unappliedCommands(deps.db),
  forgetNews: (by, beyondStep) =>
    fencedDatabase(deps.db, by).transaction(async (tx) =>
      dropArticles(tx, await forgetNews(tx, by.marketDay, beyondStep)),
    ),
  settleBatch: (batch) => settleBatch(deps, batch),
  settleDay: (day, by) => beginMarketDay({ ...deps, db: fencedDatabase(deps.db, by) }, day),
  watchedMargins: () => watchedMargins(deps),
  callMargins: (reached, now, by) => callMargins(deps, reached, now, by),
  endTimed: (marketTime, by) => endTimed({ ...deps, db: fencedDatabase(deps.db, by) }, marketTime),
  scheduledCommands: async (event, by) => {
    const fenced = { ...deps, db: fencedDatabase(deps.db, by) };
    if (event.kind === 'pay_out') {
      await noteShortDeliveries(fenced, event);
      await settleDay(fenced, event);
    } else if (event.kind === 'day_over') await endMarketDay(fenced, event);
    else return scheduledCommands(fenced, event);
    return [];
  },
});

/** Commands applied on this market day at this step or later, by place: what a restarted venue plays again. */
export async function appliedCommands(
  db: Queryable,
  marketDay: number,
  fromStep: number,
): Promise<readonly AppliedCommand[]> {
  const rows = await db.query<Row & { applied_step: number; applied_index: number }>(
    'orders.applied_commands',
    `SELECT ${COMMAND}, c.applied_step, c.applied_index
     FROM trading.command c LEFT JOIN trading."order" o ON o.id = c.order_id
     WHERE c.market_day = $1 AND c.applied_step >= $2 ORDER BY c.applied_step, c.applied_index`,
    [marketDay, fromStep],
  );
  return rows.map((row) => ({ command: commandOf(row), step: row.applied_step, index: row.applied_index }));
}

/**
 * Commands that wait for their place: those of the journal's table alone, since an order that was taken as it
 * was placed has its place from the beginning. The view of all commands would read every order to find none.
 */
const UNAPPLIED = `SELECT ${COMMAND} FROM trading.journal_command c LEFT JOIN trading."order" o ON o.id = c.order_id
     WHERE c.applied_step IS NULL`;

/**
 * Commands that are journalled and not applied: what a restarted venue applies next, in the order in which
 * they were acknowledged.
 */
async function unappliedCommands(db: Queryable): Promise<readonly JournalledCommand[]> {
  const rows = await db.query<Row>('orders.unapplied_commands', `${UNAPPLIED} ORDER BY c.seq`);
  return rows.map(commandOf);
}

/**
 * Commands that any server journals, and that are not applied: changes, cancels and suspensions. The system's own are
 * journalled by the server that runs the market, which applies them itself.
 */
export async function journalledElsewhere(db: Queryable): Promise<readonly JournalledCommand[]> {
  const rows = await db.query<Row>(
    'orders.journalled_elsewhere',
    `${UNAPPLIED} AND c.kind IN ('modify', 'cancel', 'suspend') ORDER BY c.seq`,
  );
  return rows.map(commandOf);
}

/**
 * Hands commands to the venue that were journalled some time ago and never applied. That happens when the
 * commit of an order was kept and its answer lost: the member got the answer to ask again, and may not. The
 * venue ignores what it has already. Answers how many there were.
 */
export async function resubmitForgotten(deps: Pick<Deps, 'db' | 'clock' | 'venue'>): Promise<number> {
  const rows = await deps.db.query<Row>(
    'orders.forgotten_commands',
    `${UNAPPLIED} AND c.accepted_ms < $1 ORDER BY c.seq`,
    [deps.clock.now() - FORGOTTEN_AFTER_MS],
  );
  for (const row of rows) deps.venue.submit(commandOf(row));
  return rows.length;
}

/** Longer than any statement may take, so that nothing of this age is still being committed. */
const FORGOTTEN_AFTER_MS = 10_000;
