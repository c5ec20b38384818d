import * as z from 'zod/mini';
import { call } from './call.ts';
import { Count, Id, Instant, plainNumber } from './wire.ts';

/** The paths of the Learn page and their missions, in their fixed order. */
export const MISSION_PATHS = {
  first: ['buy', 'price', 'hold', 'sell', 'bill'],
  queue: ['book', 'wait', 'behind', 'change', 'ioc'],
  auction: ['opening', 'better', 'after', 'closing', 'postClose'],
  margin: ['intraday', 'closeYourself', 'stop', 'slip', 'squaredOff'],
  issue: ['apply', 'revise', 'withdraw', 'lose', 'win'],
  wrong: ['refused', 'protection', 'expired', 'self', 'takeBack'],
  company: ['result', 'compare', 'cheap'],
} as const;
export type MissionPath = keyof typeof MISSION_PATHS;
export type MissionId = (typeof MISSION_PATHS)[MissionPath][number];
export const MISSIONS: readonly MissionId[] = Object.values(MISSION_PATHS).flat();
/** Missions that are their question alone: its answer stands in published accounts, and reading leaves no record. */
export type AskedMissionId = (typeof MISSION_PATHS)['company'][number];
export type RecordedMissionId = Exclude<MissionId, AskedMissionId>;
const { company: _asked, ...RECORDED_PATHS } = MISSION_PATHS;
/** Missions that the records of a member show as done: those that a class may be given. */
export const RECORDED_MISSIONS: readonly RecordedMissionId[] = Object.values(RECORDED_PATHS).flat();

/**
 * What of a mission is there when something is missing: its name has a sentence in the app. `rests`, an order
 * is in the book; `few`, fewer shares were ahead than it takes; `atOnce`, it filled at once; `today`, it
 * takes another market day; `half`, one side is there; `waitsForTrigger`; `notBetter`, filled at no better
 * price; `notWorse`, no worse price; `drawn`, the draw is still to come; `otherWay`, it ended another way;
 * `lostPlace`, the change went behind.
 */
const NEARLY = [
  'rests',
  'few',
  'atOnce',
  'today',
  'half',
  'waitsForTrigger',
  'notBetter',
  'notWorse',
  'drawn',
  'otherWay',
  'lostPlace',
] as const;
export type Nearly = (typeof NEARLY)[number];

export const missionCalls = {
  missions: call({
    path: '/app/user/missions',
    method: 'POST',
    access: 'member',
    doc: 'How far the member is in each mission, from the records of the account at this moment: nothing of it is stored, and none looks at a gain. Missions about companies are their question alone, and `asked` from the start.',
    body: {},
    data: z.object({
      missions: z.array(
        z.object({
          id: z.string(),
          state: z.enum(['open', 'nearly', 'seen', 'asked']),
          /** When what counts happened. */
          at: z.nullable(Instant),
          nearly: z.nullable(z.enum(NEARLY)),
          /** The order, application or withdrawal that counts, or the company that is asked about, by its code. */
          about: z.nullable(
            z.object({ id: Id, kind: z.enum(['order', 'application', 'withdrawal', 'company']), code: z.string() }),
          ),
          /** The company that it is compared with. */
          other: z.nullable(z.string()),
          /** Shares, lots or trades of it. */
          quantity: z.nullable(Count),
        }),
      ),
    }),
    refusals: [],
    specified: false,
  }),
  remindLesson: call({
    path: '/app/user/remindLesson',
    method: 'POST',
    access: 'member',
    doc: 'Asks for a notice about the lesson after 21 days and after three months. A repeat on one day asks once.',
    body: {},
    data: z.object({}),
    refusals: [],
    specified: false,
  }),
  missionAnswer: call({
    path: '/app/user/missionAnswer',
    method: 'POST',
    access: 'member',
    doc: 'Compares an answer with the figure in the member’s own record, or in the accounts of the company that is asked about, as often as wanted. Amounts in rupees, of companies in crores or per cent.',
    body: {
      id: z.enum(MISSIONS, { error: 'not_found' }),
      answer: z
        .string({ error: 'invalid_input' })
        .check(plainNumber, z.regex(/^\d{1,15}(\.\d{1,2})?$/, { error: 'invalid_input' })),
    },
    data: z.object({ right: z.boolean() }),
    refusals: ['not_found', 'invalid_input'],
    specified: false,
  }),
};
