import { expect, it } from 'vitest';
import { words } from './words.ts';

it.each([
  ['documents_match', 'Documents match'],
  ['identity.decide', 'Identity decide'],
  ['sharesPerLot', 'Shares per lot'],
  ['ipo', 'Ipo'],
  ['', ''],
])('puts %s into words: %s', (code, text) => {
  expect(words(code)).toBe(text);
});
