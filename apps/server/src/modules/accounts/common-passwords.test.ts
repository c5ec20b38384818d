import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { isTooCommon } from './common-passwords.ts';

const phone = '9812345670';

describe('a password that is among the first guesses', () => {
  it.each([
    '123456',
    '1234567890',
    '654321',
    '111111',
    '121212',
    'abcabc',
    'abcdef',
    'qwerty',
    'QWERTY',
    'password',
    'Password@123',
    'P@ssw0rd',
    'rahul1990',
    'Krishna#1',
    '123456a',
    'a123456',
    'asdfghjkl',
    'zxcvbnm1',
    '9812345670',
    '+919812345670',
    '345670',
    'r9812345670',
    '000000',
    'iloveyou2',
    'jaishriram',
  ])('%s is refused', (password) => {
    expect(isTooCommon(password, phone)).toBe(true);
  });

  it.each(['khidki-44-neel', 'tr7#vq', 'correct horse battery', '740213', 'मेरा-राज़-९', '9922 5511 k', 'Zb4!mW'])(
    '%s is not',
    (password) => {
      expect(isTooCommon(password, phone)).toBe(false);
    },
  );
});

it('every one of the ten thousand commonest leaked passwords is refused, in whatever case', () => {
  const commonest = dictionary['passwords-common']!.slice(0, 10_000);
  expect(new Set(commonest).size).toBe(10_000);
  expect(commonest.filter((password) => !isTooCommon(password.toUpperCase(), phone))).toEqual([]);
});
