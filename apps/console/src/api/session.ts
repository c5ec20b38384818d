import { useSyncExternalStore } from 'react';
import type { ConsoleData } from '@khara/contract';
import { readOfTab, readStored, store, storeOfTab } from '../../../web/src/lib/storage.ts';

export type StaffSession = Pick<ConsoleData<'consoleSignIn'>, 'token' | 'staff'>;

/** Who is signed in: in this tab, and gone with it. */
const KEY = 'console.session';
const listeners = new Set<() => void>();
let current = readSession();
/** Why the sign-in page is shown, when it is not the first time. */
let ended = false;

function readSession(): StaffSession | undefined {
  const kept = readOfTab(KEY);
  return kept === null ? undefined : (JSON.parse(kept) as StaffSession); // written below
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** This browser, as the server knows it again: kept beyond the session, and worth nothing without the password. */
const DEVICE = 'console.device';
export const device = (): string | undefined => readStored(DEVICE) ?? undefined;
export const keepDevice = (value: string): void => store(DEVICE, value);

export const session = (): StaffSession | undefined => current;
export const hasEnded = (): boolean => ended;

export function beginSession(signedIn: StaffSession): void {
  storeOfTab(KEY, JSON.stringify(signedIn));
  current = signedIn;
  ended = false;
  notifyListeners();
}

export function endSession({ byItself = false } = {}): void {
  storeOfTab(KEY, null);
  current = undefined;
  ended = byItself;
  notifyListeners();
}

export const useSession = (): StaffSession | undefined =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, session);
