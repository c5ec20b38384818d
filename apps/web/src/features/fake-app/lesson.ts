import { ITEMS, type Part, type Verdict, type Verdicts } from './items.ts';
import { STEPS, type Choice, type Choices } from './story.ts';
import { DAY_MS } from '@khara/rules';

/** Where a reader is in the lesson, and what this device keeps of it for a day. */

export type Spot =
  | { readonly part: 'start' | 'console' | 'khara' | 'result' }
  | { readonly part: Part | 'story'; readonly place: number };

const each = (part: Part | 'story', length: number): Spot[] => Array.from({ length }, (_, place) => ({ part, place }));

/** The pages of the lesson in their order. */
export const SPOTS: readonly Spot[] = [
  { part: 'start' },
  ...each('first', ITEMS.first.length),
  ...each('story', STEPS.length),
  { part: 'console' },
  { part: 'khara' },
  ...each('second', ITEMS.second.length),
  { part: 'result' },
];

/** The six parts that the bar counts. The page before them does not count. */
export const PARTS = ['first', 'story', 'console', 'khara', 'second', 'result'] as const;

/** Raised hands for the two answers of a page: pay or scam, stop or genuine. */
type Hands = readonly [number, number];

export type Lesson = {
  readonly spot: number;
  readonly first: Verdicts;
  readonly second: Verdicts;
  readonly choices: Choices;
  /** Whether a switch of the operator's console was moved: the lesson waits for it. */
  readonly moved: boolean;
  /** By spot. Sums only: no hand has a name. */
  readonly hands: Readonly<Record<number, Hands>>;
};

export const BEGINNING: Lesson = { spot: 0, first: [], second: [], choices: [], moved: false, hands: {} };

export const currentSpot = (lesson: Lesson): Spot => SPOTS[lesson.spot] ?? { part: 'start' };

/** Moves by `by` pages, within the lesson. The console is not left forwards before a switch was moved. */
export function turned(lesson: Lesson, by: 1 | -1): Lesson {
  if (by === 1 && currentSpot(lesson).part === 'console' && !lesson.moved) return lesson;
  return { ...lesson, spot: Math.min(SPOTS.length - 1, Math.max(0, lesson.spot + by)) };
}

const withAt = <T>(list: readonly (T | undefined)[], place: number, value: T): readonly (T | undefined)[] =>
  Array.from({ length: Math.max(list.length, place + 1) }, (_, at) => (at === place ? value : list[at]));

/** A verdict on the page's screen; the next page follows at once, without a hint. */
export function judged(lesson: Lesson, verdict: Verdict): Lesson {
  const spot = currentSpot(lesson);
  if (spot.part !== 'first' && spot.part !== 'second') return lesson;
  return turned({ ...lesson, [spot.part]: withAt(lesson[spot.part], spot.place, verdict) }, 1);
}

/** Pay or stop; the page stays and names the sign. */
export function chosen(lesson: Lesson, choice: Choice): Lesson {
  const spot = currentSpot(lesson);
  return spot.part === 'story' ? { ...lesson, choices: withAt(lesson.choices, spot.place, choice) } : lesson;
}

/** One hand more or less for an answer of this page. */
export function counted(lesson: Lesson, answer: 0 | 1, by: 1 | -1): Lesson {
  const [one, other] = lesson.hands[lesson.spot] ?? [0, 0];
  const hands: Hands = answer === 0 ? [Math.max(0, one + by), other] : [one, Math.max(0, other + by)];
  return { ...lesson, hands: { ...lesson.hands, [lesson.spot]: hands } };
}

/** Hands that were right, and all that were raised, over the screens of a part. */
export function countHands(part: Part, lesson: Lesson): { readonly right: number; readonly all: number } {
  let right = 0;
  let all = 0;
  for (const [at, spot] of SPOTS.entries()) {
    if (spot.part !== part || !('place' in spot)) continue;
    const [scam, genuine] = lesson.hands[at] ?? [0, 0];
    right += ITEMS[part][spot.place]?.is === 'scam' ? scam : genuine;
    all += scam + genuine;
  }
  return { right, all };
}

/** Hands of the hall over the steps of the story: those that would have paid, and all. */
export function storyHands(lesson: Lesson): { readonly paid: number; readonly all: number } {
  let paid = 0;
  let all = 0;
  for (const [at, spot] of SPOTS.entries()) {
    if (spot.part !== 'story') continue;
    const [pay, stop] = lesson.hands[at] ?? [0, 0];
    paid += pay;
    all += pay + stop;
  }
  return { paid, all };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of these words; JSON has made null of what was not answered. Undefined for anything else. */
function readWords<T extends string>(
  value: unknown,
  words: readonly T[],
  length: number,
): (T | undefined)[] | undefined {
  if (!Array.isArray(value) || value.length > length) return undefined;
  const list = value.map((entry: unknown) => words.find((word) => word === entry));
  return list.every((entry, at) => entry !== undefined || value[at] === null) ? list : undefined;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const isHands = ([at, pair]: readonly [string, unknown]): boolean =>
  SPOTS[Number(at)] !== undefined && Array.isArray(pair) && pair.length === 2 && pair.every(isCount);

function handsFrom(value: unknown): Lesson['hands'] | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every(isHands) ? (value as Lesson['hands']) : undefined; // just looked at
}

/** The kept lesson; undefined when there is none, when it is older than a day, or when it is not a lesson. */
export function lessonFrom(kept: unknown, now: number): Lesson | undefined {
  if (!isRecord(kept) || typeof kept['at'] !== 'number') return undefined;
  const age = now - kept['at'];
  if (age < 0 || age > DAY_MS) return undefined;
  const { spot, moved } = kept;
  const first = readWords(kept['first'], ['scam', 'genuine'], ITEMS.first.length);
  const second = readWords(kept['second'], ['scam', 'genuine'], ITEMS.second.length);
  const choices = readWords(kept['choices'], ['pay', 'stop'], STEPS.length);
  const hands = handsFrom(kept['hands']);
  if (!isCount(spot) || spot >= SPOTS.length || typeof moved !== 'boolean') return undefined;
  return first && second && choices && hands ? { spot, moved, first, second, choices, hands } : undefined;
}
