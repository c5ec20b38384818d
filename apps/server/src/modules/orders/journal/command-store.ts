import type { JournalledCommand } from '@khara/market-day';
import type { Deps } from '#src/kernel/deps.ts';
import type { Queryable } from '#src/ports/database.ts';
import type { AppliedCommand } from '#src/ports/exchange.ts';
import { PLACED_COMMAND, toCommand, COMMAND, type JournalRow } from './journal.ts';
import { type PlacedRow, isOwnApplied, isOwnJournalled } from './signed-commands.ts';

/* Commands of the journal, as they are read to be applied or played again. */

/** Commands applied on this market day at this step or later, by place, as their table has them. */
export const appliedRows = (db: Queryable, marketDay: number, fromStep: number): Promise<readonly PlacedRow[]> =>
  db.query<PlacedRow>(
    'orders.applied_commands',
    `SELECT ${PLACED_COMMAND} FROM trading.command c LEFT JOIN trading."order" o ON o.id = c.order_id
     WHERE c.market_day = $1 AND c.applied_step >= $2 ORDER BY c.applied_step, c.applied_index`,
    [marketDay, fromStep],
  );

const placed = (row: PlacedRow): AppliedCommand => ({
  command: toCommand(row),
  step: row.appliedStep,
  index: row.appliedIndex,
});

/** The same as commands: what the log of a day is made of. */
export const appliedCommands = async (
  db: Queryable,
  marketDay: number,
  fromStep: number,
): Promise<readonly AppliedCommand[]> => (await appliedRows(db, marketDay, fromStep)).map(placed);

/** The same to be played again, by a restarted venue or one that follows. Throws at one that no server wrote. */
export async function commandsToPlay(
  db: Queryable,
  marketDay: number,
  fromStep: number,
): Promise<readonly AppliedCommand[]> {
  const rows = await appliedRows(db, marketDay, fromStep);
  const strange = rows.find((row) => !isOwnApplied(db.ownKeys(), row));
  if (strange) {
    throw new Error(
      `The market does not open: command ${strange.seq} of the day that runs was written by no server. ` +
        'It was changed in the database: run npm run verify, and put a backup back.',
    );
  }
  return rows.map(placed);
}

type UnappliedDeps = Pick<Deps, 'db' | 'log'>;

/**
 * Commands that wait for their place: those of the journal's table alone, since an order that was taken as it
 * was placed has its place from the beginning. The view of all commands would read every order to find none.
 */
const UNAPPLIED = `SELECT ${COMMAND} FROM trading.journal_command c LEFT JOIN trading."order" o ON o.id = c.order_id
     WHERE c.applied_step IS NULL`;

export const unappliedRows = (db: Queryable): Promise<readonly JournalRow[]> =>
  db.query<JournalRow>('orders.unapplied_commands', `${UNAPPLIED} ORDER BY c.seq`);

/** Those that a server wrote. */
const written = ({ db, log }: UnappliedDeps, rows: readonly JournalRow[]): readonly JournalledCommand[] =>
  rows
    .filter((row) => {
      const isOwn = isOwnJournalled(db.ownKeys(), row);
      if (!isOwn) log.fatal({ seq: row.seq, kind: row.kind }, 'no server wrote a command: nothing is done by it');
      return isOwn;
    })
    .map(toCommand);

/**
 * Commands that are journalled and not applied: what a restarted venue applies next, in the order in which
 * they were acknowledged.
 */
export const unappliedCommands = async (deps: UnappliedDeps): Promise<readonly JournalledCommand[]> =>
  written(deps, await unappliedRows(deps.db));

/**
 * Commands that any server journals, and that are not applied: changes, cancels and suspensions. The system's own are
 * journalled by the server that runs the market, which applies them itself.
 */
export async function journalledElsewhere(deps: UnappliedDeps): Promise<readonly JournalledCommand[]> {
  const rows = await deps.db.query<JournalRow>(
    'orders.journalled_elsewhere',
    `${UNAPPLIED} AND c.kind IN ('modify', 'cancel', 'suspend') ORDER BY c.seq`,
  );
  return written(deps, rows);
}

/**
 * Hands commands to the venue that were journalled some time ago and never applied. That happens when the
 * commit of an order was kept and its answer lost: the member got the answer to ask again, and may not. The
 * venue ignores what it has already. Answers how many there were.
 */
export async function resubmitForgotten(deps: UnappliedDeps & Pick<Deps, 'clock' | 'venue'>): Promise<number> {
  const rows = await deps.db.query<JournalRow>(
    'orders.forgotten_commands',
    `${UNAPPLIED} AND c.accepted_ms < $1 ORDER BY c.seq`,
    [deps.clock.now() - FORGOTTEN_AFTER_MS],
  );
  const commands = written(deps, rows);
  for (const command of commands) deps.venue.submit(command);
  return commands.length;
}

/** Longer than any statement may take, so that nothing of this age is still being committed. */
const FORGOTTEN_AFTER_MS = 10_000;
