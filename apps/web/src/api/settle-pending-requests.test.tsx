import { afterEach, expect, it, vi } from 'vitest';
import { mutate } from './mutate.ts';
import { readPendingRequests } from './pending-request.ts';
import { forgetSession, signIn } from './session.ts';
import { settlePendingRequests } from './settle-pending-requests.ts';

afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

it('asks nothing about an order that is on its way, and calls it neither done nor not done', async () => {
  signIn({ token: 'T-asha', device: 'D', userInfo: { id: 'asha', nickname: 'asha' } as never }); // nothing else is read
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => undefined));
  void mutate('placeBuyOrder', {
    code: 'AAMRAI',
    quantity: 1,
    type: 'market',
    product: 'delivery',
    transactionPassword: '123456',
  });
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  expect(
    await Promise.race([settlePendingRequests(), new Promise((resolve) => setTimeout(resolve, 50, 'asks'))]),
  ).toEqual([]);
  expect(readPendingRequests('asha')).toHaveLength(1);
  expect(fetch).toHaveBeenCalledOnce();
});
