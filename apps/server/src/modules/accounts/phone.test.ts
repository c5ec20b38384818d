import { expect, it } from 'vitest';
import { maskPhone, readPhone } from './phone.ts';

it.each([
  ['9812345670', '+919812345670'],
  ['6000000000', '+916000000000'],
  ['+91 98123 45670', '+919812345670'],
  ['+91-9812345670', '+919812345670'],
  ['919812345670', '+919812345670'],
  ['09812345670', '+919812345670'],
  ['5812345670', undefined],
  ['981234567', undefined],
  ['98123456701', undefined],
  ['+1 202 555 0100', undefined],
  ['+44 7700 900123', undefined],
  ['phone 9812345670', undefined],
  ['9812345670 ext 4', undefined],
  ['', undefined],
])('%o is read as %o', (text, phone) => {
  expect(readPhone(text)).toBe(phone);
});

it('is shown without its middle', () => {
  expect(maskPhone('+919812345670')).toBe('+91 98XXXXXX70');
});
