import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { serveCalls, show, signIn } from '../../test/show.tsx';
import { queries } from '../api/data.ts';
import { Staff } from './staff.tsx';

beforeEach(() => signIn('S2'));
afterEach(() => queries.clear());

const request = (more: object = {}) => ({
  id: '7',
  action: 'sessions.end',
  subject: 'M1',
  payload: {},
  maker: 'S1',
  reason: 'account_at_risk',
  at: 1_795_335_656_582,
  state: 'open',
  ...more,
});
const colleague = (number: string, secondFactor = true) => ({ number, name: `Name of ${number}`, secondFactor });
const staff = (requests: readonly object[], colleagues: readonly object[] = []) =>
  serveCalls({ consoleStaff: { staff: colleagues }, consoleRequests: { list: requests } });
const agree = page.getByRole('button', { name: 'Agree' });

describe('an act of two people', () => {
  it('is agreed to by the second with the reason of the first', async () => {
    const asked = staff([request()]);
    await show(<Staff />);
    await agree.click();
    await expect.poll(() => asked('consoleDecide')).toEqual([{ id: '7', approve: true, reason: 'account_at_risk' }]);
  });

  it.each([
    ['the one who asked', { maker: 'S2' }],
    ['the one whom it is about', { action: 'factor.recover', subject: 'S2' }],
  ])('is not decided by %s', async (_who, more) => {
    staff([request(more)]);
    await show(<Staff />);
    await expect.element(agree).toBeDisabled();
    await expect.element(page.getByRole('button', { name: 'Decline' })).toBeDisabled();
  });

  it('signs a member out everywhere for a reason that is named', async () => {
    const asked = staff([]);
    await show(<Staff />);
    await page.getByLabelText('Account', { exact: true }).fill(' M1 ');
    await page.getByRole('button', { name: 'Sign M1 out' }).click();
    await page.getByRole('combobox').selectOptions('Account at risk');
    await page.getByRole('button', { name: 'Ask for it' }).click();
    await expect
      .poll(() => asked('consoleRequest'))
      .toEqual([{ action: 'sessions.end', subject: 'M1', payload: {}, reason: 'account_at_risk' }]);
  });

  it('recovers the second factor of a colleague who has one, and never one’s own', async () => {
    const asked = staff([], [colleague('S2'), colleague('S3', false), colleague('S4')]);
    await show(<Staff />);
    const lost = page.getByRole('button', { name: 'Lost the authenticator' });
    await lost.click(); // the only one
    await page.getByRole('button', { name: 'Ask for it' }).click();
    await expect
      .poll(() => asked('consoleRequest'))
      .toEqual([{ action: 'factor.recover', subject: 'S4', payload: {}, reason: 'device_lost' }]);
  });
});
