import { askAhead } from '#api/use-call.ts';
import { HOME_TEXTS, SHARE_TEXTS } from '#shell/first-texts.ts';
import type { Route, RouteTable } from '#shell/route-table.ts';

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
    screen: () => import('#screens/news/news.tsx'),
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
    path: '/pages/market/screener/index',
    title: 'screener',
    guest: true,
    texts: ['screener', 'sectors', 'market'],
    screen: () => import('#screens/screener/screener.tsx'),
  },
  {
    path: '/pages/market/results/index',
    title: 'results',
    guest: true,
    texts: ['company'],
    screen: () => import('#screens/market/results.tsx'),
  },
  {
    path: '/pages/market/calendar/index',
    title: 'calendar',
    guest: true,
    texts: ['company', 'watching'],
    screen: () => import('#screens/market/calendar.tsx'),
  },
  {
    path: '/pages/transaction/index',
    title: 'assets',
    tab: 'wallet',
    texts: ['assets', 'proof'],
    screen: () => import('#screens/assets/assets.tsx'),
  },
  {
    path: '/pages/personal/index',
    title: 'personal',
    tab: 'person',
    texts: ['personal', 'legal'],
    screen: () => import('#screens/personal/personal.tsx'),
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
    screen: () => import('#screens/wallet/wallet.tsx'),
  },
  {
    path: '/pages/index/search/index',
    title: 'search',
    guest: true,
    texts: ['search', 'market'],
    screen: () => import('#screens/search/search.tsx'),
  },
  {
    path: '/pages/index/messages/index',
    title: 'messages',
    texts: ['service', 'refusals'],
    screen: () => import('#screens/messages/messages.tsx'),
  },
  {
    path: '/pages/index/rules/index',
    title: 'rules',
    guest: true,
    texts: ['service', 'news'],
    screen: () => import('#screens/rules/rules.tsx'),
  },
  {
    path: '/pages/index/vote/index',
    title: 'vote',
    guest: true,
    texts: ['vote'],
    screen: () => import('#screens/vote/vote.tsx'),
  },
  {
    path: '/pages/index/customer/index',
    title: 'customer',
    guest: true,
    texts: ['service', 'news', 'certificate', 'real', 'proof', 'tour', 'keys'],
    screen: () => import('#screens/customer/customer.tsx'),
  },

  {
    path: '/pages/market/company',
    title: 'stockDetails',
    guest: true,
    texts: [],
    screen: () => import('#screens/market/company-address.tsx'),
  },
  {
    path: '/pages/market/details',
    title: 'stockDetails',
    guest: true,
    texts: SHARE_TEXTS,
    screen: () => import('#screens/market/details.tsx'),
    askAhead: (search) => {
      const code = new URLSearchParams(search).get('code');
      if (!code) return;
      askAhead('marketDetail', { code });
      askAhead('calendar', { code }); // the page waits for both
    },
  },
  {
    path: '/pages/market/buy',
    title: 'buyStock',
    texts: ['ticket', 'orders', 'stock', 'session', 'refusals'],
    screen: () => import('#screens/market/buy.tsx'),
  },
  {
    path: '/pages/market/newStock/index',
    title: 'subscription',
    guest: true,
    texts: ['newStocks', 'draw', 'refusals', 'answers'],
    screen: () => import('#screens/market/newStock/index.tsx'),
  },
  {
    path: '/pages/market/newStock/records',
    title: 'records',
    texts: ['newStocks', 'refusals', 'answers'],
    screen: () => import('#screens/market/newStock/records.tsx'),
  },
  {
    path: '/pages/market/passwordStock/index',
    title: 'blockTrading',
    texts: ['blocks', 'newStocks', 'refusals', 'answers'],
    screen: () => import('#screens/market/passwordStock/index.tsx'),
  },
  {
    path: '/pages/market/passwordStock/records',
    title: 'records',
    texts: ['blocks', 'newStocks', 'refusals', 'answers'],
    screen: () => import('#screens/market/passwordStock/records.tsx'),
  },

  {
    path: '/pages/market/papers',
    title: 'dayPapers',
    guest: true,
    texts: ['dayPapers', 'refusals'],
    screen: () => import('#screens/market/papers.tsx'),
  },

  {
    path: '/pages/personal/bill/index',
    title: 'statement',
    texts: ['bill', 'proof'],
    screen: () => import('#screens/bill/bill.tsx'),
  },
  {
    path: '/pages/personal/record/index',
    title: 'record',
    texts: ['record'],
    screen: () => import('#screens/record/record.tsx'),
  },
  {
    path: '/pages/personal/dividends/index',
    title: 'dividends',
    texts: ['dividends'],
    screen: () => import('#screens/dividends/dividends.tsx'),
  },
  {
    path: '/pages/personal/limits/index',
    title: 'limits',
    texts: ['limits', 'refusals'],
    screen: () => import('#screens/limits/limits.tsx'),
  },
  {
    path: '/pages/personal/holderOffers/index',
    title: 'holderOffers',
    texts: ['holderOffers', 'ticket', 'refusals'],
    screen: () => import('#screens/offers/offers.tsx'),
  },
  {
    path: '/pages/personal/transaction/index',
    title: 'transactions',
    texts: ['orders', 'ticket', 'refusals', 'baskets'],
    screen: () => import('#screens/orders/orders.tsx'),
  },
  {
    path: '/pages/personal/kyc/index',
    title: 'kyc',
    keptOnly: true,
    texts: ['kyc', 'picture', 'answers'],
    screen: () => import('#screens/kyc/kyc.tsx'),
  },
  {
    path: '/pages/personal/security/index',
    title: 'security',
    texts: ['security', 'password', 'login'],
    screen: () => import('#screens/security/security.tsx'),
  },
  {
    path: '/pages/personal/keys/index',
    title: 'programs',
    texts: ['programs', 'security', 'login'],
    screen: () => import('#screens/keys/keys.tsx'),
  },
  {
    path: '/pages/personal/assistants/index',
    title: 'assistants',
    texts: ['assistants', 'orders', 'ticket', 'refusals'],
    screen: () => import('#screens/assistants/assistants.tsx'),
  },
  {
    path: '/pages/personal/assistants/lesson',
    title: 'assistantLesson',
    texts: ['assistantLesson', 'assistants', 'orders'],
    screen: () => import('#screens/assistants/lesson.tsx'),
  },
  {
    path: '/pages/connect/allow',
    title: 'allowAssistant',
    texts: ['assistants', 'security', 'login'],
    screen: () => import('#screens/assistants/allow.tsx'),
  },
  {
    path: '/pages/personal/privacy/index',
    title: 'privacy',
    texts: ['privacy', 'proof', 'staff'],
    screen: () => import('#screens/privacy/privacy.tsx'),
  },
  {
    path: '/pages/personal/alerts/index',
    title: 'alerts',
    texts: ['watching', 'security'],
    screen: () => import('#screens/alerts/alerts.tsx'),
  },
  {
    path: '/pages/personal/waiting/index',
    title: 'waiting',
    texts: ['waiting', 'baskets', 'orders', 'refusals'],
    screen: () => import('#screens/waiting/waiting.tsx'),
  },
  {
    path: '/pages/personal/waiting/trigger',
    title: 'waiting',
    texts: ['waiting', 'session', 'stock', 'refusals'],
    screen: () => import('#screens/waiting/trigger.tsx'),
  },
  {
    path: '/pages/personal/waiting/basket',
    title: 'waiting',
    texts: ['baskets', 'waiting', 'orders', 'refusals'],
    screen: () => import('#screens/waiting/basket.tsx'),
  },
  {
    path: '/pages/personal/waiting/order',
    title: 'waiting',
    texts: ['baskets', 'waiting', 'ticket', 'orders', 'refusals'],
    screen: () => import('#screens/waiting/basket-order.tsx'),
  },
  {
    path: '/pages/personal/waiting/regular',
    title: 'waiting',
    texts: ['baskets', 'session', 'waiting', 'orders', 'refusals'],
    screen: () => import('#screens/waiting/regular.tsx'),
  },
  {
    path: '/pages/personal/keep',
    title: 'keepAccount',
    texts: ['start', 'login'],
    screen: () => import('#screens/start/keep.tsx'),
  },
  {
    path: '/pages/personal/lost',
    title: 'deviceLost',
    guest: true,
    texts: ['start'],
    screen: () => import('#screens/start/lost.tsx'),
  },
  {
    path: '/pages/personal/loginPassword/index',
    title: 'loginPassword',
    keptOnly: true,
    texts: ['password', 'login'],
    screen: () => import('#screens/passwords/login-password.tsx'),
  },
  {
    path: '/pages/personal/tranPassword/index',
    title: 'tranPassword',
    keptOnly: true,
    texts: ['password'],
    screen: () => import('#screens/passwords/transaction-password.tsx'),
  },
  {
    path: '/pages/personal/position/index',
    title: 'position',
    texts: ['positions', 'market', 'orders', 'watching', 'ticket', 'refusals'],
    screen: () => import('#screens/positions/positions.tsx'),
  },
  {
    path: '/pages/personal/position/records',
    title: 'positionRecords',
    texts: ['positions', 'orders', 'watching'],
    screen: () => import('#screens/positions/records.tsx'),
  },
  {
    path: '/pages/personal/notice/index',
    title: 'notices',
    texts: ['noticeList'],
    screen: () => import('#screens/notices/notices.tsx'),
  },
  {
    path: '/pages/personal/notice/details',
    title: 'notices',
    texts: ['noticeList'],
    screen: () => import('#screens/notices/details.tsx'),
  },

  {
    path: '/pages/wallet/recharge/index',
    title: 'recharge',
    texts: ['recharge', 'legal', 'answers'],
    screen: () => import('#screens/recharge/recharge.tsx'),
  },
  {
    path: '/pages/wallet/recharge/records',
    title: 'rechargeRecords',
    texts: ['recharge', 'answers'],
    screen: () => import('#screens/recharge/records.tsx'),
  },
  {
    path: '/pages/wallet/withdrawal/index',
    title: 'withdrawal',
    keptOnly: true,
    texts: ['withdrawal', 'score', 'assets', 'recharge', 'refusals', 'answers'],
    screen: () => import('#screens/withdrawal/withdrawal.tsx'),
  },
  {
    path: '/pages/wallet/withdrawal/records',
    title: 'withdrawalRecords',
    texts: ['withdrawal'],
    screen: () => import('#screens/withdrawal/records.tsx'),
  },
  {
    path: '/pages/wallet/bindcard/index',
    title: 'addBankAccount',
    keptOnly: true,
    texts: ['bank', 'withdrawal', 'recharge', 'refusals', 'security', 'login'],
    screen: () => import('#screens/bank/add.tsx'),
  },
  {
    path: '/pages/wallet/bindcard/mycard',
    title: 'bankAccount',
    keptOnly: true,
    texts: ['bank', 'security', 'login'],
    screen: () => import('#screens/bank/my-card.tsx'),
  },
  {
    path: '/pages/wallet/convert/index',
    title: 'convert',
    keptOnly: true,
    texts: ['convert'],
    screen: () => import('#screens/convert/convert.tsx'),
  },
  {
    path: '/pages/personal/credit/index',
    title: 'creditScore',
    texts: ['score', 'refusals', 'answers'],
    screen: () => import('#screens/credit/credit.tsx'),
  },

  {
    path: '/pages/news/details',
    title: 'newsDetails',
    guest: true,
    texts: ['news', 'market'],
    screen: () => import('#screens/news/details.tsx'),
  },
  {
    path: '/pages/lesson/index',
    title: 'lesson',
    guest: true,
    texts: ['lesson'],
    screen: () => import('#screens/lesson/fake-app.tsx'),
  },
  {
    path: '/pages/learn/index',
    title: 'learn',
    guest: true,
    texts: ['learn', 'classes'],
    screen: () => import('#screens/learn/learn.tsx'),
  },
  {
    path: '/pages/class/join',
    title: 'joinClass',
    guest: true,
    texts: ['classes', 'start', 'refusals'],
    screen: () => import('#screens/class/join.tsx'),
  },
  {
    path: '/pages/class/index',
    title: 'teach',
    texts: ['classes', 'learn', 'refusals'],
    screen: () => import('#screens/class/teach.tsx'),
  },
  {
    path: '/pages/class/board',
    title: 'classBoard',
    texts: ['classes', 'learn', 'session', 'refusals'],
    screen: () => import('#screens/class/board.tsx'),
  },
  {
    path: '/pages/class/slips',
    title: 'classSlips',
    texts: ['classes', 'learn', 'refusals'],
    screen: () => import('#screens/class/slips.tsx'),
  },
  {
    path: '/pages/lab/day',
    title: 'lab',
    guest: true,
    texts: ['lab', 'session', 'stock', 'ticket', 'refusals'],
    screen: () => import('#screens/lab/day.tsx'),
  },
];

/** Said for an address that is no page. */
const notFound: Route = {
  path: '*',
  title: 'notFound',
  guest: true,
  texts: ['notFound'],
  screen: () => import('#screens/not-found/not-found.tsx'),
};

export const ROUTES: RouteTable = {
  routes,
  // Home's other name in the specification.
  aliases: { '/pages/index/index': '/', '': '/' },
  notFound,
  desk: () => import('./desk.tsx'),
};
