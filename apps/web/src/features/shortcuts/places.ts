/** The five tabs, by `g` and a letter. */
export const PLACES = [
  { key: 'h', path: '/', name: 'home' },
  { key: 'n', path: '/pages/news/index', name: 'news' },
  { key: 'm', path: '/pages/market/index', name: 'market' },
  { key: 'a', path: '/pages/transaction/index', name: 'assets' },
  { key: 'p', path: '/pages/personal/index', name: 'personal' },
] as const;
