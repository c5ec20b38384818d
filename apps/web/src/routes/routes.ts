import { askAhead } from '#api/use-call.ts';
import { HOME_TEXTS } from '#shell/first-texts.ts';
import type { Route, RouteTable } from '#shell/route-table.ts';

type LateScreen = keyof typeof import('./late-screens.ts').lateScreens;

const late = (name: LateScreen) => () => import('./late-screens.ts').then(({ lateScreens }) => lateScreens[name]());

/** Every path of the product: its title in `nav`, who may open it, its screen. Loaded lazily, one chunk per screen. */
const routes: readonly Route[] = [
  // the five tabs
  {
    path: '/',
    title: 'home',
    guest: true,
    tab: 'home',
    texts: HOME_TEXTS,
    screen: () => import('#screens/home/home.tsx'),
  },
  {
    path: '/pages/news/index',
    title: 'news',
    guest: true,
    tab: 'news',
    texts: ['news'],
    screen: late('news'),
  },
  {
    path: '/pages/market/index',
    title: 'market',
    guest: true,
    tab: 'market',
    texts: ['market', 'session', 'watching'],
    screen: () => import('#screens/market/market.tsx'),
  },
  {
    path: '/pages/transaction/index',
    title: 'assets',
    tab: 'wallet',
    texts: ['assets', 'proof'],
    screen: late('assets'),
  },
  {
    path: '/pages/personal/index',
    title: 'personal',
    tab: 'person',
    texts: ['personal', 'legal'],
    screen: late('personal'),
  },

  {
    path: '/pages/login/index',
    title: 'login',
    guest: true,
    texts: ['login'],
    screen: () => import('#screens/login/login.tsx'),
  },
  {
    path: '/pages/wallet/index',
    title: 'wallet',
    texts: ['assets', 'bill', 'proof'],
    screen: late('wallet'),
  },
  {
    path: '/pages/index/search/index',
    title: 'search',
    guest: true,
    texts: ['search', 'market'],
    screen: late('search'),
  },
  {
    path: '/pages/index/messages/index',
    title: 'messages',
    texts: ['service', 'refusals'],
    screen: late('messages'),
  },
  {
    path: '/pages/index/rules/index',
    title: 'rules',
    guest: true,
    texts: ['service', 'news'],
    screen: late('rules'),
  },
  {
    path: '/pages/index/vote/index',
    title: 'vote',
    guest: true,
    texts: ['vote'],
    screen: late('vote'),
  },
  {
    path: '/pages/index/customer/index',
    title: 'customer',
    guest: true,
    texts: ['service', 'news', 'certificate', 'proof', 'tour', 'keys'],
    screen: late('customer'),
  },

  {
    path: '/pages/market/details',
    title: 'stockDetails',
    guest: true,
    texts: ['stock', 'market', 'session', 'watching', 'newStocks', 'surveillance'],
    screen: () => import('#screens/market/details.tsx'),
    askAhead: (search) => {
      const code = new URLSearchParams(search).get('code');
      if (code) askAhead('marketDetail', { code });
    },
  },
  {
    path: '/pages/market/buy',
    title: 'buyStock',
    texts: ['ticket', 'orders', 'stock', 'session', 'refusals', 'surveillance'],
    screen: () => import('#screens/market/buy.tsx'),
  },
  {
    path: '/pages/market/newStock/index',
    title: 'subscription',
    guest: true,
    texts: ['newStocks', 'draw', 'refusals', 'answers'],
    screen: late('subscription'),
  },
  {
    path: '/pages/market/newStock/records',
    title: 'records',
    texts: ['newStocks', 'refusals', 'answers'],
    screen: late('newStockRecords'),
  },
  {
    path: '/pages/market/passwordStock/index',
    title: 'blockTrading',
    texts: ['blocks', 'newStocks', 'refusals', 'answers'],
    screen: late('blocks'),
  },
  {
    path: '/pages/market/passwordStock/records',
    title: 'records',
    texts: ['blocks', 'newStocks', 'refusals', 'answers'],
    screen: late('blockRecords'),
  },

  {
    path: '/pages/market/papers',
    title: 'dayPapers',
    guest: true,
    texts: ['dayPapers', 'refusals'],
    screen: late('dayPapers'),
  },

  {
    path: '/pages/personal/bill/index',
    title: 'statement',
    texts: ['bill', 'proof'],
    screen: late('bill'),
  },
  {
    path: '/pages/personal/record/index',
    title: 'record',
    texts: ['record'],
    screen: late('record'),
  },
  {
    path: '/pages/personal/dividends/index',
    title: 'dividends',
    texts: ['dividends'],
    screen: late('dividends'),
  },
  {
    path: '/pages/personal/limits/index',
    title: 'limits',
    texts: ['limits', 'refusals'],
    screen: late('limits'),
  },
  {
    path: '/pages/personal/holderOffers/index',
    title: 'holderOffers',
    texts: ['holderOffers', 'ticket', 'refusals'],
    screen: late('holderOffers'),
  },
  {
    path: '/pages/personal/transaction/index',
    title: 'transactions',
    texts: ['orders', 'ticket', 'refusals'],
    screen: late('orders'),
  },
  {
    path: '/pages/personal/kyc/index',
    title: 'kyc',
    texts: ['kyc', 'picture', 'answers'],
    screen: late('kyc'),
  },
  {
    path: '/pages/personal/security/index',
    title: 'security',
    texts: ['security', 'password', 'login'],
    screen: late('security'),
  },
  {
    path: '/pages/personal/keys/index',
    title: 'programs',
    texts: ['programs', 'security', 'login'],
    screen: late('keys'),
  },
  {
    path: '/pages/personal/privacy/index',
    title: 'privacy',
    texts: ['privacy', 'proof', 'staff'],
    screen: late('privacy'),
  },
  {
    path: '/pages/personal/alerts/index',
    title: 'alerts',
    texts: ['watching', 'security'],
    screen: late('alerts'),
  },
  {
    path: '/pages/personal/waiting/index',
    title: 'waiting',
    texts: ['waiting', 'baskets', 'orders', 'refusals'],
    screen: late('waiting'),
  },
  {
    path: '/pages/personal/waiting/trigger',
    title: 'waiting',
    texts: ['waiting', 'stock', 'refusals'],
    screen: late('trigger'),
  },
  {
    path: '/pages/personal/waiting/basket',
    title: 'waiting',
    texts: ['baskets', 'waiting', 'orders', 'refusals'],
    screen: late('basket'),
  },
  {
    path: '/pages/personal/waiting/order',
    title: 'waiting',
    texts: ['baskets', 'waiting', 'ticket', 'orders', 'refusals'],
    screen: late('basketOrder'),
  },
  {
    path: '/pages/personal/waiting/regular',
    title: 'waiting',
    texts: ['baskets', 'waiting', 'orders', 'refusals'],
    screen: late('regular'),
  },
  {
    path: '/pages/personal/loginPassword/index',
    title: 'loginPassword',
    texts: ['password', 'login'],
    screen: late('loginPassword'),
  },
  {
    path: '/pages/personal/tranPassword/index',
    title: 'tranPassword',
    texts: ['password'],
    screen: late('transactionPassword'),
  },
  {
    path: '/pages/personal/position/index',
    title: 'position',
    texts: ['positions', 'market', 'orders', 'watching', 'ticket', 'refusals'],
    screen: late('positions'),
  },
  {
    path: '/pages/personal/position/records',
    title: 'positionRecords',
    texts: ['positions', 'orders', 'watching'],
    screen: late('positionRecords'),
  },
  {
    path: '/pages/personal/notice/index',
    title: 'notices',
    texts: ['notices'],
    screen: late('notices'),
  },
  {
    path: '/pages/personal/notice/details',
    title: 'notices',
    texts: ['notices'],
    screen: late('noticeDetails'),
  },

  {
    path: '/pages/wallet/recharge/index',
    title: 'recharge',
    texts: ['recharge', 'legal', 'answers'],
    screen: late('recharge'),
  },
  {
    path: '/pages/wallet/recharge/records',
    title: 'rechargeRecords',
    texts: ['recharge', 'answers'],
    screen: late('rechargeRecords'),
  },
  {
    path: '/pages/wallet/withdrawal/index',
    title: 'withdrawal',
    texts: ['withdrawal', 'score', 'assets', 'recharge', 'refusals', 'answers'],
    screen: late('withdrawal'),
  },
  {
    path: '/pages/wallet/withdrawal/records',
    title: 'withdrawalRecords',
    texts: ['withdrawal'],
    screen: late('withdrawalRecords'),
  },
  {
    path: '/pages/wallet/bindcard/index',
    title: 'addBankAccount',
    texts: ['bank', 'withdrawal', 'recharge', 'refusals', 'security', 'login'],
    screen: late('add'),
  },
  {
    path: '/pages/wallet/bindcard/mycard',
    title: 'bankAccount',
    texts: ['bank', 'security', 'login'],
    screen: late('myCard'),
  },
  {
    path: '/pages/wallet/convert/index',
    title: 'convert',
    texts: ['convert'],
    screen: late('convert'),
  },
  {
    path: '/pages/personal/credit/index',
    title: 'creditScore',
    texts: ['score', 'refusals', 'answers'],
    screen: late('credit'),
  },

  {
    path: '/pages/news/details',
    title: 'newsDetails',
    guest: true,
    texts: ['news', 'market'],
    screen: late('article'),
  },
  {
    path: '/pages/lesson/index',
    title: 'lesson',
    guest: true,
    texts: ['lesson'],
    screen: late('fakeApp'),
  },
  {
    path: '/pages/learn/index',
    title: 'learn',
    guest: true,
    texts: ['learn'],
    screen: late('learn'),
  },
  {
    path: '/pages/lab/day',
    title: 'lab',
    guest: true,
    texts: ['lab', 'session', 'stock', 'ticket', 'refusals'],
    screen: late('day'),
  },
];

/** Said for an address that is no page. */
const notFound: Route = {
  path: '*',
  title: 'notFound',
  guest: true,
  texts: ['notFound'],
  screen: late('notFound'),
};

export const ROUTES: RouteTable = {
  routes,
  // Home's other name in the specification.
  aliases: { '/pages/index/index': '/', '': '/' },
  notFound,
  desk: () => import('./desk.tsx'),
};
