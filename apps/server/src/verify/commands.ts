import { begunDays } from '#modules/market/index.ts';
import { appliedRows, isOwnApplied, isOwnJournalled, unappliedRows } from '#modules/orders/index.ts';
import { strangeWaiting } from '#modules/placing/index.ts';
import { finding, type Check } from './finding.ts';

/**
 * Each command has the authentication code of a server, and so has each order in its place, or as it waits for a
 * pre-open: the market was given nothing that was written by hand. Reads a day at a time.
 */
export const verifyCommands: Check = async (db, keys) => {
  const found = finding('commands_signed');
  for (const { marketDay, marketDate } of await begunDays(db)) {
    for (const row of await appliedRows(db, marketDay, 0))
      if (!isOwnApplied(row, keys)) found.add(`command ${row.seq} (${row.kind}) of ${marketDate} is of no server`);
  }
  for (const row of await unappliedRows(db))
    if (!isOwnJournalled(row, keys)) found.add(`command ${row.seq} (${row.kind}), which waits, is of no server`);
  for (const id of await strangeWaiting(db, keys)) found.add(`order ${id}, which waits, is of no server`);
  return [found.end()];
};
