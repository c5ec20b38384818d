import { expect, it } from 'vitest';
import { keepRequest, keptRequests } from './kept-requests.ts';

const kept = (requestId: string, userId = 'me', offeringId = 'IPO-A-0') => ({
  userId,
  offeringId,
  requestId,
  commitment: 'ab'.repeat(32),
});

it('gives back what was sent to an offering, newest first, and only to whom it belongs', () => {
  keepRequest(kept('first'));
  keepRequest(kept('second'));
  keepRequest(kept('theirs', 'somebody else'));
  keepRequest(kept('other', 'me', 'IPO-B-0'));
  expect(keptRequests('me', 'IPO-A-0').map(({ requestId }) => requestId)).toEqual(['second', 'first']);
  expect(keptRequests(undefined, 'IPO-A-0')).toEqual([]);
});

it('keeps the newest two hundred', () => {
  for (let index = 0; index < 210; index += 1) keepRequest(kept(`n${index}`, 'many'));
  const all = keptRequests('many', 'IPO-A-0');
  expect(all).toHaveLength(200);
  expect(all[0]?.requestId).toBe('n209');
});
