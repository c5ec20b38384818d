import { calls } from '@khara/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { intend, openIntentions, settleIntention } from './intention.ts';

const ME = 'u-7';

afterEach(() => {
  vi.unstubAllGlobals();
  for (const { requestId } of openIntentions(ME)) settleIntention(requestId);
});

it('an intention on a plain-HTTP page has an id of its own, which the contract takes', () => {
  // What a browser has on a page that came by plain HTTP from another machine.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const payload = { currency: 'INR', channelType: 'UPI', amount: '500' };
  const intentions = Array.from({ length: 20 }, () => intend(ME, 'submitRecharge', payload));
  expect(new Set(intentions.map(({ requestId }) => requestId)).size).toBe(20);
  for (const { requestId } of intentions) {
    expect(calls.submitRecharge.body.safeParse({ ...payload, requestId }).success).toBe(true);
  }
});

it('is kept without its passwords until its outcome is known', () => {
  const { requestId } = intend(ME, 'placeBuyOrder', { code: 'AAMRAI', transactionPassword: '123456' });
  expect(openIntentions(ME)).toMatchObject([{ call: 'placeBuyOrder', requestId, payload: { code: 'AAMRAI' } }]);
  expect(JSON.stringify(openIntentions(ME))).not.toContain('123456');
  settleIntention(requestId);
  expect(openIntentions(ME)).toEqual([]);
});

it('what another member left is told to no other, and is gone for good', () => {
  intend('u-8', 'convert', { from: 'INR', to: 'USDT', amount: '5000' });
  const { requestId } = intend(ME, 'convert', { from: 'INR', to: 'USDT', amount: '10' });
  expect(openIntentions(ME).map((intention) => intention.requestId)).toEqual([requestId]);
  expect(openIntentions('u-8')).toEqual([]);
});
