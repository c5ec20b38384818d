import { calls } from '@khara/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { createPendingRequest, readPendingRequests, removePendingRequest } from './pending-request.ts';

const ME = 'u-7';

afterEach(() => {
  vi.unstubAllGlobals();
  for (const { requestId } of readPendingRequests(ME)) removePendingRequest(requestId);
});

it('a request on a plain-HTTP page has an id of its own, which the contract takes', () => {
  // What a browser has on a page that came by plain HTTP from another machine.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const payload = { currency: 'INR', channelType: 'UPI', amount: '500' };
  const requests = Array.from({ length: 20 }, () => createPendingRequest(ME, 'submitRecharge', payload));
  expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(20);
  for (const { requestId } of requests) {
    expect(calls.submitRecharge.body.safeParse({ ...payload, requestId }).success).toBe(true);
  }
});

it('is kept without its passwords until its outcome is known', () => {
  const { requestId } = createPendingRequest(ME, 'placeBuyOrder', { code: 'AAMRAI', transactionPassword: '123456' });
  expect(readPendingRequests(ME)).toMatchObject([{ call: 'placeBuyOrder', requestId, payload: { code: 'AAMRAI' } }]);
  expect(JSON.stringify(readPendingRequests(ME))).not.toContain('123456');
  removePendingRequest(requestId);
  expect(readPendingRequests(ME)).toEqual([]);
});

it('what another member left is shown to no other, and is gone for good', () => {
  createPendingRequest('u-8', 'convert', { from: 'INR', to: 'USDT', amount: '5000' });
  const { requestId } = createPendingRequest(ME, 'convert', { from: 'INR', to: 'USDT', amount: '10' });
  expect(readPendingRequests(ME).map((request) => request.requestId)).toEqual([requestId]);
  expect(readPendingRequests('u-8')).toEqual([]);
});
