import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Every address at which the product is looked at: each path of the app's own table, so that a new page cannot be
 * missed. The table is read as text, since it is code of a browser.
 */

const TABLE = join(import.meta.dirname, '../apps/web/src/routes/routes.ts');
/** Every path of the app, as it is typed: without what a page's own links say after it. */
export const PATHS: readonly string[] = [...readFileSync(TABLE, 'utf8').matchAll(/^ {4}path: '(\/[^']*)'/gm)].map(
  ([, path = '']) => path,
);

/** What else a path shows: the queries at which its page is looked at, '' for none. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/pages/login/index': ['', '?mode=register'],
  '/pages/market/index': ['', '?tab=gainers', '?tab=indices'],
  '/pages/index/search/index': ['?q=bank'],
  '/pages/index/customer/index': ['', '?topic=certificate', '?topic=privacy'],
  '/pages/market/details': ['?code=THEWA', '?code=KHARA50', '?code=NOSUCH', '?code=KARPASA'],
  '/pages/market/company': ['?code=THEWA'],
  '/pages/market/buy': ['?code=THEWA&side=buy', '?code=KARPASA&side=sell'],
  '/pages/personal/transaction/index': ['?tab=orders', '?tab=trades'],
  '/pages/personal/keys/index': ['', '?api_key=0123456789abcdef'],
  '/pages/personal/limits/index': ['', '?set=day_orders'],
  '/pages/personal/waiting/index': ['', '?tab=baskets', '?tab=regular'],
  '/pages/personal/waiting/trigger': ['?code=THEWA&side=buy'],
  '/pages/personal/waiting/basket': ['', '?id=0'],
  '/pages/personal/waiting/order': ['?name=Two', '?name=Two&code=THEWA'],
  '/pages/personal/waiting/regular': ['?code=THEWA'],
  '/pages/personal/position/index': ['', '?tab=day'],
  '/pages/personal/position/records': ['', '?state=expired'],
  '/pages/personal/notice/details': ['?id=0'],
  '/pages/wallet/index': ['', '?currency=USDT'],
  '/pages/wallet/recharge/index': ['', '?currency=USDT'],
  '/pages/wallet/withdrawal/index': ['', '?currency=USDT'],
  '/pages/news/details': ['?id=0'],
  '/pages/learn/index': ['', '?mission=behind'],
  '/pages/class/join': ['', '?c=2B7K'],
  '/pages/class/board': ['?id=0'],
  '/pages/class/slips': ['?id=0'],
};
for (const path of Object.keys(QUERIES)) if (!PATHS.includes(path)) throw new Error(`no page of the app: ${path}`);

/** Its page is for guests alone: a member is sent on to home. */
const isForGuests = (path: string): boolean => path === '/pages/login/index';
const at = (path: string): string[] => (QUERIES[path] ?? ['']).map((query) => path + query);

export const GUEST_ROUTES: readonly string[] = PATHS.filter(isForGuests).flatMap(at);
/** With home's other name, and an address that is no page. */
export const ROUTES: readonly string[] = [
  ...PATHS.filter((path) => !isForGuests(path)).flatMap(at),
  '/pages/index/index',
  '/pages/nowhere',
];
