import type { Data } from '@khara/contract';
import { max, rupees } from '@khara/money';
import { MIN_CLASS_RESULTS } from '@khara/rules';
import { doneMissions } from '#modules/missions/index.ts';
import { readCapital } from '#modules/statement/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { clockHolder } from './class-clock.ts';
import * as store from './store.ts';

/** The index that a class is held against. */
export const CLASS_INDEX = 'KHARA50';

export const presentHead = (room: store.Room) => ({
  id: room.id,
  name: room.name,
  code: room.code,
  seats: room.seats,
  taken: room.taken,
  start: rupees(room.startPaise),
  endsOn: room.endsOn,
  endedAt: room.endedAt ?? null,
});

/** What a teacher sees of seats: there or not, done or not done. `classes.test.ts` walks all of it. */
export async function presentBoard(deps: Deps, room: store.Room): Promise<Data<'classBoard'>> {
  const [seats, holder] = await Promise.all([store.seatsOf(deps.db, room.id), clockHolder(deps)]);
  const done = await doneMissions(
    deps,
    seats.map(({ memberId }) => memberId),
    room.missions.map(({ id }) => id),
  );
  return {
    ...presentHead(room),
    taken: seats.length,
    missions: [...room.missions],
    list: seats.map(({ no, memberId, movedAt }) => ({
      seat: no,
      done: done.get(memberId) ?? [],
      movedAt: movedAt ?? null,
    })),
    clock: holder === undefined ? 'off' : holder.id === room.id ? 'own' : 'other',
  };
}

/**
 * Results of the seats that have traded, in per cent of what each began with, sorted, and sums of all. With fewer than
 * eight there are none, so that no result can be traced to a seat.
 */
export async function presentResults(deps: Deps, room: store.Room): Promise<Data<'classResults'>> {
  const members = (await store.seatsOf(deps.db, room.id)).map(({ memberId }) => memberId);
  if (members.length < MIN_CLASS_RESULTS) return { results: null };
  const waiting = await store.countOpenOrders(deps.db, members);
  const totals: Awaited<ReturnType<typeof readCapital>>[] = [];
  // One after the other: a class at once would take all connections, and its students would wait for them.
  for (const memberId of members) {
    const capital = await readCapital(deps, memberId);
    // The board shows who has traded: where few have, a result other than none would be one of theirs.
    if (capital.moves.charges > 0n) totals.push(capital);
  }
  if (totals.length < MIN_CLASS_RESULTS) return { results: null };
  const list = totals.map(({ total, putIn }) => inPercent(total - putIn, putIn));
  const charges = totals.reduce((sum, { moves }) => sum + moves.charges, 0n);
  const gains = totals.reduce((sum, { total, putIn, moves }) => sum + max(0n, total - putIn + moves.charges), 0n);
  const level = deps.market.quote(CLASS_INDEX)?.lastPrice;
  const moved = level === undefined ? 0n : BigInt(level) - room.indexPaise;
  return {
    results: {
      list: list.toSorted((a, b) => Number(a) - Number(b)),
      index: inPercent(moved, room.indexPaise),
      charges: gains > 0n ? inPercent(charges, gains) : null,
      waiting,
    },
  };
}

/** Per cent with two decimals, towards zero. */
const inPercent = (part: bigint, whole: bigint): string => rupees(whole <= 0n ? 0n : (part * 10_000n) / whole);
