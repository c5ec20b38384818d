import { expect, it } from 'vitest';
import { MAX_NICKNAME, readNickname } from './nickname.ts';

it.each([
  ['Asha', 'Asha'],
  ['  Asha \t Rao ', 'Asha Rao'],
  ['आशा राव', 'आशा राव'],
  ['陳美玲', '陳美玲'],
  ["O'Neil-Rao Jr. 2", "O'Neil-Rao Jr. 2"],
  ['Ａｓｈａ', 'Asha'],
  ['As\u200bha', 'Asha'],
  ['A'.repeat(MAX_NICKNAME), 'A'.repeat(MAX_NICKNAME)],
])('%j is a name', (typed, name) => {
  expect(readNickname(typed)).toBe(name);
});

it.each([
  '',
  ' ',
  '40271',
  '.Asha',
  'Asha\u0007',
  '<b>Asha</b>',
  'asha@example.org',
  'https://a.example',
  'Asha 🙂',
  '\u202e',
  'A'.repeat(MAX_NICKNAME + 1),
])('%j is none', (typed) => {
  expect(readNickname(typed)).toBeUndefined();
});
