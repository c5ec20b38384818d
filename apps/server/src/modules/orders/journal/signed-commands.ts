import { type Order, placeCommand } from '@khara/broker';
import type { JournalledCommand } from '@khara/market-day';
import { sqlArray } from '#src/kernel/sql-array.ts';
import type { Queryable } from '#src/ports/database.ts';
import type { Keys } from '#src/security/keys.ts';
import { isOwnCommand, macOfCommand, type SaidCommand } from '#src/security/command-mac.ts';
import { COMMAND, PLACED_COMMAND, toCommand, type JournalRow } from './journal.ts';

/*
 * Commands have an authentication code. The server that journals a command writes it, in the same transaction; the
 * market is given no other. An order that is placed has its own in its row. It says whose the order is, too.
 */

type MacKeys = Pick<Keys, 'installSecret'>;

/**
 * Of an order whose own row is its command. `place`: market day, step and index; none while it waits for a pre-open.
 */
const saidOfOrder = (order: Order, place: readonly number[]): SaidCommand => {
  const command = placeCommand(
    { seq: Number(order.id), orderId: order.id },
    { ...order, byProgram: order.program !== undefined, bySystem: false },
  );
  return { command, order: { userId: order.userId, asset: order.asset, product: order.product, place } };
};

export const macOfOrder = (keys: MacKeys, order: Order, place: readonly number[]): Uint8Array =>
  macOfCommand(keys, saidOfOrder(order, place));

/** Whether an order that waits for a pre-open is as a server took it, or changed it last. */
export const isOwnWaiting = (keys: MacKeys, order: Order, mac: Uint8Array | undefined): boolean =>
  isOwnSaid(keys, mac, () => saidOfOrder(order, []));

/**
 * Signs commands that this transaction has journalled just now, and answers their numbers: without it they are given to
 * no market.
 */
export async function signCommands(
  tx: Queryable,
  rows: readonly { readonly seq: bigint }[],
): Promise<readonly bigint[]> {
  const seqs = rows.map(({ seq }) => seq);
  if (seqs.length > 0)
    await signSaid(
      tx,
      (await journalled(tx, seqs)).map((row) => saidByRow(row, [])),
    );
  return seqs;
}

type PlainCommand = Exclude<JournalledCommand, { readonly kind: 'place' }>;

/** The same, where they are known. */
export const signKnown = (tx: Queryable, commands: readonly PlainCommand[]): Promise<unknown> =>
  signSaid(
    tx,
    commands.map((command) => ({ command })),
  );

const signSaid = (tx: Queryable, said: readonly SaidCommand[]): Promise<unknown> =>
  tx.query(
    'orders.sign_commands',
    `UPDATE trading.journal_command c SET mac = n.mac FROM (SELECT unnest($1::bigint[]) AS seq, unnest($2::bytea[]) AS mac) n
     WHERE c.seq = n.seq AND c.seq = ANY ($1::bigint[])`,
    [
      sqlArray(
        'bigint',
        said.map(({ command }) => BigInt(command.seq)),
      ),
      sqlArray(
        'bytea',
        said.map((one) => macOfCommand(tx.ownKeys(), one)),
      ),
    ],
  );

const journalled = (db: Queryable, seqs: readonly bigint[]): Promise<readonly JournalRow[]> =>
  db.query<JournalRow>(
    'orders.commands_of',
    `SELECT ${COMMAND} FROM trading.journal_command c LEFT JOIN trading."order" o ON o.id = c.order_id
     WHERE c.seq = ANY ($1::bigint[]) ORDER BY c.seq`,
    [seqs],
  );

/** Journalled commands that a server wrote, by their numbers. */
export const readCommands = async (db: Queryable, seqs: readonly bigint[]): Promise<readonly JournalledCommand[]> =>
  seqs.length === 0
    ? []
    : (await journalled(db, seqs)).filter((row) => isOwnJournalled(db.ownKeys(), row)).map(toCommand);

/** Whether a server wrote a row of the journal's table. */
export const isOwnJournalled = (keys: MacKeys, row: JournalRow): boolean =>
  isOwnSaid(keys, row.mac, () => saidByRow(row, []));

/** What makes no command is of no server, and in no other's way. */
function isOwnSaid(keys: MacKeys, mac: Uint8Array | undefined, say: () => SaidCommand): boolean {
  try {
    return isOwnCommand(keys, say(), mac);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Numbers of commands of these kinds and orders that no server wrote: they are in no other's way. */
export async function strangeCommands(
  db: Queryable,
  kinds: readonly JournalledCommand['kind'][],
  orderIds: readonly bigint[],
): Promise<readonly bigint[]> {
  const rows = await db.query<PlacedRow>(
    'orders.strange_commands',
    `SELECT ${PLACED_COMMAND} FROM trading.command c LEFT JOIN trading."order" o ON o.id = c.order_id
     WHERE c.kind = ANY ($1::text[]) AND c.order_id = ANY ($2::bigint[])`,
    [kinds, orderIds],
  );
  return rows.flatMap((row) => (isOwnApplied(db.ownKeys(), row) ? [] : row.seq));
}

function saidByRow(row: JournalRow, place: readonly number[]): SaidCommand {
  const command = toCommand(row);
  if (command.kind !== 'place') return { command };
  const { userId, asset, product } = row;
  return { command, order: { userId: userId!, asset: asset!, product: product!, place } }; // it has an order
}

/** A command with its place, as the view of all commands has it. */
export type PlacedRow = JournalRow & {
  readonly marketDay: number;
  readonly appliedStep: number;
  readonly appliedIndex: number;
  /** The order's own row is its command. */
  readonly isOwnRow: boolean;
};

/** Whether a server wrote a command that was applied. */
export const isOwnApplied = (keys: MacKeys, row: PlacedRow): boolean =>
  isOwnSaid(keys, row.mac, () =>
    saidByRow(row, row.isOwnRow ? [row.marketDay, row.appliedStep, row.appliedIndex] : []),
  );
