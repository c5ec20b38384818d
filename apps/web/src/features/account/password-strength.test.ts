import { expect, it } from 'vitest';
import { passwordStrength } from './password-strength.ts';

it.each([
  ['123456', 'weak'],
  ['12345678901234', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['monsoon', 'weak'],
  ['khara@2026', 'weak'],
  ['Password-1999!', 'weak'],
  ['monsoon-9', 'fair'],
  ['correct horse battery', 'strong'],
  ['वर्षा की पहली शाम', 'strong'],
])('%s is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
