import { useSyncExternalStore } from 'react';
import type { ConsoleData } from '@khara/contract';

export type SignedIn = Pick<ConsoleData<'consoleSignIn'>, 'token' | 'staff'>;

/** Who is signed in: in this tab, and gone with it. */
const KEY = 'console.session';
const listeners = new Set<() => void>();
let current = read();
/** Why the sign-in page is shown, when it is not the first time. */
let ended = false;

function read(): SignedIn | undefined {
  const kept = sessionStorage.getItem(KEY);
  return kept === null ? undefined : (JSON.parse(kept) as SignedIn); // written below
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** This browser, as the server knows it again: kept beyond the session, and worth nothing without the password. */
const DEVICE = 'console.device';
export const device = (): string | undefined => localStorage.getItem(DEVICE) ?? undefined;
export const keepDevice = (value: string): void => localStorage.setItem(DEVICE, value);

export const session = (): SignedIn | undefined => current;
export const hasEnded = (): boolean => ended;

export function begin(signedIn: SignedIn): void {
  sessionStorage.setItem(KEY, JSON.stringify(signedIn));
  current = signedIn;
  ended = false;
  tell();
}

export function end({ byItself = false } = {}): void {
  sessionStorage.removeItem(KEY);
  current = undefined;
  ended = byItself;
  tell();
}

export const useSession = (): SignedIn | undefined =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, session);
