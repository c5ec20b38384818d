import type { NavigateFunction } from 'react-router';
import { isSignedIn } from '#api/session.ts';
import { useConfig } from '#api/config.ts';
import { say } from '#i18n/say.ts';
import { toast } from '#ui/toast.ts';
import { HOME, HOME_ALIAS, LOGIN, guestMayOpen, loginAddress, type Guard } from './guard.ts';
import { canGoBack, closePagesBefore, onSheetEntry } from './history.ts';

/**
 * The ways to another page. Every one of them, and every typed address (shell/router.tsx), passes the guard: a guest who may not open a page is told
 * "Please log in first" and comes back to it after login.
 */

let go: NavigateFunction = () => {};
let defaultGuard: Guard = { mode: 'whitelist', whitelist: [HOME, LOGIN], blacklist: [] };

/** Given once by the router, which owns both. */
export function connectNavigation(navigate: NavigateFunction, guard: Guard): void {
  go = navigate;
  defaultGuard = guard;
}

/** The server's guard, or until it has answered the route table's own access. */
export const guardInForce = (): Guard => useConfig.getState().info?.guard ?? defaultGuard;

/** Undefined when `to` may be opened; otherwise the login page's address. Says so, unless it has just been said. */
export function turnedAway(to: string): string | undefined {
  const path = to.split('?')[0] ?? to;
  if (isSignedIn() || guestMayOpen(path, guardInForce())) return undefined;
  toast(say('loginFirst'));
  return loginAddress(to);
}

const real = (to: string): string => (to === HOME_ALIAS ? HOME : to);

/** Opens a page on top of this one. */
export function navigateTo(to: string): void {
  void go(turnedAway(to) ?? real(to), { replace: onSheetEntry() });
}
/** Puts a page in the place of this one. */
export function redirectTo(to: string): void {
  void go(turnedAway(to) ?? real(to), { replace: true });
}
/** Closes all pages and opens one. */
export function reLaunch(to: string): void {
  void go(turnedAway(to) ?? real(to), { replace: true });
  closePagesBefore();
}
/** Goes to one of the five tabs; other pages are closed. */
export function switchTab(to: string): void {
  void go(turnedAway(to) ?? real(to), { replace: true });
  closePagesBefore();
}
/** One page back; home when this is the only one. */
export function goBack(): void {
  if (canGoBack()) void go(-1);
  else void go(HOME, { replace: true });
}

/** The address of a page for a link: `#/pages/market/details?code=THEWA`. */
export const href = (to: string): string => `#${to}`;

/** A path with its query: `at('/pages/market/details', { code })`. Absent values are left out. */
export function at(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined && value !== '') search.set(key, value);
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}
