import { useConfig } from '#api/config.ts';
import { isSignedIn, useSession } from '#api/session.ts';
import { say } from '#i18n/say.ts';
import { sheetLeaving } from '#ui/leaving.ts';
import { toast } from '#ui/toast.ts';
import { HOME, HOME_ALIAS, KEEP, guestMayOpen, loginAddress } from './guard.ts';
import { back, closePagesBefore, onSheetEntry, push, replace } from './location.ts';
import { findRoute } from './route-table.ts';

/**
 * The ways to another page. Every one of them, and every typed address (shell/router.tsx), passes the guard:
 * a guest who may not open a page reads "Please log in first" and comes back to it after login.
 */

/**
 * Whether who is here may open `to`. Undefined until the server has said what guests may: a public page
 * is opened meanwhile, any other waits, since a guest who is sent away wrongly loses it. An address
 * that is no page hides nothing: the page says that there is none.
 */
export function mayOpen(to: string): boolean | undefined {
  const path = to.split('?')[0] ?? to;
  const route = findRoute(path);
  if (!route) return true;
  if (isSignedIn()) return !(route.keptOnly && useSession.getState().userInfo?.deviceOnly === true);
  const guard = useConfig.getState().info?.guard;
  if (guard) return guestMayOpen(path, guard);
  return route.guest;
}

/**
 * Undefined unless `to` may not be opened; then the address of the login page, which says so, or of the page that keeps
 * a practice account.
 */
export function turnedAway(to: string): string | undefined {
  if (mayOpen(to) !== false) return undefined;
  if (isSignedIn()) return at(KEEP, { redirect: to });
  toast(say('loginFirst'));
  return loginAddress(to);
}

const allowed = (to: string): string => turnedAway(to) ?? (to === HOME_ALIAS ? HOME : to);

/** What the desk does with an address instead of going there, if it does (shell/desk). */
let takes: ((to: string) => boolean) | undefined;
export const setDesk = (desk: typeof takes): void => void (takes = desk);

/** Opens a page on top of this one. */
export function navigateTo(to: string): void {
  const address = allowed(to);
  if (takes?.(address)) return;
  const left = sheetLeaving();
  if (left) void left.then(() => push(address)); // what is put on the history meanwhile would be taken off instead
  else if (onSheetEntry()) replace(address);
  else push(address);
}
/** Puts a page in the place of this one. */
export function redirectTo(to: string): void {
  const address = allowed(to);
  if (!takes?.(address)) replace(address);
}
/** Closes all pages and opens one. */
export function reLaunch(to: string): void {
  replace(allowed(to));
  closePagesBefore();
}
/** Goes to one of the five tabs; other pages are closed. */
export function switchTab(to: string): void {
  replace(allowed(to));
  closePagesBefore();
}
/** One page back; home when this is the only one. */
export function goBack(): void {
  if (!back()) replace(HOME);
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
