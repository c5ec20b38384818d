import type { Body, Data } from '@khara/contract';
import { MINUTE_MS } from '@khara/rules';
import {
  forgetAccountAttempts,
  giveBackAccountAttempt,
  liveAddresses,
  moveToDevice,
  openDeviceAccount,
  proveDevice,
  signInTo,
  takeAccountAttempt,
  toNetwork,
  type ProvedDevice,
} from '#modules/accounts/index.ts';
import { isAsRecorded } from '#modules/ledger/index.ts';
import type { Guest } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { readTyped, slipCode } from './codes.ts';
import { lastDay } from './last-day.ts';
import * as store from './store.ts';

/** Wrong codes of a device, and of a network, in which a whole class sits. */
const TRIES = {
  device: { kind: 'window', max: 5, windowMs: MINUTE_MS },
  network: { kind: 'window', max: 200, windowMs: MINUTE_MS },
} as const;

type Refusals =
  | 'agreement_required'
  | 'device_key_refused'
  | 'class_code_paused'
  | 'class_code_unknown'
  | 'class_ended'
  | 'class_full'
  | 'class_seat_elsewhere'
  | 'class_seat_kept'
  | 'class_device_taken';

/**
 * Takes a seat: by the code of the wall the next free one, by a slip its own, from another device too. A
 * device that has a seat of the class comes back to it. Refuses, in this order: agreement_required,
 * device_key_refused, class_code_paused (`retryAfter`), class_code_unknown, class_ended (`on`),
 * class_seat_kept, class_seat_elsewhere, class_full, class_device_taken: the device has another practice
 * account by this key.
 */
export async function joinClass(
  deps: Deps,
  caller: Guest,
  { code, move, agree, ...proof }: Body<'joinClass'>,
): Promise<Result<Data<'joinClass'>, Refusals>> {
  if (agree !== true) return refuse('agreement_required', { field: 'agree' });
  const device = await proveDevice(deps, proof);
  if (!device) return refuse('device_key_refused');
  const found = await findPlace(deps, caller, device, code);
  if (found.refused !== undefined) return found;
  const { room, seat: no } = found.value;
  if (room.endedAt !== undefined) return refuse('class_ended', { details: { on: lastDay(room) } });
  const seats = await store.seatsOf(deps.db, room.id);
  const own = seats.find(({ deviceKey }) => deviceKey && Buffer.compare(deviceKey, device.deviceKey) === 0);
  if (own && (no === undefined || own.no === no)) return comeBack(deps, caller, device, own);
  const taken = no === undefined ? undefined : seats.find((seat) => seat.no === no);
  if (taken) return moveHere(deps, caller, device, { seat: taken, isAsked: move === true });
  const seat = {
    startPaise: room.startPaise,
    take: (tx: Parameters<typeof store.takeSeat>[0], memberId: string) =>
      store.takeSeat(tx, { roomId: room.id, memberId, no }),
  };
  const opened = await openDeviceAccount(deps, caller, device, seat);
  if (opened) return done({ ...opened.signedIn, seat: opened.place! });
  // The key has an account; or the last seat, or this one, was taken a moment ago.
  const now = await store.seatsOf(deps.db, room.id);
  const same = now.find(({ deviceKey }) => deviceKey && Buffer.compare(deviceKey, device.deviceKey) === 0);
  if (same && (no === undefined || no === same.no)) return comeBack(deps, caller, device, same);
  if (now.length >= room.seats) return refuse('class_full', { details: { seats: room.seats } });
  return refuse(now.some((one) => one.no === no) ? 'class_seat_elsewhere' : 'class_device_taken');
}

const pause = (ms: number) => refuse('class_code_paused', { details: { retryAfter: Math.ceil(ms / 1000) } });

type Place = { readonly room: store.Room; readonly seat: number | undefined };

/**
 * A wrong code counts before it is looked at. A right one gives the network its try back, and the device all. In a
 * network that is paused only right codes go on, of classes that sit there.
 */
async function findPlace(
  deps: Deps,
  caller: Guest,
  device: ProvedDevice,
  typed: string,
): Promise<Result<Place, 'class_code_paused' | 'class_code_unknown'>> {
  const { db, clock } = deps;
  const keys = {
    device: `class-device:${Buffer.from(device.deviceKey).toString('hex')}`,
    network: `class-network:${toNetwork(caller.address)}`,
  };
  const deviceMs = await takeAccountAttempt(db, keys.device, TRIES.device, clock.now());
  if (deviceMs > 0) return pause(deviceMs);
  const networkMs = await takeAccountAttempt(db, keys.network, TRIES.network, clock.now());
  const place = await readPlace(deps, typed);
  if (networkMs > 0 && !(place && (await isAtHome(deps, caller, place.room)))) return pause(networkMs);
  if (!place) return refuse('class_code_unknown');
  await forgetAccountAttempts(db, keys.device);
  if (networkMs === 0) await giveBackAccountAttempt(db, keys.network);
  return done(place);
}

/** Undefined for a code that no class and no seat has. */
async function readPlace(deps: Deps, typed: string): Promise<Place | undefined> {
  const read = readTyped(typed);
  const room = read && (await store.roomByCode(deps.db, read.wall));
  if (!read || !room || !(await isAsRecorded(deps, store.CLASS_ROOMS, room.id))) return undefined;
  if (read.slip === undefined) return { room, seat: undefined };
  const seat = seatNumbers(room).find((no) => slipCode(deps, room, no) === read.slip);
  return seat === undefined ? undefined : { room, seat };
}

/**
 * Whether the teacher or a seat of a class is in the caller's network: a guesser there holds up no right code of it.
 */
async function isAtHome({ db }: Pick<Deps, 'db'>, caller: Guest, room: store.Room): Promise<boolean> {
  const seats = await store.seatsOf(db, room.id);
  const addresses = await liveAddresses(db, [room.ownerId, ...seats.map(({ memberId }) => memberId)]);
  const network = toNetwork(caller.address);
  return addresses.some((address) => toNetwork(address) === network);
}

export const seatNumbers = ({ seats }: Pick<store.Room, 'seats'>): readonly number[] =>
  Array.from({ length: seats }, (_, index) => index + 1);

async function comeBack(
  deps: Deps,
  caller: Guest,
  device: ProvedDevice,
  { no }: store.Seat,
): Promise<Result<Data<'joinClass'>, 'device_key_refused'>> {
  const signedIn = await signInTo(deps, caller, device);
  return signedIn ? done({ ...signedIn, seat: no }) : refuse('device_key_refused');
}

async function moveHere(
  deps: Deps,
  caller: Guest,
  device: ProvedDevice,
  { seat, isAsked }: { readonly seat: store.Seat; readonly isAsked: boolean },
): Promise<
  Result<Data<'joinClass'>, 'class_seat_kept' | 'class_seat_elsewhere' | 'class_device_taken' | 'class_code_unknown'>
> {
  if (seat.deviceKey === undefined) return refuse('class_seat_kept');
  if (!isAsked) return refuse('class_seat_elsewhere', { details: { seat: seat.no } });
  if (!(await isAsRecorded(deps, store.CLASS_SEATS, seat.memberId))) return refuse('class_code_unknown');
  const signedIn = await moveToDevice(deps, caller, seat.memberId, device);
  if (!signedIn) return refuse('class_device_taken');
  await store.noteMoved(deps.db, seat.memberId, deps.clock.now());
  return done({ ...signedIn, seat: seat.no });
}
