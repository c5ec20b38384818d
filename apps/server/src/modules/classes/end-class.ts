import { DAY_MS } from '@khara/rules';
import { shutPractice } from '#modules/accounts/index.ts';
import { announce, notifyAll } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { releaseClock } from './class-clock.ts';
import { dayInIndia } from './last-day.ts';
import * as store from './store.ts';

/** For how long an old code says that its class has ended. */
const FORGOTTEN_AFTER_MS = 30 * DAY_MS;
/** Last days on which its seats hear of the end. */
const TOLD_DAYS = 3;

/**
 * Its seats are shut at once, and erased when what they have under way is over: an order at the close at the latest.
 */
export async function endClass(deps: Deps, id: string): Promise<void> {
  const sessions = await deps.db.transaction(async (tx) => {
    if (!(await store.endRoom(tx, id, deps.clock.now()))) return [];
    const ended: string[] = [];
    for (const { memberId } of await store.seatsOf(tx, id)) ended.push(...(await shutPractice(tx, deps, memberId)));
    return ended;
  });
  deps.pushes.endSessions(sessions);
  await giveBackKept(deps);
  await releaseClock(deps);
}

/** Ends classes whose last day is over, and gives seats notice of it on the last days. Safe to run twice. */
export async function tendClasses(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const today = dayInIndia(clock.now());
  for (const room of await store.openRooms(db)) {
    if (room.endsOn < today) await endClass(deps, room.id);
    else await tellOfEnd(deps, room, today);
  }
  await giveBackKept(deps);
  for (const { id } of await store.forgettableRooms(db, clock.now() - FORGOTTEN_AFTER_MS))
    await db.transaction((tx) => store.forgetRoom(tx, id));
}

/** A seat that was kept is its member's from now on. Accounts of the others are erased with closed ones. */
async function giveBackKept({ db }: Deps): Promise<void> {
  for (const room of await store.endedRooms(db))
    for (const { memberId, deviceKey } of await store.seatsOf(db, room.id))
      if (!deviceKey) await db.transaction((tx) => store.giveBackSeat(tx, memberId));
}

/** Once a day, on the last three. */
async function tellOfEnd(deps: Deps, room: store.Room, today: string): Promise<void> {
  const { db, clock } = deps;
  if (dayInIndia(clock.now() + (TOLD_DAYS - 1) * DAY_MS) < room.endsOn) return;
  const seats = await store.seatsOf(db, room.id);
  const notices = seats
    .filter(({ deviceKey }) => deviceKey !== undefined)
    .map(({ memberId: userId }) => ({
      userId,
      category: 'system' as const,
      key: 'classEnds' as const,
      params: { date: room.endsOn },
      link: '/pages/learn/index',
      about: `class-ends:${today}`,
      at: clock.now(),
    }));
  announce(deps, ...(await notifyAll(db, notices)));
}
