import type { Data } from '@khara/contract';
import { create } from 'zustand';
import { LAST_SEEN_DATABASE, readStored, readStoredJson, store } from './storage.ts';

export type UserInfo = Data<'userDetail'>['userInfo'];
type SignedIn = { readonly token: string; readonly userInfo: UserInfo; readonly device: string };

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

export function signIn({ token, userInfo, device }: SignedIn): void {
  store('token', token);
  store('userInfo', JSON.stringify(userInfo));
  store('device', device);
  useSession.setState({ token, userInfo, device });
}

export function keepUserInfo(userInfo: UserInfo): void {
  if (!isSignedIn()) return;
  store('userInfo', JSON.stringify(userInfo));
  useSession.setState({ userInfo });
}

/** What was last seen goes too. The device's name stays: it is how the next sign-in is known to come from here. */
export function forgetSession(): void {
  store('token', null);
  store('userInfo', null);
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
