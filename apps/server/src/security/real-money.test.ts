import { describe, expect, it } from 'vitest';
import { PRACTICE, whyNotThisRail } from './real-money.ts';

const real = { name: 'upi-live', simulated: false };
const licensed = { simulatedPrices: false, registration: 'INZ000000000', secondFactorRequired: true };

describe('a rail that moves real money', () => {
  it.each([
    ['beside simulated prices', { ...licensed, simulatedPrices: true }, /prices are simulated/],
    ['without a registration', { ...licensed, registration: undefined }, /no registration/],
    ['without a second factor for each member', { ...licensed, secondFactorRequired: false }, /second factor/],
    ['in this build', PRACTICE, /simulated.*registration.*second factor/],
  ])('%s is refused', (_when, licence, why) => {
    expect(whyNotThisRail(real, licence)).toMatch(why);
  });

  it('starts beside a licensed market only; paper money always does', () => {
    expect(whyNotThisRail(real, licensed)).toBeUndefined();
    expect(whyNotThisRail({ name: 'sandbox', simulated: true }, PRACTICE)).toBeUndefined();
  });
});
