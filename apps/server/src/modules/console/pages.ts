/** Lists that go on below the id of their last line. */

export const readCursor = (cursor: string | undefined): bigint | null =>
  cursor === undefined ? null : BigInt(/^\d{1,18}$/.test(cursor) ? cursor : 0);

/** A page of `size`, of which one line more was read to know whether it goes on. */
export function cutPage<T extends { readonly id: string }>(
  lines: readonly T[],
  size: number,
  cursorOf = (line: T) => line.id,
) {
  const list = lines.slice(0, size);
  const last = lines.length > size ? list.at(-1) : undefined;
  return { list, nextCursor: last ? cursorOf(last) : null };
}

/** A list that is never long: all of it. */
export const wholePage = <T>(list: readonly T[]) => ({ list: [...list], nextCursor: null });
