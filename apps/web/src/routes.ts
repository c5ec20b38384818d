import type { Access } from '@khara/contract';
import type { ComponentType } from 'react';
import type { TextNamespace } from '#i18n/index.ts';
import type { Texts } from '@khara/texts';
import { HOME_TEXTS } from '#shell/first-texts.ts';

type Screen = () => Promise<{ readonly default: ComponentType }>;
export type TabName = 'home' | 'news' | 'market' | 'assets' | 'personal';

export type Route = {
  readonly path: string;
  /** Title of the page, in `nav`. */
  readonly title: keyof Texts['nav'];
  /** Who may open it until the server's guard is known. */
  readonly access: Access;
  readonly tab?: TabName;
  /** Texts beside the shell's, fetched together with the code. */
  readonly texts: readonly TextNamespace[];
  readonly screen: Screen;
};

/** Every path of the product: its title, who may open it, its screen. Loaded lazily, one chunk per screen. */
export const routes: readonly Route[] = [
  // the five tabs
  {
    path: '/',
    title: 'home',
    access: 'guest',
    tab: 'home',
    texts: HOME_TEXTS,
    screen: () => import('./screens/home/home.tsx'),
  },
  {
    path: '/pages/news/index',
    title: 'news',
    access: 'guest',
    tab: 'news',
    texts: ['news'],
    screen: () => import('./screens/news/news.tsx'),
  },
  {
    path: '/pages/market/index',
    title: 'market',
    access: 'guest',
    tab: 'market',
    texts: ['market', 'watching'],
    screen: () => import('./screens/market/market.tsx'),
  },
  {
    path: '/pages/transaction/index',
    title: 'assets',
    access: 'member',
    tab: 'assets',
    texts: ['assets', 'proof'],
    screen: () => import('./screens/assets/assets.tsx'),
  },
  {
    path: '/pages/personal/index',
    title: 'personal',
    access: 'member',
    tab: 'personal',
    texts: ['personal', 'legal'],
    screen: () => import('./screens/personal/personal.tsx'),
  },

  {
    path: '/pages/login/index',
    title: 'login',
    access: 'guest',
    texts: ['login'],
    screen: () => import('./screens/login/login.tsx'),
  },
  {
    path: '/pages/wallet/index',
    title: 'wallet',
    access: 'member',
    texts: ['assets', 'bill', 'proof'],
    screen: () => import('./screens/wallet/wallet.tsx'),
  },
  {
    path: '/pages/index/search/index',
    title: 'search',
    access: 'guest',
    texts: ['search', 'market'],
    screen: () => import('./screens/search/search.tsx'),
  },
  {
    path: '/pages/index/messages/index',
    title: 'messages',
    access: 'member',
    texts: ['service', 'refusals'],
    screen: () => import('./screens/messages/messages.tsx'),
  },
  {
    path: '/pages/index/rules/index',
    title: 'rules',
    access: 'guest',
    texts: ['service', 'news'],
    screen: () => import('./screens/rules/rules.tsx'),
  },
  {
    path: '/pages/index/vote/index',
    title: 'vote',
    access: 'guest',
    texts: ['vote'],
    screen: () => import('./screens/vote/vote.tsx'),
  },
  {
    path: '/pages/index/customer/index',
    title: 'customer',
    access: 'guest',
    texts: ['service', 'news', 'certificate', 'proof', 'tour', 'keys'],
    screen: () => import('./screens/customer/customer.tsx'),
  },

  {
    path: '/pages/market/details',
    title: 'stockDetails',
    access: 'guest',
    texts: ['stock', 'market', 'session', 'watching', 'newStocks'],
    screen: () => import('./screens/market/details.tsx'),
  },
  {
    path: '/pages/market/buy',
    title: 'buyStock',
    access: 'member',
    texts: ['ticket', 'orders', 'stock', 'session', 'refusals'],
    screen: () => import('./screens/market/buy.tsx'),
  },
  {
    path: '/pages/market/newStock/index',
    title: 'subscription',
    access: 'guest',
    texts: ['newStocks', 'draw', 'refusals', 'answers'],
    screen: () => import('./screens/market/newStock/index.tsx'),
  },
  {
    path: '/pages/market/newStock/records',
    title: 'records',
    access: 'member',
    texts: ['newStocks', 'refusals', 'answers'],
    screen: () => import('./screens/market/newStock/records.tsx'),
  },
  {
    path: '/pages/market/passwordStock/index',
    title: 'blockTrading',
    access: 'member',
    texts: ['blocks', 'newStocks', 'refusals', 'answers'],
    screen: () => import('./screens/market/passwordStock/index.tsx'),
  },
  {
    path: '/pages/market/passwordStock/records',
    title: 'records',
    access: 'member',
    texts: ['blocks', 'newStocks', 'refusals', 'answers'],
    screen: () => import('./screens/market/passwordStock/records.tsx'),
  },

  {
    path: '/pages/personal/bill/index',
    title: 'statement',
    access: 'member',
    texts: ['bill', 'proof'],
    screen: () => import('./screens/bill/bill.tsx'),
  },
  {
    path: '/pages/personal/transaction/index',
    title: 'transactions',
    access: 'member',
    texts: ['orders', 'ticket', 'refusals'],
    screen: () => import('./screens/orders/orders.tsx'),
  },
  {
    path: '/pages/personal/kyc/index',
    title: 'kyc',
    access: 'member',
    texts: ['kyc', 'picture', 'answers'],
    screen: () => import('./screens/kyc/kyc.tsx'),
  },
  {
    path: '/pages/personal/security/index',
    title: 'security',
    access: 'member',
    texts: ['security', 'password', 'login'],
    screen: () => import('./screens/security/security.tsx'),
  },
  {
    path: '/pages/personal/privacy/index',
    title: 'privacy',
    access: 'member',
    texts: ['privacy', 'proof', 'staff'],
    screen: () => import('./screens/privacy/privacy.tsx'),
  },
  {
    path: '/pages/personal/alerts/index',
    title: 'alerts',
    access: 'member',
    texts: ['watching', 'security'],
    screen: () => import('./screens/alerts/alerts.tsx'),
  },
  {
    path: '/pages/personal/loginPassword/index',
    title: 'loginPassword',
    access: 'member',
    texts: ['password', 'login'],
    screen: () => import('./screens/passwords/login-password.tsx'),
  },
  {
    path: '/pages/personal/tranPassword/index',
    title: 'tranPassword',
    access: 'member',
    texts: ['password'],
    screen: () => import('./screens/passwords/transaction-password.tsx'),
  },
  {
    path: '/pages/personal/position/index',
    title: 'position',
    access: 'member',
    texts: ['positions', 'market', 'orders', 'watching'],
    screen: () => import('./screens/positions/positions.tsx'),
  },
  {
    path: '/pages/personal/position/records',
    title: 'positionRecords',
    access: 'member',
    texts: ['positions', 'orders', 'watching'],
    screen: () => import('./screens/positions/records.tsx'),
  },
  {
    path: '/pages/personal/notice/index',
    title: 'notices',
    access: 'member',
    texts: ['notices'],
    screen: () => import('./screens/notices/notices.tsx'),
  },
  {
    path: '/pages/personal/notice/details',
    title: 'notices',
    access: 'member',
    texts: ['notices'],
    screen: () => import('./screens/notices/details.tsx'),
  },

  {
    path: '/pages/wallet/recharge/index',
    title: 'recharge',
    access: 'member',
    texts: ['recharge', 'legal', 'answers'],
    screen: () => import('./screens/recharge/recharge.tsx'),
  },
  {
    path: '/pages/wallet/recharge/records',
    title: 'rechargeRecords',
    access: 'member',
    texts: ['recharge', 'answers'],
    screen: () => import('./screens/recharge/records.tsx'),
  },
  {
    path: '/pages/wallet/withdrawal/index',
    title: 'withdrawal',
    access: 'member',
    texts: ['withdrawal', 'score', 'assets', 'recharge', 'refusals', 'answers'],
    screen: () => import('./screens/withdrawal/withdrawal.tsx'),
  },
  {
    path: '/pages/wallet/withdrawal/records',
    title: 'withdrawalRecords',
    access: 'member',
    texts: ['withdrawal'],
    screen: () => import('./screens/withdrawal/records.tsx'),
  },
  {
    path: '/pages/wallet/bindcard/index',
    title: 'addBankAccount',
    access: 'member',
    texts: ['bank', 'withdrawal', 'recharge', 'refusals', 'security', 'login'],
    screen: () => import('./screens/bank/add.tsx'),
  },
  {
    path: '/pages/wallet/bindcard/mycard',
    title: 'bankAccount',
    access: 'member',
    texts: ['bank', 'security', 'login'],
    screen: () => import('./screens/bank/my-card.tsx'),
  },
  {
    path: '/pages/wallet/convert/index',
    title: 'convert',
    access: 'member',
    texts: ['convert'],
    screen: () => import('./screens/convert/convert.tsx'),
  },
  {
    path: '/pages/personal/credit/index',
    title: 'creditScore',
    access: 'member',
    texts: ['score', 'refusals', 'answers'],
    screen: () => import('./screens/credit/credit.tsx'),
  },

  {
    path: '/pages/news/details',
    title: 'newsDetails',
    access: 'guest',
    texts: ['news', 'market'],
    screen: () => import('./screens/news/details.tsx'),
  },
];

/** Home's other name in the specification. */
const ALIASES: Readonly<Record<string, string>> = { '/pages/index/index': '/', '': '/' };

const byPath = new Map(routes.map((route) => [route.path, route]));
export const routeOf = (path: string): Route | undefined => byPath.get(ALIASES[path] ?? path);

/** Said for an address that is no page. */
export const notFound: Route = {
  path: '*',
  title: 'notFound',
  access: 'guest',
  texts: ['notFound'],
  screen: () => import('./screens/not-found/not-found.tsx'),
};

type TabIcon = 'home' | 'news' | 'market' | 'wallet' | 'person';
export const tabs: readonly { readonly name: TabName; readonly path: string; readonly icon: TabIcon }[] = [
  { name: 'home', path: '/', icon: 'home' },
  { name: 'news', path: '/pages/news/index', icon: 'news' },
  { name: 'market', path: '/pages/market/index', icon: 'market' },
  { name: 'assets', path: '/pages/transaction/index', icon: 'wallet' },
  { name: 'personal', path: '/pages/personal/index', icon: 'person' },
];
