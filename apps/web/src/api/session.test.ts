import { beforeEach, expect, it } from 'vitest';
import { createPendingRequest, readPendingRequests } from './pending-request.ts';
import { forgetSession, keepUserInfo, signIn, useSession, whoIsSignedIn } from './session.ts';
import { DRAWINGS, PENDING_REQUESTS, readStored, RECENT_SEARCHES, store } from '#lib/storage.ts';

// Nothing else of it is looked at.
const member = (id: string) => ({ token: `T-${id}`, device: 'D', userInfo: { id, nickname: id } as never });
const CONVERSION = { from: 'INR', to: 'USDT', amount: '5000' };

beforeEach(() => forgetSession());

it('what a member left unanswered goes with the session', () => {
  signIn(member('asha'));
  createPendingRequest('asha', 'convert', CONVERSION);
  expect(readStored(PENDING_REQUESTS)).toContain('5000');
  forgetSession();
  expect(readStored(PENDING_REQUESTS)).toBeNull();
});

it('and when another member signs in over it; the same member still hears of it', () => {
  signIn(member('asha'));
  createPendingRequest('asha', 'convert', CONVERSION);
  signIn(member('asha'));
  expect(readPendingRequests('asha')).toHaveLength(1);
  signIn(member('ravi'));
  expect(readStored(PENDING_REQUESTS)).toBeNull();
});

it('what a member searched for goes with the session, or with another member; a guest’s searches stay', () => {
  store(RECENT_SEARCHES, '["AAMRAI"]');
  signIn(member('asha'));
  expect(readStored(RECENT_SEARCHES)).toContain('AAMRAI');
  signIn(member('ravi'));
  expect(readStored(RECENT_SEARCHES)).toBeNull();
  store(RECENT_SEARCHES, '["THEWA"]');
  forgetSession();
  expect(readStored(RECENT_SEARCHES)).toBeNull();
});

it('what a member drew goes with the session, or with another member; a guest’s drawings come along', () => {
  store(DRAWINGS, '{"AAMRAI":{}}');
  signIn(member('asha'));
  signIn(member('asha'));
  expect(readStored(DRAWINGS)).toContain('AAMRAI');
  signIn(member('ravi'));
  expect(readStored(DRAWINGS)).toBeNull();
  store(DRAWINGS, '{"THEWA":{}}');
  forgetSession();
  expect(readStored(DRAWINGS)).toBeNull();
});

it('an answer about one member that comes after another has signed in changes nothing', () => {
  signIn(member('ravi'));
  keepUserInfo(member('asha').userInfo);
  expect(whoIsSignedIn()).toBe('ravi');
  forgetSession();
  keepUserInfo(member('asha').userInfo);
  expect(useSession.getState().userInfo).toBeUndefined();
});
