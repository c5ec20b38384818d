import { CLASS_STARTS_PAISE, MAX_CLASS_MISSIONS, MAX_CLASS_NAME, MAX_CLASS_SEATS } from '@khara/rules';
import { rupees } from '@khara/money';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { RECORDED_MISSIONS } from './missions.ts';
import { DeviceProof } from './practice.ts';
import { SignedIn } from './user.ts';
import {
  Bool,
  Count,
  Id,
  IdIn,
  Instant,
  listIn,
  MarketDate,
  Money,
  nameIn,
  Nothing,
  Percent,
  plainNumber,
  Whole,
} from './wire.ts';

/** A mission of a class, and the day for which it is set. */
const Assignment = z.object({ id: z.enum(RECORDED_MISSIONS, { error: 'not_found' }), on: z.nullable(MarketDate) });
const Assignments = listIn(
  z.array(Assignment, { error: 'invalid_input' }).check(z.maxLength(MAX_CLASS_MISSIONS, { error: 'invalid_input' })),
);

const ClassHead = {
  id: Id,
  name: z.string(),
  /** Of the wall: four signs. */
  code: z.string(),
  seats: Count,
  taken: Count,
  /** What each seat begins with. */
  start: Money,
  /** Its last day, by India's calendar. */
  endsOn: z.string(),
  /** When it ended, ms. */
  endedAt: z.nullable(Instant),
};

export const classCalls = {
  openClass: call({
    path: '/app/class/open',
    method: 'POST',
    access: 'member',
    doc: 'Opens a class with seats, which are practice accounts. The server knows seats by number, and no name of a student.',
    body: {
      name: nameIn('class_name_invalid', MAX_CLASS_NAME),
      seats: Whole.check(
        z.minimum(1, { error: 'class_seats_invalid' }),
        z.maximum(MAX_CLASS_SEATS, { error: 'class_seats_invalid' }),
      ),
      /** Rupees. */
      start: z.enum(CLASS_STARTS_PAISE.map(rupees), { error: 'invalid_input' }),
      endsOn: MarketDate,
      missions: Assignments,
    },
    data: z.object({ id: Id }),
    refusals: ['class_not_offered', 'class_date_invalid', 'too_many_classes'],
    specified: false,
  }),
  classes: call({
    path: '/app/class/list',
    method: 'POST',
    access: 'member',
    doc: 'Classes that the member has opened, the newest first.',
    body: {},
    data: z.object({ isOffered: z.boolean(), list: z.array(z.object(ClassHead)) }),
    refusals: [],
    specified: false,
  }),
  changeClass: call({
    path: '/app/class/change',
    method: 'POST',
    access: 'member',
    doc: 'Sets the missions of an own class, in their order.',
    body: { id: IdIn, missions: Assignments },
    data: Nothing,
    refusals: ['class_unknown', 'class_ended'],
    specified: false,
  }),
  classBoard: call({
    path: '/app/class/board',
    method: 'POST',
    access: 'member',
    doc: 'What the teacher of a class sees: who is there by seat, and which of its missions are done or not done. No money, no order, no answer of a seat.',
    body: { id: IdIn },
    data: z.object({
      ...ClassHead,
      missions: z.array(Assignment),
      taken: Count,
      /** Those that are taken. */
      list: z.array(
        z.object({
          seat: Count,
          done: z.array(z.enum(RECORDED_MISSIONS)),
          /** When it was moved to another device, ms. */
          movedAt: z.nullable(Instant),
        }),
      ),
      /** `off`: the installation gave its clock to no class; `other`: to one that was opened before. */
      clock: z.enum(['own', 'other', 'off']),
    }),
    refusals: ['class_unknown'],
    specified: false,
  }),
  classResults: call({
    path: '/app/class/results',
    method: 'POST',
    access: 'member',
    doc: 'The seats of a class that have traded, as a whole: their results since they were taken, after charges, in per cent of what they began with, sorted and of no seat; what charges took; orders of all seats that wait. None below eight that have traded.',
    body: { id: IdIn },
    data: z.object({
      results: z.nullable(
        z.object({
          list: z.array(Percent),
          /** What KHARA 50 did since the class was opened. */
          index: Percent,
          /** All charges, in per cent of what those gained who gained before charges; null where no seat did. */
          charges: z.nullable(Percent),
          /** Orders of all seats that are open. */
          waiting: Count,
        }),
      ),
    }),
    refusals: ['class_unknown'],
    specified: false,
  }),
  classSlips: call({
    path: '/app/class/slips',
    method: 'POST',
    access: 'member',
    doc: 'Codes of the seats of an own class, for slips. Who has one opens its seat.',
    body: { id: IdIn },
    data: z.object({ ...ClassHead, slips: z.array(z.object({ seat: Count, code: z.string() })) }),
    refusals: ['class_unknown', 'class_ended'],
    specified: false,
  }),
  classClock: call({
    path: '/app/class/clock',
    method: 'POST',
    access: 'member',
    doc: 'Lets the teacher of the class that has the market’s clock pause it, let it go on, and hurry it to the next phase or the end of the day. Each act is a record of the log.',
    body: {
      id: IdIn,
      act: z.enum(['pause', 'resume', 'next_phase', 'close_day'], { error: 'invalid_input' }),
      /** The session in which it was asked: another window may have moved on. */
      session: z.optional(z.string({ error: 'invalid_input' })),
    },
    data: Nothing,
    refusals: ['class_unknown', 'class_ended', 'class_clock_not_given', 'class_phase_passed'],
    specified: false,
  }),
  endClass: call({
    path: '/app/class/end',
    method: 'POST',
    access: 'member',
    doc: 'Ends an own class: its codes, and all accounts of its seats that were not kept with a phone number.',
    body: { id: IdIn },
    data: Nothing,
    refusals: ['class_unknown'],
    specified: false,
  }),
  joinClass: call({
    path: '/app/class/join',
    method: 'POST',
    access: 'guest',
    doc: 'Takes the next free seat by the code of the wall, or the seat of a slip, and signs in. A slip whose seat is open on another device is refused first; with `move` it moves here. Five wrong codes pause a device for a minute, 200 a network, where right codes of a class whose teacher or seat is there go on.',
    body: {
      ...DeviceProof,
      code: z
        .string({ error: 'class_code_unknown' })
        .check(plainNumber, z.maxLength(40, { error: 'class_code_unknown' })),
      move: z.optional(Bool),
      agree: z.optional(Bool),
    },
    data: z.object({ ...SignedIn.shape, seat: Count }),
    refusals: [
      'agreement_required',
      'device_key_refused',
      'class_code_paused',
      'class_code_unknown',
      'class_ended',
      'class_full',
      'class_seat_elsewhere',
      'class_seat_kept',
      'class_device_taken',
    ],
    specified: false,
  }),
  ownClass: call({
    path: '/app/class/own',
    method: 'POST',
    access: 'member',
    doc: 'The class in which the member has a seat, with the code that opens the seat on another device.',
    body: {},
    data: z.object({
      own: z.nullable(
        z.object({
          name: z.string(),
          seat: Count,
          code: z.string(),
          endsOn: z.string(),
          movedAt: z.nullable(Instant),
          missions: z.array(Assignment),
        }),
      ),
    }),
    refusals: [],
    specified: false,
  }),
};
