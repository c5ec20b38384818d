import { done } from './result.ts';

/*
 * Pages of lists, the newest first. A list goes on by a cursor: for most the id of the last row shown.
 */

/** Rows of a page whose caller asks for no number of them. */
export const DEFAULT_SIZE = 20;

/** A page of a member's rows: those before `before`, the newest first. */
export type PageOf = { readonly userId: string; readonly before: bigint | undefined; readonly limit: number };

/** Before everything: a plain comparison is what lets the index find where a page begins. */
export const NEWEST = 9_223_372_036_854_775_807n;

/** An id as it travels; undefined for what cannot be one of ours. */
export const idIn = (text: string): bigint | undefined => (/^\d{1,18}$/.test(text) ? BigInt(text) : undefined);

/**
 * The id before which a page goes on, or by which a list is filtered: undefined where none is asked for. One
 * that cannot be ours finds nothing.
 */
export const readCursor = (cursor: string | undefined): bigint | undefined =>
  cursor === undefined ? undefined : (idIn(cursor) ?? 0n);

/** The rows of a page, of which one more was read to know whether the list goes on, and where it does. */
export function cutPage<Row>(
  rows: readonly Row[],
  size: number,
  cursorOf: (row: Row) => bigint | string,
): { readonly shown: readonly Row[]; readonly nextCursor: string | null } {
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return { shown, nextCursor: last === undefined ? null : String(cursorOf(last)) };
}

/** A page of rows that are listed by their ids, as it is answered. */
export function presentPage<Row extends { readonly id: bigint }, Item>(
  rows: readonly Row[],
  size: number,
  show: (row: Row) => Item,
) {
  const { shown, nextCursor } = cutPage(rows, size, ({ id }) => id);
  return done({ list: shown.map(show), nextCursor });
}

/** A list that is never long: all of it. */
export const wholePage = <T>(list: readonly T[]) => ({ list: [...list], nextCursor: null });

/**
 * Rows of a list, read on until there are `limit` of them or no more: those that no server wrote do not count. `read`
 * has up to `most` rows of the list from an id on, that one included; at most two have the same id.
 */
export async function readOwnRows<Row extends { readonly id: bigint }>(
  limit: number,
  read: (from: bigint | undefined, most: number) => Promise<readonly Row[]>,
  ownRows: (rows: readonly Row[]) => readonly Row[],
): Promise<readonly Row[]> {
  const own = new Map<bigint, Row>();
  const most = limit + 2;
  let from: bigint | undefined;
  for (;;) {
    const rows = await read(from, most);
    for (const row of ownRows(rows)) own.set(row.id, row);
    if (own.size >= limit || rows.length < most) return [...own.values()].slice(0, limit);
    from = rows.at(-1)!.id; // there are some
  }
}
