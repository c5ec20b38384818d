import { calls } from '@khara/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { intend, openIntentions, settleIntention } from './intention.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  for (const { requestId } of openIntentions()) settleIntention(requestId);
});

it('an intention on a plain-HTTP page has an id of its own, which the contract takes', () => {
  // What a browser has on a page that came by plain HTTP from another machine.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const payload = { currency: 'INR', channelType: 'UPI', amount: '500' };
  const intentions = Array.from({ length: 20 }, () => intend('submitRecharge', payload));
  expect(new Set(intentions.map(({ requestId }) => requestId)).size).toBe(20);
  for (const { requestId } of intentions) {
    expect(calls.submitRecharge.body.safeParse({ ...payload, requestId }).success).toBe(true);
  }
});

it('is kept without its passwords until its outcome is known', () => {
  const { requestId } = intend('placeBuyOrder', { code: 'AAMRAI', transactionPassword: '123456' });
  expect(openIntentions()).toMatchObject([{ call: 'placeBuyOrder', requestId, payload: { code: 'AAMRAI' } }]);
  expect(JSON.stringify(openIntentions())).not.toContain('123456');
  settleIntention(requestId);
  expect(openIntentions()).toEqual([]);
});
