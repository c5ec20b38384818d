import { strangeCalls } from '#modules/delivery/index.ts';
import { begunDays } from '#modules/market/index.ts';
import {
  appliedRows,
  isOwnApplied,
  isOwnJournalled,
  isOwnRequestId,
  strangeFills,
  strangeRows,
  unappliedRows,
} from '#modules/orders/index.ts';
import { strangeWaiting } from '#modules/placing/index.ts';
import { finding, type Check } from './finding.ts';

/**
 * Each command has the authentication code of a server, and so has each order in its place, or as it waits for a
 * pre-open, each margin call, and each row by which something is held, due, billed or delivered: nothing was done by
 * what was written by hand. Reads a day at a time.
 */
export const verifyCommands: Check = async (db, keys) => {
  const found = finding('commands_signed');
  const begun = await begunDays(db);
  for (const { seq, kind, marketDay } of await db.query<{ seq: bigint; kind: string; marketDay: number }>(
    'verify.commands_of_no_day',
    'SELECT c.seq, c.kind, c.market_day FROM trading.command c WHERE c.market_day <> ALL ($1::integer[])',
    [begun.map(({ marketDay }) => marketDay)],
  ))
    found.add(`command ${seq} (${kind}) is of day ${marketDay}, which has not begun`);
  for (const { marketDay, marketDate } of begun) {
    for (const row of await appliedRows(db, marketDay, 0))
      if (!isOwnApplied(keys, row)) found.add(`command ${row.seq} (${row.kind}) of ${marketDate} is of no server`);
    for (const id of await strangeFills(db, keys, marketDay)) found.add(`fill ${id} of ${marketDate} is of no server`);
  }
  for (const row of await unappliedRows(db))
    if (!isOwnJournalled(keys, row)) found.add(`command ${row.seq} (${row.kind}), which waits, is of no server`);
  for (const id of await strangeWaiting(db, keys)) found.add(`order ${id}, which waits, is of no server`);
  for (const { id } of await db.query<{ id: bigint }>('verify.orders_without_command', WITHOUT_COMMAND))
    found.add(`order ${id} came to no market and waits for none: it is of no server`);
  for (const id of await strangeCalls(db, keys)) found.add(`a margin call of position ${id} is of no server`);
  for (const { id, requestId } of await db.query<{ id: bigint; requestId: string }>(
    'verify.own_requests',
    `SELECT o.id, o.request_id FROM trading."order" o WHERE o.request_id ~ '^(gtt|basket|sip):' ORDER BY o.id`,
  ))
    if (!isOwnRequestId(keys, requestId)) found.add(`order ${id} is of the request ${requestId}, which no server made`);
  for (const row of await strangeRows(db, keys)) found.add(`${row} is of no server`);
  return [found.end()];
};

/** One that ended while it waited has no command either. */
const WITHOUT_COMMAND = `SELECT o.id FROM trading."order" o
  WHERE NOT (o.after_market AND o.state IN ('pending', 'cancelled', 'rejected'))
    AND NOT EXISTS (SELECT FROM trading.command c WHERE c.order_id = o.id AND c.kind = 'place') ORDER BY o.id`;
