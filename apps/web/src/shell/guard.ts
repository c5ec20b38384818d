/**
 * Which pages a guest may open (GUARD_MODE of docs/configuration.md). The server checks on its own; this is a courtesy.
 */

export type Guard = {
  readonly mode: 'whitelist' | 'blacklist';
  readonly whitelist: readonly string[];
  readonly blacklist: readonly string[];
};

export const LOGIN = '/pages/login/index';
export const HOME = '/';
/** Where a practice account is kept. */
export const KEEP = '/pages/personal/keep';
/** Home's other name. */
export const HOME_ALIAS = '/pages/index/index';

/**
 * A pattern that begins with "/" is a whole path, or the beginning of one when it ends in "*"; any other
 * pattern ('detail') is met by every path that contains it.
 */
export function matches(path: string, pattern: string): boolean {
  if (!pattern.startsWith('/')) return pattern !== '' && path.includes(pattern);
  if (pattern.endsWith('*')) return path.startsWith(pattern.slice(0, -1));
  return path === pattern || (path === HOME_ALIAS && pattern === HOME) || (path === HOME && pattern === HOME_ALIAS);
}

export function guestMayOpen(path: string, guard: Guard): boolean {
  if (path === LOGIN) return true;
  return guard.mode === 'whitelist'
    ? guard.whitelist.some((pattern) => matches(path, pattern))
    : !guard.blacklist.some((pattern) => matches(path, pattern));
}

/** The login page, with the address to come back to. From the login page it is the same address: it has it already. */
export function loginAddress(to: string): string {
  if (to.split('?')[0] === LOGIN) return to;
  return to === HOME ? LOGIN : `${LOGIN}?redirect=${encodeURIComponent(to)}`;
}

/** Where to go after login: the page asked for, if it is a page of ours. */
export function afterLogin(redirect: string | null, isPage: (path: string) => boolean): string {
  if (redirect === null || !redirect.startsWith('/') || redirect.startsWith('//')) return HOME;
  const path = redirect.split('?')[0] ?? '';
  return path !== LOGIN && isPage(path) ? redirect : HOME;
}
