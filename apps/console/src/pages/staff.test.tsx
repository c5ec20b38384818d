import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { serveCalls, show, signIn } from '../../test/show.tsx';
import { queries } from '../api/data.ts';
import { Staff } from './staff.tsx';

beforeEach(() => signIn('S2'));
afterEach(() => queries.clear());

const agreement = (more: object = {}) => ({
  act: 'sessions.end',
  subject: 'M1',
  staff: 'S1',
  reason: 'account_at_risk',
  at: 1_795_335_656_582,
  ...more,
});
const colleague = (number: string, secondFactor = true) => ({ number, name: `Name of ${number}`, secondFactor });
const staff = (agreements: readonly object[], colleagues: readonly object[] = []) =>
  serveCalls({ consoleStaff: { agreements, staff: colleagues } });
const agree = page.getByRole('button', { name: 'Agree' });

describe('an act of two people', () => {
  it('is agreed to by the second with the reason of the first', async () => {
    const asked = staff([agreement()]);
    await show(<Staff />);
    await agree.click();
    await expect
      .poll(() => asked('consoleAgree'))
      .toEqual([{ act: 'sessions.end', subject: 'M1', reason: 'account_at_risk' }]);
  });

  it.each([
    ['the one who asked', { staff: 'S2' }],
    ['the one whom it is about', { act: 'factor.recover', subject: 'S2' }],
  ])('is not agreed to by %s', async (_who, more) => {
    staff([agreement(more)]);
    await show(<Staff />);
    await expect.element(agree).toBeDisabled();
  });

  it('signs a member out everywhere for a reason that is named', async () => {
    const asked = staff([]);
    await show(<Staff />);
    await page.getByLabelText('Account').fill(' M1 ');
    await page.getByRole('combobox').selectOptions('Account at risk');
    await page.getByRole('button', { name: 'Ask for it' }).click();
    await expect
      .poll(() => asked('consoleAgree'))
      .toEqual([{ act: 'sessions.end', subject: 'M1', reason: 'account_at_risk' }]);
  });

  it('recovers the second factor of a colleague who has one, and never one’s own', async () => {
    const asked = staff([], [colleague('S2'), colleague('S3', false), colleague('S4')]);
    await show(<Staff />);
    const lost = page.getByRole('button', { name: 'Lost the authenticator' });
    await lost.click(); // the only one
    await expect
      .poll(() => asked('consoleAgree'))
      .toEqual([{ act: 'factor.recover', subject: 'S4', reason: 'device_lost' }]);
  });
});
