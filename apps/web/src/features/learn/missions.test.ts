import { MISSION_PATHS } from '@khara/contract';
import { textsFor } from '@khara/texts';
import { expect, it } from 'vitest';
import { ALL, PATHS } from './missions.ts';

it('the missions of the app are those of the contract, and each has its words', () => {
  expect(PATHS).toEqual(MISSION_PATHS);
  expect(Object.keys(textsFor('en').learn.missions).toSorted()).toEqual([...ALL].toSorted());
});

it.each(['en', 'hi', 'zh-Hant', 'zh-Hans'] as const)('home names the number of missions, %s', (language) => {
  expect(textsFor(language).home.learnText).toMatch(new RegExp(`^${ALL.length} `));
});
