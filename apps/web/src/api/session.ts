import type { Data } from '@khara/contract';
import { create } from 'zustand';
import {
  DRAWINGS,
  LAST_SEEN_DATABASE,
  LOG_FOLLOWED,
  ORDER_DRAFT,
  PENDING_REQUESTS,
  readStored,
  readStoredJson,
  RECENT_SEARCHES,
  store,
} from '#lib/storage.ts';

export type UserInfo = Data<'userDetail'>['userInfo'];
type StoredSession = { readonly token: string; readonly userInfo: UserInfo; readonly device: string };

type Session = { readonly token: string; readonly userInfo: UserInfo | undefined; readonly device: string };

const readSession = (): Session => ({
  token: readStored('token') ?? '',
  userInfo: readStoredJson('userInfo') as UserInfo | undefined, // written by us below, from a checked answer
  device: readStored('device') ?? '',
});

/** Who is signed in. Kept under the specification's keys: `userInfo`, `token`, and `device` beside them. */
export const useSession = create<Session>()(readSession);

export const useSignedIn = (): boolean => useSession((session) => session.token !== '');
export const isSignedIn = (): boolean => useSession.getState().token !== '';
/** User id of who is signed in; undefined for a guest. */
export const whoIsSignedIn = (): string | undefined => (isSignedIn() ? useSession.getState().userInfo?.id : undefined);

/** Set while this browser has the key of a practice account, which opens it again after its member has logged out. */
export const PRACTICE_HERE = 'practiceHere';
export const hasPracticeAccount = (): boolean => readStored(PRACTICE_HERE) !== null;

function forgetOwn(): void {
  store(RECENT_SEARCHES, null);
  store(ORDER_DRAFT, null);
  store(DRAWINGS, null);
}

export function signIn({ token, userInfo, device }: StoredSession): void {
  const before = useSession.getState().userInfo?.id;
  if (userInfo.id !== before) store(PENDING_REQUESTS, null);
  if (before !== undefined && userInfo.id !== before) forgetOwn();
  store(LOG_FOLLOWED, null);
  store('token', token);
  store('userInfo', JSON.stringify(userInfo));
  store('device', device);
  if (userInfo.deviceOnly) store(PRACTICE_HERE, '1');
  useSession.setState({ token, userInfo, device });
}

/** Only of who is signed in: an answer may come after another member has. */
export function keepUserInfo(userInfo: UserInfo): void {
  const { userInfo: kept } = useSession.getState();
  if (!isSignedIn() || (kept && kept.id !== userInfo.id)) return;
  store('userInfo', JSON.stringify(userInfo));
  useSession.setState({ userInfo });
}

/**
 * What was last seen goes too, and so do recent searches, drawings and what had not been answered. The device's name
 * stays: it is how the next sign-in is known to come from here.
 */
export function forgetSession(): void {
  store('token', null);
  store('userInfo', null);
  store(PENDING_REQUESTS, null);
  forgetOwn();
  try {
    indexedDB.deleteDatabase(LAST_SEEN_DATABASE);
  } catch {
    // Where no database is allowed there is none.
  }
  useSession.setState({ token: '', userInfo: undefined });
}

// Another tab signed in or out: this one follows.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === 'token' || event.key === 'userInfo' || event.key === null) useSession.setState(readSession());
  });
}
