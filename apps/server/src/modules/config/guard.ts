/**
 * Which pages a guest may open. In `whitelist` mode these and no others; in `blacklist` mode all but those whose path contains one of the words. The app
 * asks before it shows a page; it is a courtesy, since every call checks by itself.
 */
export const GUARD = {
  mode: 'whitelist' as const,
  whitelist: [
    '/',
    '/pages/index/index',
    '/pages/news/index',
    '/pages/news/details',
    '/pages/market/index',
    '/pages/market/details',
    '/pages/market/newStock/index',
    '/pages/index/search/index',
    '/pages/index/rules/index',
    '/pages/index/vote/index',
    '/pages/index/customer/index',
    '/pages/login/index',
  ],
  blacklist: ['detail'],
};
