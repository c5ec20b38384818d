/**
 * The four weeks of the lesson and their arithmetic. Amounts are whole rupees of lesson money: figures of a
 * drawing, which no account holds, and so no `bigint` of paise.
 */

export type Choice = 'pay' | 'stop';
/** By step; undefined where nothing was chosen. */
export type Choices = readonly (Choice | undefined)[];

/** What a reader begins with. */
export const LESSON_MONEY = 60_000;
/** The bait of the second step: paid out to a member who paid in the first. */
const BAIT = 1_500;
const TAX_PERCENT = 18;

/** `asks`: rupees demanded. `gain`: the percentage that the operator has typed by then. */
export const STEPS = [
  { id: 'group', week: 1, asks: 20_000, gain: 0 },
  { id: 'payout', week: 1, asks: 10_000, gain: 8 },
  { id: 'block', week: 2, asks: 12_000, gain: 61 },
  { id: 'lottery', week: 3, asks: 11_000, gain: 240 },
  { id: 'score', week: 3, asks: 5_000, gain: 412 },
  { id: 'tax', week: 4, asks: 'tax', gain: 412 },
] as const;

/** What the fake app shows for a sum that was paid in: the sum and the typed gain, in whole rupees. */
export const shownBalance = (paid: number, gain: number): number => Math.floor((paid * (100 + gain)) / 100);

const askedSum = (step: (typeof STEPS)[number], paid: number): number =>
  step.asks === 'tax' ? Math.floor((shownBalance(paid, step.gain) * TAX_PERCENT) / 100) : step.asks;

/** Sums of the steps before `until`. */
function paidBefore(choices: Choices, until: number): number {
  let paid = 0;
  for (const [place, step] of STEPS.slice(0, until).entries())
    if (choices[place] === 'pay') paid += askedSum(step, paid || paidBefore(ALWAYS, place));
  return paid;
}

const ALWAYS: Choices = STEPS.map(() => 'pay');
const gotBefore = (choices: Choices, until: number): number => (until > 1 && choices[0] === 'pay' ? BAIT : 0);

export type Standing = {
  /** False where the reader has paid nothing: the drawing then shows a member who paid each time. */
  readonly own: boolean;
  /** Paid in before this step, by the one whose screen is drawn. */
  readonly paid: number;
  readonly shown: number;
  readonly asks: number;
  /** The reader's own lesson money. Less than zero: borrowed. */
  readonly left: number;
};

/** Where a reader stands when a step begins. */
export function standing(choices: Choices, place: number): Standing {
  const step = STEPS[place];
  if (!step) throw new RangeError('no such step');
  const mine = paidBefore(choices, place);
  const paid = mine || paidBefore(ALWAYS, place);
  return {
    own: mine > 0 || place === 0,
    paid,
    shown: shownBalance(paid, step.gain),
    asks: askedSum(step, paid),
    left: LESSON_MONEY - mine + gotBefore(choices, place),
  };
}

export type Account = {
  readonly own: boolean;
  readonly paid: number;
  readonly got: number;
  /** What the operator earned. No share was bought for any of it. */
  readonly kept: number;
};

/** The whole story as the operator saw it: the reader's, or a member's who paid each time where they paid nothing. */
export function operatorAccount(choices: Choices): Account {
  const mine = paidBefore(choices, STEPS.length);
  const whose = mine > 0 ? choices : ALWAYS;
  const paid = paidBefore(whose, STEPS.length);
  const got = gotBefore(whose, STEPS.length);
  return { own: mine > 0, paid, got, kept: paid - got };
}

/** The reader's own sums, zero where they never paid. */
export function ownSums(choices: Choices): { readonly paid: number; readonly got: number } {
  return { paid: paidBefore(choices, STEPS.length), got: gotBefore(choices, STEPS.length) };
}

/** Pay and Stop change their order from step to step, so that a hand learns neither place. */
export const answerOrder = (place: number): readonly [Choice, Choice] =>
  place % 2 === 0 ? ['pay', 'stop'] : ['stop', 'pay'];
