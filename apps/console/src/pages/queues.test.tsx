import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { makeList, serveCalls, show, signIn } from '../../test/show.tsx';
import { queries } from '../api/data.ts';
import { Appeals, Offerings, Recharges, Withdrawals } from './queues.tsx';

beforeEach(() => signIn('S2'));
afterEach(() => queries.clear());

const AT = 1_795_335_656_582;
const money = { memberId: 'M1', channel: 'NEFT', currency: 'INR', amount: '1234567.50', fee: '10.00', requestId: null };
const appeal = {
  id: 'A1',
  memberId: 'M1',
  rule: 'recharge_reversed',
  points: -5,
  text: 'My bank erred.',
  upheldAt: AT,
};

async function ask(button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for it' }).click();
}

describe('what one person asks about money and trust', () => {
  it.each([
    ['Ask to approve', true],
    ['Ask to decline', false],
  ])('of a withdrawal: %s', async (button, approve) => {
    const asked = serveCalls({ consoleWithdrawals: makeList({ ...money, orderNumber: 'W1', passesAt: AT }) });
    await show(<Withdrawals />);
    await expect.element(page.getByText('₹12,34,567.50')).toBeVisible();
    await ask(button);
    await expect
      .poll(() => asked('consoleRequest'))
      .toEqual([{ action: 'withdrawal.decide', subject: 'W1', payload: { approve }, reason: 'review' }]);
  });

  it.each([
    ['It has arrived', true],
    ['It has not', false],
  ])('of a recharge: %s', async (button, approve) => {
    const asked = serveCalls({ consoleRecharges: makeList({ ...money, orderNumber: 'R1', at: AT }) });
    await show(<Recharges />);
    await ask(button);
    await expect
      .poll(() => asked('consoleRequest'))
      .toEqual([{ action: 'recharge.decide', subject: 'R1', payload: { approve }, reason: 'payment_seen' }]);
  });

  it.each([
    ['Ask to uphold', true],
    ['Ask to decline', false],
  ])('of an appeal: %s', async (button, approve) => {
    const asked = serveCalls({ consoleAppeals: makeList({ ...appeal, requestId: null }) });
    await show(<Appeals />);
    await expect.element(page.getByText('My bank erred.')).toBeVisible();
    await ask(button);
    await expect
      .poll(() => asked('consoleRequest'))
      .toEqual([{ action: 'appeal.decide', subject: 'A1', payload: { approve }, reason: 'appeal_justified' }]);
  });

  it.each([
    ['coming_soon', null, true],
    ['in_progress', AT * 2, true],
    ['in_progress', AT / 2, false],
    ['listed', AT / 2, false],
    ['withdrawn', AT * 2, false],
  ])('of an offering that is %s and closes at %s: to withdraw it %s', async (state, closesAt, isAllowed) => {
    const line = { id: 'O1', kind: 'ipo', state, applications: 3, closesAt, requestId: null };
    serveCalls({ consoleOfferings: makeList(line) });
    await show(<Offerings />);
    await expect.element(page.getByText('O1')).toBeVisible();
    expect(page.getByRole('button', { name: 'Ask to withdraw' }).all()).toHaveLength(isAllowed ? 1 : 0);
  });
});
