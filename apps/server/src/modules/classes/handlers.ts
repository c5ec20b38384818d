import type { Body } from '@khara/contract';
import { MAX_CLASS_DAYS, DAY_MS, toCodeSigns, CLASS_CODE_SIGNS } from '@khara/rules';
import { paise } from '@khara/money';
import { isAsRecorded } from '#modules/ledger/index.ts';
import type { HandlersFor, MemberCaller } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { randomId } from '#src/security/random-id.ts';
import { CLASS_INDEX, presentBoard, presentHead, presentResults } from './board.ts';
import { moveClock } from './class-clock.ts';
import { inGroups, slipCode } from './codes.ts';
import { endClass } from './end-class.ts';
import { dayInIndia, lastDay } from './last-day.ts';
import { findOwn } from './find-own.ts';
import { mayOpen } from './may-open.ts';
import { joinClass, seatNumbers } from './join-class.ts';
import * as store from './store.ts';

/** Classes of one member that go on. */
const MAX_OPEN_CLASSES = 6;

/**
 * Opens a class. Refuses, in this order: class_not_offered, class_date_invalid (from today on, a year at most),
 * too_many_classes.
 */
async function openClass(
  deps: Deps,
  { member }: MemberCaller,
  { name, seats, start, endsOn, missions }: Body<'openClass'>,
): Promise<Result<{ id: string }, 'class_not_offered' | 'class_date_invalid' | 'too_many_classes'>> {
  const { clock, db, random, market } = deps;
  if (!(await mayOpen(deps, member.userId))) return refuse('class_not_offered');
  const now = clock.now();
  if (endsOn < dayInIndia(now) || endsOn > dayInIndia(now + MAX_CLASS_DAYS * DAY_MS))
    return refuse('class_date_invalid', { field: 'endsOn' });
  const open = (await store.roomsOfOwner(db, member.userId)).filter(({ endedAt }) => endedAt === undefined);
  if (open.length >= MAX_OPEN_CLASSES) return refuse('too_many_classes', { details: { most: MAX_OPEN_CLASSES } });
  const id = randomId(random);
  const room = {
    id,
    ownerId: member.userId,
    name,
    seats,
    startPaise: paise(start)!,
    missions,
    endsOn,
    indexPaise: BigInt(market.quote(CLASS_INDEX)?.lastPrice ?? 0),
    openedAt: now,
  };
  for (let attempt = 1; ; attempt += 1) {
    const code = toCodeSigns(random.bytes(CLASS_CODE_SIGNS.wall));
    try {
      await db.transaction((tx) => store.insertRoom(tx, { ...room, code }));
      return done({ id });
    } catch (error) {
      if (!store.isCodeClash(error) || attempt === 5) throw error;
    }
  }
}

export const handlers = {
  openClass,
  joinClass,
  classClock: moveClock,

  classes: async (deps, { member }) => {
    const [rooms, isOffered] = await Promise.all([
      store.roomsOfOwner(deps.db, member.userId),
      mayOpen(deps, member.userId),
    ]);
    return done({ isOffered, list: rooms.map(presentHead) });
  },

  changeClass: async (deps, { member }, { id, missions }) => {
    const room = await findOwn(deps, member.userId, id);
    if (!room) return refuse('class_unknown');
    const isSet = await deps.db.transaction((tx) => store.setMissions(tx, id, missions));
    return isSet ? done(null) : refuse('class_ended', { details: { on: lastDay(room) } });
  },

  classBoard: async (deps, { member }, { id }) => {
    const room = await findOwn(deps, member.userId, id);
    return room ? done(await presentBoard(deps, room)) : refuse('class_unknown');
  },

  classResults: async (deps, { member }, { id }) => {
    const room = await findOwn(deps, member.userId, id);
    return room ? done(await presentResults(deps, room)) : refuse('class_unknown');
  },

  classSlips: async (deps, { member }, { id }) => {
    const room = await findOwn(deps, member.userId, id);
    if (!room) return refuse('class_unknown');
    if (room.endedAt !== undefined) return refuse('class_ended', { details: { on: lastDay(room) } });
    const slips = seatNumbers(room).map((seat) => ({ seat, code: inGroups(slipCode(deps, room, seat)) }));
    return done({ ...presentHead(room), slips });
  },

  endClass: async (deps, { member }, { id }) => {
    const room = await findOwn(deps, member.userId, id);
    if (!room) return refuse('class_unknown');
    if (room.endedAt === undefined) await endClass(deps, id);
    return done(null);
  },

  ownClass: async (deps, { member }) => {
    const seat = await store.seatOfMember(deps.db, member.userId);
    const room = seat && (await store.roomById(deps.db, seat.roomId));
    if (!room || room.endedAt !== undefined) return done({ own: null });
    if (!(await isAsRecorded(deps, store.CLASS_SEATS, member.userId))) return done({ own: null });
    return done({
      own: {
        name: room.name,
        seat: seat.no,
        code: inGroups(slipCode(deps, room, seat.no)),
        endsOn: room.endsOn,
        movedAt: seat.movedAt ?? null,
        missions: [...room.missions],
      },
    });
  },
} satisfies HandlersFor<
  | 'openClass'
  | 'classes'
  | 'changeClass'
  | 'classBoard'
  | 'classResults'
  | 'classSlips'
  | 'classClock'
  | 'endClass'
  | 'joinClass'
  | 'ownClass'
>;
