import { describe, expect, it } from 'vitest';
import {
  LESSON_MONEY,
  operatorAccount,
  answerOrder,
  ownSums,
  shownBalance,
  standing,
  STEPS,
  type Choices,
} from './story.ts';

const ALWAYS: Choices = STEPS.map(() => 'pay');
const NEVER: Choices = STEPS.map(() => 'stop');

describe('a reader who pays each time', () => {
  it('has paid 58,000 before the tax, sees 2,96,960, and is asked for 18% of it', () => {
    expect(standing(ALWAYS, 5)).toEqual({ own: true, paid: 58_000, shown: 296_960, asks: 53_452, left: 3_500 });
  });

  it('ends with a debt, and the operator keeps all but the bait', () => {
    const { paid, got } = ownSums(ALWAYS);
    expect(LESSON_MONEY - paid + got).toBe(-49_952);
    expect(operatorAccount(ALWAYS)).toEqual({ own: true, paid: 111_452, got: 1_500, kept: 109_952 });
  });
});

describe('a reader who never pays', () => {
  it('keeps all lesson money, and sees what a member who paid sees', () => {
    expect(standing(NEVER, 4)).toEqual({ own: false, paid: 53_000, shown: 271_360, asks: 5_000, left: LESSON_MONEY });
    expect(ownSums(NEVER)).toEqual({ paid: 0, got: 0 });
    expect(operatorAccount(NEVER)).toMatchObject({ own: false, paid: 111_452 });
  });
});

describe('a reader who changes their mind', () => {
  it('gets the bait only after the first payment', () => {
    expect(ownSums(['stop', 'pay'])).toEqual({ paid: 10_000, got: 0 });
    expect(standing(['pay'], 1).left).toBe(LESSON_MONEY - 20_000);
    expect(standing(['pay'], 2).left).toBe(LESSON_MONEY - 20_000 + 1_500);
    expect(ownSums(['pay', 'stop'])).toEqual({ paid: 20_000, got: 1_500 });
  });

  it('is taxed on what their own payments show', () => {
    const choices: Choices = ['pay', 'stop', 'stop', 'stop', 'stop', undefined];
    expect(standing(choices, 5)).toEqual({ own: true, paid: 20_000, shown: 102_400, asks: 18_432, left: 41_500 });
  });

  it('who pays only the tax pays it on the balance that was drawn', () => {
    const choices: Choices = [...NEVER.slice(0, 5), 'pay'];
    expect(ownSums(choices).paid).toBe(standing(choices, 5).asks);
  });
});

it('a typed gain rounds down to whole rupees', () => {
  expect(shownBalance(1, 61)).toBe(1);
  expect(shownBalance(58_000, 0)).toBe(58_000);
});

it('Pay and Stop change places from each step to the next', () => {
  for (const place of STEPS.keys()) {
    expect([...answerOrder(place)].sort()).toEqual(['pay', 'stop']);
    expect(answerOrder(place)).not.toEqual(answerOrder(place + 1));
  }
});
