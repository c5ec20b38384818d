import { HOUR_MS } from '@khara/rules';
import { describe, expect, it } from 'vitest';
import { ITEMS } from './items.ts';
import {
  BEGINNING,
  chosen,
  counted,
  countHands,
  judged,
  lessonFrom,
  PARTS,
  SPOTS,
  currentSpot,
  turned,
  type Lesson,
} from './lesson.ts';

const at = (part: string, place = 0): Lesson => ({
  ...BEGINNING,
  spot: SPOTS.findIndex((spot) => spot.part === part && (!('place' in spot) || spot.place === place)),
});

describe('the lesson', () => {
  it('has six parts after its first page, in the order of the bar', () => {
    expect([...new Set(SPOTS.map(({ part }) => part))]).toEqual(['start', ...PARTS]);
  });

  it('goes on after a verdict, and stays after a choice to name the sign', () => {
    expect(judged(at('first', 3), 'genuine')).toMatchObject({
      spot: 5,
      first: [undefined, undefined, undefined, 'genuine'],
    });
    expect(chosen(at('story', 1), 'stop')).toMatchObject({ spot: at('story', 1).spot, choices: [undefined, 'stop'] });
  });

  it('takes a verdict and a choice only where one is asked for', () => {
    expect(judged(at('story'), 'scam')).toEqual(at('story'));
    expect(chosen(at('khara'), 'pay')).toEqual(at('khara'));
  });

  it('leaves the console forwards only after a switch was moved', () => {
    expect(currentSpot(turned(at('console'), 1)).part).toBe('console');
    expect(currentSpot(turned({ ...at('console'), moved: true }, 1)).part).toBe('khara');
    expect(currentSpot(turned(at('console'), -1)).part).toBe('story');
  });

  it('ends at its ends', () => {
    expect(turned(BEGINNING, -1)).toEqual(BEGINNING);
    expect(turned(at('result'), 1)).toEqual(at('result'));
  });
});

describe('hands in a hall', () => {
  it('are counted by answer and never below zero', () => {
    const page = at('first', 1);
    expect(counted(counted(page, 1, 1), 0, -1).hands).toEqual({ [page.spot]: [0, 1] });
  });

  it('are right where they are for what the screen is', () => {
    const scam = ITEMS.first.findIndex(({ is }) => is === 'scam');
    const genuine = ITEMS.first.findIndex(({ is }) => is === 'genuine');
    const hands = { [at('first', scam).spot]: [20, 5], [at('first', genuine).spot]: [10, 15] } as const;
    expect(countHands('first', { ...BEGINNING, hands })).toEqual({ right: 35, all: 50 });
    expect(countHands('second', { ...BEGINNING, hands })).toEqual({ right: 0, all: 0 });
  });
});

describe('what the device keeps', () => {
  const lesson = chosen(judged(counted(at('first', 2), 0, 1), 'scam'), 'pay');
  const kept = (change: object = {}): unknown => JSON.parse(JSON.stringify({ at: 0, ...lesson, ...change }));

  it('is the lesson as it was, for a day', () => {
    expect(lessonFrom(kept(), 23 * HOUR_MS)).toEqual(lesson);
    expect(lessonFrom(kept(), 25 * HOUR_MS)).toBeUndefined();
    expect(lessonFrom(kept({ at: 5 }), 0)).toBeUndefined();
  });

  it.each([
    ['nothing', undefined],
    ['a list', []],
    ['a page beyond the end', kept({ spot: SPOTS.length })],
    ['a page between two', kept({ spot: 1.5 })],
    ['an unknown verdict', kept({ first: ['fine'] })],
    ['an eleventh verdict', kept({ second: Array.from({ length: 11 }, () => 'scam') })],
    ['an unknown choice', kept({ choices: ['sell'] })],
    ['hands below zero', kept({ hands: { 1: [-1, 0] } })],
    ['hands of no page', kept({ hands: { x: [1, 0] } })],
    ['a third answer', kept({ hands: { 1: [1, 0, 0] } })],
    ['no word on the console', kept({ moved: 'yes' })],
  ])('is as if it were not there when it is %s', (_, wrong) => {
    expect(lessonFrom(wrong, 0)).toBeUndefined();
  });
});
