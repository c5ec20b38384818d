import { LANGUAGES } from '@khara/contract';
import { expect, it } from 'vitest';
import { LANGUAGE_CHOICES, languageOfFlag, languageCode } from './language.ts';

it.each([
  [null, 'en'],
  ['1', 'en'],
  ['2', 'hi'],
  ['3', 'zh-Hant'],
  ['4', 'zh-Hans'],
  ['5', 'hi'],
  ['en', 'hi'],
  ['', 'hi'],
])('a stored flag %j means %s', (flag, language) => {
  expect(languageOfFlag(flag)).toBe(language);
});

it('Hindi is called yd on the wire', () => {
  expect(languageCode('hi')).toBe('yd');
});

it('agrees with the contract on every language', () => {
  expect(LANGUAGE_CHOICES.map(({ code, flag, name, tag }) => ({ code, flag, name, tag }))).toEqual(LANGUAGES);
});
