import type { Rolldown } from 'vite';

type Group = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>[number];

/**
 * What the same pages have, in few files: over HTTP/1.1 a phone asks for six at a time, and a page waits for each six.
 * A group takes the modules whose path begins so, in the order of who is imported by whom. What a group brings to one
 * page more than it needs is paid for in bytes, which `bench/web-size.test.ts` holds beside the number of files.
 */
const FEW_FILES = {
  // whatever moves money
  acts: [
    'web/src/api/mutate',
    'web/src/api/pending-request',
    'web/src/api/receipts',
    'web/src/api/settle-pending',
    'web/src/features/transaction-password/remembered',
    'web/src/features/transaction-password/use-',
    'web/src/lib/use-settled',
    'web/src/ui/haptics',
  ],
  // the same, where its outcome comes later
  outcome: [
    'web/src/features/money/checking-head',
    'web/src/features/money/outcome-head',
    'web/src/features/money/use-lost-answer',
    'web/src/features/money/use-now',
    'web/src/ui/countdown',
    'web/src/ui/timeline',
  ],
  // recharge, withdrawal, convert
  payment: [
    'web/src/features/money/amount-',
    'web/src/features/money/copy-line',
    'web/src/features/money/give-up',
    'web/src/features/money/payment-sheet',
    'web/src/features/money/trigger-sheet',
    'web/src/features/money/use-followed',
  ],
  // new stocks, block trading
  offerings: ['web/src/features/blocks/', 'web/src/features/offerings/'],
  // the market, a share, the ticket, positions, classes
  session: [
    'rules/src/calendar',
    'rules/src/order-checks',
    'rules/src/series',
    'rules/src/session',
    'web/src/features/quotes/market-',
    'web/src/features/session/',
    'web/src/features/surveillance/',
    'web/src/shell/market-day/day-parts',
    'web/src/shell/market-day/phase-',
  ],
  // a share, positions, the calendar, the Lab
  live: [
    'web/src/features/positions/live-result',
    'web/src/features/watching/action-lines',
    'web/src/features/watching/watching',
    'web/src/ui/depth-rows',
  ],
  // a share alone
  share: [
    'contract/src/drawing-words',
    'web/src/features/chart/',
    'web/src/features/depth/',
    'web/src/features/positions/position-summary',
    'web/src/features/quotes/figures',
    'web/src/features/quotes/live-price',
    'web/src/features/quotes/price-head',
    'web/src/features/quotes/range-bar',
    'web/src/features/quotes/use-market-known',
    'web/src/features/watching/alert-bell',
    'web/src/features/watchlist/',
    'web/src/lib/throttle',
    'web/src/screens/market/about',
    'web/src/screens/market/details.module',
    'web/src/screens/market/share-',
    'web/src/screens/market/statistics',
    'web/src/screens/market/use-share',
    'web/src/ui/live-change',
  ],
  // the ticket, orders, positions, assistants
  order: [
    'web/src/features/orders/charge-list',
    'web/src/features/orders/outcome',
    'web/src/features/ticket/terms',
    'web/src/ui/swipe-to-confirm',
  ],
  // the ticket, orders of baskets
  ticket: [
    'web/src/features/limits/draft',
    'web/src/features/start/use-first-orders',
    'web/src/features/terms/',
    'web/src/features/ticket/',
    'web/src/screens/market/buy',
    'web/src/screens/market/order-ticket',
    'web/src/screens/market/placed',
    'web/src/ui/opening-line',
  ],
  // assistants, and what they ask
  assistants: [
    'web/src/features/assistants/act-words',
    'web/src/features/assistants/assistant-list',
    'web/src/features/assistants/connect',
    'web/src/features/assistants/let-in',
    'web/src/features/assistants/limits-met',
    'web/src/features/assistants/question',
    'web/src/features/assistants/still-stand',
    'web/src/features/assistants/would-happen',
  ],
  // assets, wallet, statement, and the watch over the log
  log: ['web/src/features/proof/ask-server', 'web/src/features/proof/findings', 'web/src/features/proof/kept-log'],
  proof: [
    'web/src/features/bill/bill-',
    'web/src/features/bill/by-day',
    'web/src/features/bill/entry-sheet',
    'web/src/features/proof/',
  ],
  // log in, keep an account, passwords
  account: [
    'web/src/features/account/account-form',
    'web/src/features/account/credentials',
    'web/src/features/account/issued-password',
    'web/src/features/account/passkey',
    'web/src/features/account/refusal',
  ],
};

export const CODE_GROUPS: Group[] = [
  // What changes only with a dependency stays cached when the app changes.
  {
    name: 'vendor',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack|zustand)[\\/]/,
  },
  // The first load is one file, with all it imports: small files compress worse and ask as many times.
  {
    name: 'first',
    test: /web[\\/]src[\\/](shell[\\/]app|screens[\\/]home[\\/]home|routes[\\/]routes|lib[\\/](compact|theme))\.tsx?$/,
  },
  // Small parts that many pages have.
  { name: 'parts', test: /web[\\/]src[\\/](ui|lib|shell|i18n|features[\\/]terms)[\\/]/, minShareCount: 19 },
  ...Object.entries(FEW_FILES).map(([name, paths]) => ({
    name,
    test: (id: string) => paths.some((path) => id.replaceAll('\\', '/').includes(`/${path}`)),
    minShareCount: 2,
    includeDependenciesRecursively: false, // what they import is in files of its own
  })),
  { name: 'base-ui', test: /node_modules[\\/](@base-ui|@floating-ui)[\\/]/ },
];
